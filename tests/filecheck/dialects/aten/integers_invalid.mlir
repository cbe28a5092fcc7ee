// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'aten.cast': input and result both have elements of f32
func.func @cast_to_itself(%x : tensor<2xf32>) {
  %0 = aten.cast %x : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'aten.cast': result must have shape 2, but has tensor<3xi64>
func.func @cast_shape(%x : tensor<2xf32>) {
  %0 = aten.cast %x : (tensor<2xf32>) -> tensor<3xi64>
  func.return
}
// -----
// CHECK: 'aten.maximum': result must have shape 3x2, but has tensor<2xi64>
func.func @maximum_shape(%x : tensor<2xi64>, %y : tensor<3x1xi64>) {
  %0 = aten.maximum %x, %y : (tensor<2xi64>, tensor<3x1xi64>) -> tensor<2xi64>
  func.return
}
