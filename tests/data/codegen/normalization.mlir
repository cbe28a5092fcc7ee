// Layer norm and RMS norm, one of each in place, on rows that fill no vector.
builtin.module attributes {cmlir.stage = "lower", cortex_m.target = "cortex-m55"} {
  ml_program.global private @norm_multipliers(dense<[1610612736, -1073741824, 805306368, 1288490188, 53687091, 2147483647, -2147483647]> : tensor<7xi32>) : tensor<7xi32>
  ml_program.global private @norm_bias(dense<[-3145728, 2621440, 524288, 8912896, -41943040, 0, 1048576]> : tensor<7xi32>) : tensor<7xi32>
  func.func @main(
    %x: tensor<2x3x7xi8> {cmlir.name = "x", cmlir.dtype = "int8", cmlir.shape = array<i64: 2, 3, 7>, cmlir.scale = 0.1, cmlir.zero_point = -5}
  ) -> (
    tensor<2x3x7xi8> {cmlir.name = "centered", cmlir.dtype = "int8", cmlir.shape = array<i64: 2, 3, 7>, cmlir.scale = 0.03, cmlir.zero_point = -3},
    tensor<2x3x7xi8> {cmlir.name = "scaled", cmlir.dtype = "int8", cmlir.shape = array<i64: 2, 3, 7>, cmlir.scale = 0.02, cmlir.zero_point = 4}
  ) {
    %m = cortex_m.constant @norm_multipliers : () -> tensor<7xi32> loc("layer_norm|blk.norm"("model.py":3:0))
    %b = cortex_m.constant @norm_bias : () -> tensor<7xi32> loc("layer_norm|blk.norm"("model.py":3:0))
    %l = cortex_m.layer_norm %x, %m, %b {epsilon = 52613349, epsilon_bits = 30, range_bits = 2, shift = 20, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3x7xi8>, tensor<7xi32>, tensor<7xi32>) -> tensor<2x3x7xi8> loc("layer_norm|blk.norm"("model.py":3:0))
    %k = cortex_m.layer_norm %l, %m, %b {epsilon = 0, epsilon_bits = -4, range_bits = 2, shift = 19, clamp = #cortex_m.clamp<-20, 100>} : (tensor<2x3x7xi8>, tensor<7xi32>, tensor<7xi32>) -> tensor<2x3x7xi8> loc("layer_norm_1|blk.norm"("model.py":3:0))
    %r = cortex_m.rms_norm %x, %m, %b {epsilon = 52613349, epsilon_bits = 30, range_bits = 2, shift = 20, clamp = #cortex_m.clamp<-128, 127>, input_offset = 5} : (tensor<2x3x7xi8>, tensor<7xi32>, tensor<7xi32>) -> tensor<2x3x7xi8> loc("rms_norm|blk.norm"("model.py":4:0))
    func.return %k, %r : tensor<2x3x7xi8>, tensor<2x3x7xi8> loc("output|"("model.py":5:0))
  } loc("main|"("model.py":1:0))
}
