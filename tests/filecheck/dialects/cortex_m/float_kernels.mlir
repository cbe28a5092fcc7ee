// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK-LABEL: @elementwise
func.func @elementwise(%x : tensor<2x3xf32>, %y : tensor<3xf32>) {
  // CHECK: %0 = cortex_m.f32_unary %x {function = "exp", why = "it is not quantized"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %0 = cortex_m.f32_unary %x {function = "exp", why = "it is not quantized"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: %1 = cortex_m.f32_unary %0 {function = "elu", parameters = array<f64: 1.000000e+00, 2.000000e+00, 5.000000e-01>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = cortex_m.f32_unary %0 {function = "elu", parameters = array<f64: 1.0, 2.0, 0.5>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: %2 = cortex_m.f32_binary %1, %y {function = "div"} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %2 = cortex_m.f32_binary %1, %y {function = "div"} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  func.return
}

// CHECK-LABEL: @rows
func.func @rows(%x : tensor<4x6x5xf32>, %w : tensor<5xf32>, %m : tensor<7x5xf32>, %b : tensor<7xf32>) {
  // CHECK: %0 = cortex_m.f32_reduce %x {function = "mean"} : (tensor<4x6x5xf32>) -> tensor<4x5xf32>
  %0 = cortex_m.f32_reduce %x {function = "mean"} : (tensor<4x6x5xf32>) -> tensor<4x5xf32>
  // CHECK: %1 = cortex_m.f32_reduce %x {function = "argmax"} : (tensor<4x6x5xf32>) -> tensor<4x5xi64>
  %1 = cortex_m.f32_reduce %x {function = "argmax"} : (tensor<4x6x5xf32>) -> tensor<4x5xi64>
  // CHECK: %2 = cortex_m.f32_softmax %x {function = "log_softmax"} : (tensor<4x6x5xf32>) -> tensor<4x6x5xf32>
  %2 = cortex_m.f32_softmax %x {function = "log_softmax"} : (tensor<4x6x5xf32>) -> tensor<4x6x5xf32>
  // CHECK: %3 = cortex_m.f32_norm %0 weight(%w) bias(%w) {function = "layer_norm", epsilon = 1.000000e-05} : (tensor<4x5xf32>, tensor<5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
  %3 = cortex_m.f32_norm %0 weight(%w) bias(%w) {function = "layer_norm", epsilon = 1.0e-5} : (tensor<4x5xf32>, tensor<5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
  // CHECK: %4 = cortex_m.f32_norm %3 {function = "rms_norm", epsilon = 0.000000e+00} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %4 = cortex_m.f32_norm %3 {function = "rms_norm", epsilon = 0.0} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  // CHECK: %5 = cortex_m.f32_matmul %4, %m bias(%b) : (tensor<4x5xf32>, tensor<7x5xf32>, tensor<7xf32>) -> tensor<4x7xf32>
  %5 = cortex_m.f32_matmul %4, %m bias(%b) : (tensor<4x5xf32>, tensor<7x5xf32>, tensor<7xf32>) -> tensor<4x7xf32>
  func.return
}

// CHECK-LABEL: @on_memrefs
func.func @on_memrefs(%x : memref<4x6x5xf32>, %y : memref<4x6x5xf32>, %r : memref<4x5xf32>, %s : memref<1x7x5xf32>, %z : memref<6x1xf32>, %p : memref<4x6x7xf32>) {
  // CHECK: cortex_m.f32_unary %x out(%x) {function = "tanh"} : (memref<4x6x5xf32>, memref<4x6x5xf32>) -> ()
  cortex_m.f32_unary %x out(%x) {function = "tanh"} : (memref<4x6x5xf32>, memref<4x6x5xf32>) -> ()
  // CHECK: cortex_m.f32_binary %x, %z out(%y) {function = "pow"}
  cortex_m.f32_binary %x, %z out(%y) {function = "pow"} : (memref<4x6x5xf32>, memref<6x1xf32>, memref<4x6x5xf32>) -> ()
  // CHECK: cortex_m.f32_reduce %x out(%r) {function = "sum"} : (memref<4x6x5xf32>, memref<4x5xf32>) -> ()
  cortex_m.f32_reduce %x out(%r) {function = "sum"} : (memref<4x6x5xf32>, memref<4x5xf32>) -> ()
  // CHECK: cortex_m.f32_softmax %x out(%x) {function = "softmax"} : (memref<4x6x5xf32>, memref<4x6x5xf32>) -> ()
  cortex_m.f32_softmax %x out(%x) {function = "softmax"} : (memref<4x6x5xf32>, memref<4x6x5xf32>) -> ()
  // CHECK: cortex_m.f32_norm %x out(%y) {function = "rms_norm", epsilon = 1.000000e-06} : (memref<4x6x5xf32>, memref<4x6x5xf32>) -> ()
  cortex_m.f32_norm %x out(%y) {function = "rms_norm", epsilon = 1.0e-6} : (memref<4x6x5xf32>, memref<4x6x5xf32>) -> ()
  // CHECK: cortex_m.f32_matmul %x, %s out(%p) : (memref<4x6x5xf32>, memref<1x7x5xf32>, memref<4x6x7xf32>) -> ()
  cortex_m.f32_matmul %x, %s out(%p) : (memref<4x6x5xf32>, memref<1x7x5xf32>, memref<4x6x7xf32>) -> ()
  func.return
}
