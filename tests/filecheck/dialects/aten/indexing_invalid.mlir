// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'aten.embedding': weight must have rows, but is a scalar
func.func @scalar(%w : tensor<f32>, %i : tensor<2xi64>) {
  %0 = aten.embedding %w, %i : (tensor<f32>, tensor<2xi64>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'aten.embedding': indices must have elements of type i32 or i64, but has tensor<2xi8>
func.func @indices(%w : tensor<9x4xf32>, %i : tensor<2xi8>) {
  %0 = aten.embedding %w, %i : (tensor<9x4xf32>, tensor<2xi8>) -> tensor<2x4xf32>
  func.return
}
// -----
// CHECK: 'aten.embedding': result must have elements of type f32, but has tensor<2x4xi8>
func.func @element(%w : tensor<9x4xf32>, %i : tensor<2xi64>) {
  %0 = aten.embedding %w, %i : (tensor<9x4xf32>, tensor<2xi64>) -> tensor<2x4xi8>
  func.return
}
// -----
// CHECK: 'aten.embedding': result must have shape 2x4, but has tensor<2x9xf32>
func.func @shape(%w : tensor<9x4xf32>, %i : tensor<2xi64>) {
  %0 = aten.embedding %w, %i : (tensor<9x4xf32>, tensor<2xi64>) -> tensor<2x9xf32>
  func.return
}
