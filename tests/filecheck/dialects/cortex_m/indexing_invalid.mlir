// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'cortex_m.embedding': table must have rows, but is a scalar
func.func @scalar(%w : tensor<f32>, %i : tensor<2xi64>) {
  %0 = cortex_m.embedding %w, %i : (tensor<f32>, tensor<2xi64>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.embedding': indices must have elements of type i32 or i64, but has tensor<2xi8>
func.func @indices(%w : tensor<9x4xf32>, %i : tensor<2xi8>) {
  %0 = cortex_m.embedding %w, %i : (tensor<9x4xf32>, tensor<2xi8>) -> tensor<2x4xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.embedding': out must have elements of type f32, but has tensor<2x4xi8>
func.func @element(%w : tensor<9x4xf32>, %i : tensor<2xi64>) {
  %0 = cortex_m.embedding %w, %i : (tensor<9x4xf32>, tensor<2xi64>) -> tensor<2x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.embedding': out must have shape 2x4, but has tensor<2x9xf32>
func.func @shape(%w : tensor<9x4xf32>, %i : tensor<2xi64>) {
  %0 = cortex_m.embedding %w, %i : (tensor<9x4xf32>, tensor<2xi64>) -> tensor<2x9xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.index_copy': dim 2 is out of range for shape (2, 9)
func.func @index_copy_dim(%x : tensor<2x9xf32>, %i : tensor<3xi32>, %y : tensor<2x3xf32>) {
  %0 = cortex_m.index_copy %x, %i, %y {dim = 2} : (tensor<2x9xf32>, tensor<3xi32>, tensor<2x3xf32>) -> tensor<2x9xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.index_copy': indices must have elements of type i32 or i64, but has tensor<3xi8>
func.func @index_copy_indices(%x : tensor<2x9xf32>, %i : tensor<3xi8>, %y : tensor<2x3xf32>) {
  %0 = cortex_m.index_copy %x, %i, %y {dim = 1} : (tensor<2x9xf32>, tensor<3xi8>, tensor<2x3xf32>) -> tensor<2x9xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.index_copy': indices must have one axis, but have shape ()
func.func @index_copy_axes(%x : tensor<2x9xf32>, %i : tensor<i32>, %y : tensor<2x1xf32>) {
  %0 = cortex_m.index_copy %x, %i, %y {dim = 1} : (tensor<2x9xf32>, tensor<i32>, tensor<2x1xf32>) -> tensor<2x9xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.index_copy': source must have shape 2x3, but has tensor<2x4xf32>
func.func @index_copy_source(%x : tensor<2x9xf32>, %i : tensor<3xi32>, %y : tensor<2x4xf32>) {
  %0 = cortex_m.index_copy %x, %i, %y {dim = 1} : (tensor<2x9xf32>, tensor<3xi32>, tensor<2x4xf32>) -> tensor<2x9xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.index_copy': source must have elements of type f32, but has tensor<2x3xi8>
func.func @index_copy_source_element(%x : tensor<2x9xf32>, %i : tensor<3xi32>, %y : tensor<2x3xi8>) {
  %0 = cortex_m.index_copy %x, %i, %y {dim = 1} : (tensor<2x9xf32>, tensor<3xi32>, tensor<2x3xi8>) -> tensor<2x9xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.index_copy': out must have shape 2x9, but has tensor<2x8xf32>
func.func @index_copy_result(%x : tensor<2x9xf32>, %i : tensor<3xi32>, %y : tensor<2x3xf32>) {
  %0 = cortex_m.index_copy %x, %i, %y {dim = 1} : (tensor<2x9xf32>, tensor<3xi32>, tensor<2x3xf32>) -> tensor<2x8xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.index_copy': out must have elements of type f32, but has tensor<2x9xi8>
func.func @index_copy_result_element(%x : tensor<2x9xf32>, %i : tensor<3xi32>, %y : tensor<2x3xf32>) {
  %0 = cortex_m.index_copy %x, %i, %y {dim = 1} : (tensor<2x9xf32>, tensor<3xi32>, tensor<2x3xf32>) -> tensor<2x9xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.check_indices': input must have elements of type i32 or i64, but has tensor<3xi8>
func.func @check_element(%i : tensor<3xi8>) {
  %0 = cortex_m.check_indices %i {size = 9, from_end = true} : (tensor<3xi8>) -> tensor<3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.check_indices': out must have elements of type i64, but has tensor<3xi32>
func.func @check_result(%i : tensor<3xi64>) {
  %0 = cortex_m.check_indices %i {size = 9, from_end = true} : (tensor<3xi64>) -> tensor<3xi32>
  func.return
}
// -----
// CHECK: 'cortex_m.index_add': input must have elements of type i8 or i32 or i64, but has tensor<2x9xf32>
func.func @add_floats(%x : tensor<2x9xf32>, %i : tensor<3xi32>, %y : tensor<2x3xf32>) {
  %0 = cortex_m.index_add %x, %i, %y {dim = 1} : (tensor<2x9xf32>, tensor<3xi32>, tensor<2x3xf32>) -> tensor<2x9xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_index_add': input must have elements of type f32, but has tensor<2x9xi32>
func.func @add_integers(%x : tensor<2x9xi32>, %i : tensor<3xi32>, %y : tensor<2x3xi32>) {
  %0 = cortex_m.f32_index_add %x, %i, %y {dim = 1} : (tensor<2x9xi32>, tensor<3xi32>, tensor<2x3xi32>) -> tensor<2x9xi32>
  func.return
}
