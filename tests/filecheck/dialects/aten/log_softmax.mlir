// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK-LABEL: @log_softmax
func.func @log_softmax(%x : tensor<2x3xf32>, %s : tensor<f32>) {
  // CHECK: %0 = aten.log_softmax %x {dim = 1} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %0 = aten.log_softmax %x {dim = 1} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: %1 = aten.log_softmax %s {dim = 0} : (tensor<f32>) -> tensor<f32>
  %1 = aten.log_softmax %s {dim = 0} : (tensor<f32>) -> tensor<f32>
  func.return
}
