// The ops that compute in float, one of each.
builtin.module attributes {cmlir.stage = "lower", cortex_m.target = "cortex-m55"} {
  func.func @main(
    %x: tensor<2x3x5xf32> {cmlir.name = "x", cmlir.dtype = "float32", cmlir.shape = array<i64: 2, 3, 5>},
    %y: tensor<3x1xf32> {cmlir.name = "y", cmlir.dtype = "float32", cmlir.shape = array<i64: 3, 1>},
    %w: tensor<5xf32> {cmlir.name = "w", cmlir.dtype = "float32", cmlir.shape = array<i64: 5>}
  ) -> (
    tensor<2x3x3xf32> {cmlir.name = "product", cmlir.dtype = "float32", cmlir.shape = array<i64: 2, 3, 3>},
    tensor<2x5xf32> {cmlir.name = "mean", cmlir.dtype = "float32", cmlir.shape = array<i64: 2, 5>},
    tensor<2x5xi64> {cmlir.name = "index", cmlir.dtype = "int64", cmlir.shape = array<i64: 2, 5>}
  ) {
    %b = cortex_m.f32_binary %x, %y {function = "sub", why = "it is not quantized"} : (tensor<2x3x5xf32>, tensor<3x1xf32>) -> tensor<2x3x5xf32> loc("sub|head"("model.py":3:0))
    %n = cortex_m.f32_norm %b weight(%w) {function = "layer_norm", epsilon = 1.0e-5} : (tensor<2x3x5xf32>, tensor<5xf32>) -> tensor<2x3x5xf32> loc("layer_norm|head"("model.py":4:0))
    %u = cortex_m.f32_unary %n {function = "elu", parameters = array<f64: 1.0, 0.5, 2.0>} : (tensor<2x3x5xf32>) -> tensor<2x3x5xf32> loc("elu|head"("model.py":5:0))
    %s = cortex_m.f32_softmax %u {function = "softmax"} : (tensor<2x3x5xf32>) -> tensor<2x3x5xf32> loc("softmax|head"("model.py":6:0))
    %v = cortex_m.view %y {offset = 0} : (tensor<3x1xf32>) -> tensor<3xf32> loc("v|"("model.py":21:0))
    %p = cortex_m.f32_matmul %s, %x bias(%v) : (tensor<2x3x5xf32>, tensor<2x3x5xf32>, tensor<3xf32>) -> tensor<2x3x3xf32> loc("baddbmm|head"("model.py":7:0))
    %m = cortex_m.f32_reduce %s {function = "mean"} : (tensor<2x3x5xf32>) -> tensor<2x5xf32> loc("mean|head"("model.py":8:0))
    %i = cortex_m.f32_reduce %x {function = "argmax"} : (tensor<2x3x5xf32>) -> tensor<2x5xi64> loc("argmax|head"("model.py":9:0))
    func.return %p, %m, %i : tensor<2x3x3xf32>, tensor<2x5xf32>, tensor<2x5xi64> loc("output|"("model.py":22:0))
  } loc("main|"("model.py":1:0))
}
