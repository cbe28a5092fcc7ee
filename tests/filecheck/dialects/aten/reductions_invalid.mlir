// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'aten.mean': dims [1, 0] are not ascending axes of shape (2, 3)
func.func @order(%x : tensor<2x3xf32>) {
  %0 = aten.mean %x {dims = [1, 0], keepdim = false} : (tensor<2x3xf32>) -> tensor<f32>
  func.return
}
// -----
// CHECK: 'aten.mean': dims [1, 1] are not ascending axes of shape (2, 3)
func.func @twice(%x : tensor<2x3xf32>) {
  %0 = aten.mean %x {dims = [1, 1], keepdim = false} : (tensor<2x3xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'aten.sum': dims [2] are not ascending axes of shape (2, 3)
func.func @range(%x : tensor<2x3xf32>) {
  %0 = aten.sum %x {dims = [2], keepdim = false} : (tensor<2x3xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'aten.sum': dims [] are not ascending axes of shape (2, 3)
func.func @none(%x : tensor<2x3xf32>) {
  %0 = aten.sum %x {dims = [], keepdim = false} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// CHECK: 'aten.amax': result must have shape 2x1, but has tensor<2xf32>
func.func @kept(%x : tensor<2x3xf32>) {
  %0 = aten.amax %x {dims = [1], keepdim = true} : (tensor<2x3xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'aten.amin': result must have elements of type f32, but has tensor<2xi8>
func.func @element(%x : tensor<2x3xf32>) {
  %0 = aten.amin %x {dims = [1], keepdim = false} : (tensor<2x3xf32>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'aten.argmax': result must have elements of type i64, but has tensor<2xi32>
func.func @index(%x : tensor<2x3xf32>) {
  %0 = aten.argmax %x {dims = [1], keepdim = false} : (tensor<2x3xf32>) -> tensor<2xi32>
  func.return
}
// -----
// CHECK: 'aten.argmax': an index is along one axis, but dims are [0, 1]
func.func @axes(%x : tensor<2x3xf32>) {
  %0 = aten.argmax %x {dims = [0, 1], keepdim = false} : (tensor<2x3xf32>) -> tensor<i64>
  func.return
}
