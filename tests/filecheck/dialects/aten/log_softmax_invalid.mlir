// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'aten.log_softmax': dim 2 is out of range for shape (2, 3)
func.func @dim(%x : tensor<2x3xf32>) {
  %0 = aten.log_softmax %x {dim = 2} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// CHECK: 'aten.log_softmax': result must have shape 2x3, but has tensor<3xf32>
func.func @shape(%x : tensor<2x3xf32>) {
  %0 = aten.log_softmax %x {dim = 0} : (tensor<2x3xf32>) -> tensor<3xf32>
  func.return
}
