// Attention as cortex-m4 calls it: biases, a layer without one, no scratch; every form of softmax.
builtin.module attributes {cmlir.stage = "lower", cortex_m.target = "cortex-m4"} {
  ml_program.global private @"blk.0.q"(dense<"0x71202f65144655ba8fcdc95f69820052a24c9ff851ced8c738c17df2fa01150e027e4e4b331fd77df7b758a95b1d9e8cf28aa50478f74f6a5221f104c4ffe1c07e8499b2783161b438dffd811e542aa809c57761b002705935248b3ef998bf0a"> : tensor<8x12xi8>) : tensor<8x12xi8>
  ml_program.global private @blk_0_q(dense<"0x3a021d5f2fdd25199c9029e319d3baa7e251e7e1137ae517f11bf2230c2d74a710f1dcbe8ee75399e87773b7822c84cdff5f982908a25858fc711b677512c8a610b2406dbf0d8dafe1627824151290e07be9b7be368a786011f8430cfad3f240"> : tensor<8x12xi8>) : tensor<8x12xi8>
  ml_program.global private @run(dense<"0x8f8738df4d8868a0eb779c283aee9506ef5f2ed88f17c82f5ddb670508444a687fa7ea6fcf821341"> : tensor<5x8xi8>) : tensor<5x8xi8>
  ml_program.global private @unused(dense<1> : tensor<5x8xi8>) : tensor<5x8xi8>
  ml_program.global private @sums_q(dense<"0x25050000f1fbffffc7f9ffff6b0b000068f8ffffc0fbffff57030000c3060000"> : tensor<8xi32>) : tensor<8xi32>
  ml_program.global private @sums_k(dense<"0x46030000ab08000069f5ffff72fdffffb90100008bfeffff63fdffff04fdffff"> : tensor<8xi32>) : tensor<8xi32>
  ml_program.global private @sums_o(dense<"0x38f5ffffc9f6ffffff00000081ffffffbc0a0000"> : tensor<5xi32>) : tensor<5xi32>
  func.func @main(
    %x: tensor<2x3x12xi8> {cmlir.name = "x", cmlir.dtype = "int8", cmlir.shape = array<i64: 2, 3, 12>, cmlir.scale = 0.05, cmlir.zero_point = -3}
  ) -> (tensor<2x3x5xi8> {cmlir.name = "output_0", cmlir.dtype = "int8", cmlir.shape = array<i64: 2, 3, 5>, cmlir.scale = 0.02, cmlir.zero_point = 0},
        tensor<2x2x3x3xi8> {cmlir.name = "output_1", cmlir.dtype = "int8", cmlir.shape = array<i64: 2, 2, 3, 3>, cmlir.scale = 0.00390625, cmlir.zero_point = -128}) {
    %wq = cortex_m.constant @"blk.0.q" : () -> tensor<8x12xi8> loc("q|attn"("model.py":10:0))
    %wk = cortex_m.constant @blk_0_q : () -> tensor<8x12xi8> loc("k|attn"("model.py":11:0))
    %wo = cortex_m.constant @run : () -> tensor<5x8xi8> loc("o|attn"("model.py":20:0))
    %bq = cortex_m.constant @sums_q : () -> tensor<8xi32> loc("q|attn"("model.py":10:0))
    %bo = cortex_m.constant @sums_o : () -> tensor<5xi32> loc("o|attn"("model.py":20:0))
    %q = cortex_m.linear %x, %wq bias(%bq) {input_offset = 3, weights_offset = 0, output_offset = -4, rescale = #cortex_m.rescale<[1332891716, 1985234633, 1349849431, 1227262505, 1272095822, 1500884411, 1281902298, 2035482453], [-7, -7, -8, -9, -9, -8, -8, -8]>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3x12xi8>, tensor<8x12xi8>, tensor<8xi32>) -> tensor<2x3x8xi8> loc("q|attn"("model.py":10:0))
    %k = cortex_m.linear %x, %wk {input_offset = 3, weights_offset = 2, output_offset = 5, rescale = #cortex_m.rescale<1394967295, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3x12xi8>, tensor<8x12xi8>) -> tensor<2x3x8xi8> loc("k|attn"("model.py":11:0))
    %q4 = cortex_m.view %q {offset = 0} : (tensor<2x3x8xi8>) -> tensor<2x3x2x4xi8> loc("view|attn"("model.py":12:0))
    %k4 = cortex_m.view %k {offset = 0} : (tensor<2x3x8xi8>) -> tensor<2x3x2x4xi8> loc("view_1|attn"("model.py":12:0))
    %qt = cortex_m.transpose %q4 {permutation = [0, 2, 1, 3]} : (tensor<2x3x2x4xi8>) -> tensor<2x2x3x4xi8> loc("transpose|attn"("model.py":13:0))
    %kt = cortex_m.transpose %k4 {permutation = [0, 2, 1, 3]} : (tensor<2x3x2x4xi8>) -> tensor<2x2x3x4xi8> loc("transpose_1|attn"("model.py":13:0))
    %s = cortex_m.batch_matmul %qt, %kt {lhs_offset = 4, rhs_offset = -5, output_offset = 1, rescale = #cortex_m.rescale<1825361101, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x2x3x4xi8>, tensor<2x2x3x4xi8>) -> tensor<2x2x3x3xi8> loc("matmul|attn"("model.py":14:0))
    %p = cortex_m.softmax %s {input_rescale = #cortex_m.rescale<1717986918, 21>, diff_min = -992} : (tensor<2x2x3x3xi8>) -> tensor<2x2x3x3xi8> loc("softmax|attn"("model.py":15:0))
    %p2 = cortex_m.softmax %s {input_rescale = #cortex_m.rescale<1717986918, 21>, diff_min = -992, output_rescale = #cortex_m.rescale<1088516511, -7>, output_offset = -120} : (tensor<2x2x3x3xi8>) -> tensor<2x2x3x3xi8> loc("softmax_1|attn"("model.py":15:0))
    %p16 = cortex_m.softmax %s {input_rescale = #cortex_m.rescale<1717986918, 21>, diff_min = -992} : (tensor<2x2x3x3xi8>) -> tensor<2x2x3x3xi16> loc("softmax_2|attn"("model.py":15:0))
    %p3 = cortex_m.requantize %p16 {input_offset = 32768, output_offset = -128, rescale = #cortex_m.rescale<1083741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x2x3x3xi16>) -> tensor<2x2x3x3xi8> loc("softmax_2|attn"("model.py":15:0))
    %pa = cortex_m.add %p2, %p3 {lhs_offset = 120, rhs_offset = 128, output_offset = -128, lhs_rescale = #cortex_m.rescale<1073741824, 0>, rhs_rescale = #cortex_m.rescale<1073741824, 0>, rescale = #cortex_m.rescale<1073741824, -18>, left_shift = 20, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x2x3x3xi8>, tensor<2x2x3x3xi8>) -> tensor<2x2x3x3xi8> loc("add|attn"("model.py":16:0))
    %vt = cortex_m.transpose %k {permutation = [0, 2, 1]} : (tensor<2x3x8xi8>) -> tensor<2x8x3xi8> loc("transpose_2|attn"("model.py":17:0))
    %one = cortex_m.view %vt {offset = 24} : (tensor<2x8x3xi8>) -> tensor<1x2x4x3xi8> loc("select|attn"("model.py":17:0))
    %c = cortex_m.batch_matmul %pa, %one {lhs_offset = 128, rhs_offset = -5, output_offset = 6, rescale = #cortex_m.rescale<1825361101, -6>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x2x3x3xi8>, tensor<1x2x4x3xi8>) -> tensor<2x2x3x4xi8> loc("matmul_1|attn"("model.py":18:0))
    %ct = cortex_m.transpose %c {permutation = [0, 2, 1, 3]} : (tensor<2x2x3x4xi8>) -> tensor<2x3x2x4xi8> loc("transpose_3|attn"("model.py":19:0))
    %cv = cortex_m.view %ct {offset = 0} : (tensor<2x3x2x4xi8>) -> tensor<2x3x8xi8> loc("view_2|attn"("model.py":19:0))
    %o = cortex_m.linear %cv, %wo bias(%bo) {input_offset = -6, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1394967295, -7>, clamp = #cortex_m.clamp<0, 127>} : (tensor<2x3x8xi8>, tensor<5x8xi8>, tensor<5xi32>) -> tensor<2x3x5xi8> loc("o|attn"("model.py":20:0))
    func.return %o, %p : tensor<2x3x5xi8>, tensor<2x2x3x3xi8> loc("output|"("model.py":21:0))
  } loc("main|"("model.py":1:0))
}
