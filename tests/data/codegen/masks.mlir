// Masks that come in, are made of comparisons, joined, and chosen by; softmax with each kind of mask.
builtin.module attributes {cmlir.stage = "lower", cortex_m.target = "cortex-m55"} {
  func.func @main(
    %x: tensor<2x4x3xi8> {cmlir.name = "x", cmlir.dtype = "int8", cmlir.shape = array<i64: 2, 4, 3>, cmlir.scale = 0.1, cmlir.zero_point = -5},
    %keep: tensor<1x4x3xi1> {cmlir.name = "keep", cmlir.dtype = "bool", cmlir.shape = array<i64: 1, 4, 3>},
    %number: tensor<4x3xf32> {cmlir.name = "number", cmlir.dtype = "float32", cmlir.shape = array<i64: 4, 3>}
  ) -> (
    tensor<2x4x3xi8> {cmlir.name = "masked", cmlir.dtype = "int8", cmlir.shape = array<i64: 2, 4, 3>, cmlir.scale = 0.00390625, cmlir.zero_point = -128},
    tensor<2x4x3xi8> {cmlir.name = "causal", cmlir.dtype = "int8", cmlir.shape = array<i64: 2, 4, 3>, cmlir.scale = 0.00390625, cmlir.zero_point = -128},
    tensor<2x4x3xi8> {cmlir.name = "chosen", cmlir.dtype = "int8", cmlir.shape = array<i64: 2, 4, 3>, cmlir.scale = 0.1, cmlir.zero_point = -5},
    tensor<1x3xi1> {cmlir.name = "any", cmlir.dtype = "bool", cmlir.shape = array<i64: 1, 3>}
  ) {
    %positive = cortex_m.compare %number {predicate = "gt", number = 0.000000e+00} : (tensor<4x3xf32>) -> tensor<4x3xi1> loc("gt|"("model.py":3:0))
    %kept = cortex_m.view %keep {offset = 0} : (tensor<1x4x3xi1>) -> tensor<4x3xi1> loc("view|"("model.py":2:0))
    %and = cortex_m.logical_and %kept, %positive : (tensor<4x3xi1>, tensor<4x3xi1>) -> tensor<4x3xi1> loc("logical_and|"("model.py":4:0))
    %not = cortex_m.logical_not %and : (tensor<4x3xi1>) -> tensor<4x3xi1> loc("logical_not|"("model.py":5:0))
    %xor = cortex_m.logical_xor %not, %positive : (tensor<4x3xi1>, tensor<4x3xi1>) -> tensor<4x3xi1> loc("logical_xor|"("model.py":6:0))
    %or = cortex_m.logical_or %xor, %kept : (tensor<4x3xi1>, tensor<4x3xi1>) -> tensor<4x3xi1> loc("logical_or|"("model.py":7:0))
    %masked = cortex_m.masked_softmax %x mask(%or) {input_rescale = #cortex_m.rescale<1518500250, 22>, diff_min = -248, mask_offset = 0, mask_strides = [0, 3, 1]} : (tensor<2x4x3xi8>, tensor<4x3xi1>) -> tensor<2x4x3xi8> loc("softmax|"("model.py":8:0))
    %causal = cortex_m.masked_softmax %x {input_rescale = #cortex_m.rescale<1518500250, 22>, diff_min = -248, diagonal = 0} : (tensor<2x4x3xi8>) -> tensor<2x4x3xi8> loc("softmax_1|"("model.py":9:0))
    %chosen = cortex_m.where %xor, %x, %causal {offsets = [11, 0, 0], condition_strides = [0, -3, -1], lhs_strides = [12, 3, 1], rhs_strides = [12, 3, 1]} : (tensor<4x3xi1>, tensor<2x4x3xi8>, tensor<2x4x3xi8>) -> tensor<2x4x3xi8> loc("where|"("model.py":10:0))
    %any = cortex_m.any %keep : (tensor<1x4x3xi1>) -> tensor<1x3xi1> loc("any|"("model.py":11:0))
    func.return %masked, %causal, %chosen, %any : tensor<2x4x3xi8>, tensor<2x4x3xi8>, tensor<2x4x3xi8>, tensor<1x3xi1> loc("output|"("model.py":12:0))
  } loc("main|"("model.py":1:0))
}
