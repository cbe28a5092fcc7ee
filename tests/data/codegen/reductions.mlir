// Sums and extremes over the middle of three dimensions; rows looked up where the extremes stand; log-softmax; broadcasting.
builtin.module attributes {cmlir.stage = "lower", cortex_m.target = "cortex-m55"} {
  ml_program.global private @rows(dense<[[-128, 127, 0, 5, -7], [1, 2, 3, 4, 5], [100, -100, 50, -50, 25]]> : tensor<3x5xi8>) : tensor<3x5xi8>
  func.func @main(
    %x: tensor<2x3x4xi8> {cmlir.name = "x", cmlir.dtype = "int8", cmlir.shape = array<i64: 2, 3, 4>, cmlir.scale = 0.1, cmlir.zero_point = -5},
    %row: tensor<4xi8> {cmlir.name = "row", cmlir.dtype = "int8", cmlir.shape = array<i64: 4>, cmlir.scale = 0.1, cmlir.zero_point = 7}
  ) -> (
    tensor<2x4xi8> {cmlir.name = "likelihoods", cmlir.dtype = "int8", cmlir.shape = array<i64: 2, 4>, cmlir.scale = 0.1, cmlir.zero_point = 127},
    tensor<2x4xi8> {cmlir.name = "least", cmlir.dtype = "int8", cmlir.shape = array<i64: 2, 4>, cmlir.scale = 0.1, cmlir.zero_point = -5},
    tensor<2x4x5xi8> {cmlir.name = "found", cmlir.dtype = "int8", cmlir.shape = array<i64: 2, 4, 5>, cmlir.scale = 0.1, cmlir.zero_point = 0},
    tensor<2x4xi64> {cmlir.name = "place_of_least", cmlir.dtype = "int64", cmlir.shape = array<i64: 2, 4>},
    tensor<2x3x4xi8> {cmlir.name = "y", cmlir.dtype = "int8", cmlir.shape = array<i64: 2, 3, 4>, cmlir.scale = 0.2, cmlir.zero_point = 3}
  ) {
    %sum = cortex_m.sum %x {input_offset = 5, output_offset = -12, rescale = #cortex_m.rescale<1518500250, -1>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3x4xi8>) -> tensor<2x4xi8> loc("sum|"("model.py":3:0))
    %max = cortex_m.max %x : (tensor<2x3x4xi8>) -> tensor<2x4xi8> loc("amax|"("model.py":4:0))
    %min = cortex_m.min %x : (tensor<2x3x4xi8>) -> tensor<2x4xi8> loc("amin|"("model.py":5:0))
    %at = cortex_m.argmax %x : (tensor<2x3x4xi8>) -> tensor<2x4xi64> loc("argmax|"("model.py":6:0))
    %low = cortex_m.argmin %x : (tensor<2x3x4xi8>) -> tensor<2x4xi64> loc("argmin|"("model.py":7:0))
    %rows = cortex_m.constant @rows : () -> tensor<3x5xi8> loc("embedding|table"("model.py":8:0))
    %found = cortex_m.embedding %rows, %at : (tensor<3x5xi8>, tensor<2x4xi64>) -> tensor<2x4x5xi8> loc("embedding|table"("model.py":8:0))
    %both = cortex_m.broadcast_add %sum, %max {lhs_offset = 12, rhs_offset = 5, output_offset = -3, rescale = #cortex_m.rescale<1518500250, -19>, clamp = #cortex_m.clamp<-128, 127>, lhs_rescale = #cortex_m.rescale<1073741824, 0>, rhs_rescale = #cortex_m.rescale<1518500250, -1>, left_shift = 20} : (tensor<2x4xi8>, tensor<2x4xi8>) -> tensor<2x4xi8> loc("add|"("model.py":9:0))
    %log = cortex_m.log_softmax %both {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128, multiplier = 1717986918, log_multiplier = 1190805000, shift = 26, output_offset = 127, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x4xi8>) -> tensor<2x4xi8> loc("log_softmax|"("model.py":10:0))
    %scaled = cortex_m.broadcast_mul %x, %row {lhs_offset = 5, rhs_offset = -7, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -5>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3x4xi8>, tensor<4xi8>) -> tensor<2x3x4xi8> loc("mul|"("model.py":11:0))
    func.return %log, %min, %found, %low, %scaled : tensor<2x4xi8>, tensor<2x4xi8>, tensor<2x4x5xi8>, tensor<2x4xi64>, tensor<2x3x4xi8> loc("output|"("model.py":12:0))
  } loc("main|"("model.py":1:0))
}
