// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'aten.gt_scalar': result must have shape 2, but has tensor<1xi1>
func.func @compare_shape(%a : tensor<2xf32>) {
  %0 = aten.gt_scalar %a {value = 1.0} : (tensor<2xf32>) -> tensor<1xi1>
  func.return
}
// -----
// CHECK: 'aten.ne_scalar': result must have elements of type i1, but has tensor<2xi8>
func.func @compare_element(%a : tensor<2xf32>) {
  %0 = aten.ne_scalar %a {value = 1.0} : (tensor<2xf32>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'aten.logical_and': rhs must have elements of type i1, but has tensor<2xi8>
func.func @logic_operand(%a : tensor<2xi1>, %b : tensor<2xi8>) {
  %0 = aten.logical_and %a, %b : (tensor<2xi1>, tensor<2xi8>) -> tensor<2xi1>
  func.return
}
// -----
// CHECK: 'aten.logical_or': result must have elements of type i1, but has tensor<2xi8>
func.func @logic_result(%a : tensor<2xi1>) {
  %0 = aten.logical_or %a, %a : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'aten.logical_xor': shapes (2,) and (3,) do not broadcast
func.func @logic_broadcast(%a : tensor<2xi1>, %b : tensor<3xi1>) {
  %0 = aten.logical_xor %a, %b : (tensor<2xi1>, tensor<3xi1>) -> tensor<2xi1>
  func.return
}
// -----
// CHECK: 'aten.logical_xor': result must have shape 4x2, but has tensor<2xi1>
func.func @logic_shape(%a : tensor<2xi1>, %b : tensor<4x2xi1>) {
  %0 = aten.logical_xor %a, %b : (tensor<2xi1>, tensor<4x2xi1>) -> tensor<2xi1>
  func.return
}
// -----
// CHECK: 'aten.masked_softmax': dim 2 is out of range for shape (2, 3)
func.func @softmax_dim(%a : tensor<2x3xf32>) {
  %0 = aten.masked_softmax %a {dim = 2, diagonal = 0} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// CHECK: 'aten.masked_softmax': result must have shape 2x3, but has tensor<3x2xf32>
func.func @softmax_result(%a : tensor<2x3xf32>) {
  %0 = aten.masked_softmax %a {dim = 1, diagonal = 0} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return
}
// -----
// CHECK: 'aten.masked_softmax': expected a mask or a diagonal
func.func @softmax_without_mask(%a : tensor<2x3xf32>) {
  %0 = aten.masked_softmax %a {dim = 1} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// CHECK: 'aten.masked_softmax': a diagonal needs two axes
func.func @softmax_diagonal(%a : tensor<3xf32>) {
  %0 = aten.masked_softmax %a {dim = 0, diagonal = 0} : (tensor<3xf32>) -> tensor<3xf32>
  func.return
}
// -----
// CHECK: 'aten.masked_softmax': mask must have elements of type i1, but has tensor<3xi8>
func.func @softmax_mask(%a : tensor<2x3xf32>, %m : tensor<3xi8>) {
  %0 = aten.masked_softmax %a mask(%m) {dim = 1} : (tensor<2x3xf32>, tensor<3xi8>) -> tensor<2x3xf32>
  func.return
}
// -----
// CHECK: 'aten.masked_softmax': mask of shape (4, 2, 3) does not fit (2, 3)
func.func @softmax_larger_mask(%a : tensor<2x3xf32>, %m : tensor<4x2x3xi1>) {
  %0 = aten.masked_softmax %a mask(%m) {dim = 1} : (tensor<2x3xf32>, tensor<4x2x3xi1>) -> tensor<2x3xf32>
  func.return
}
// -----
// CHECK: 'aten.compare': predicate "above" is none of eq, ne, lt, le, gt, ge
func.func @compare_predicate(%x : tensor<3xi64>, %y : tensor<3xi64>) {
  %0 = aten.compare %x, %y {predicate = "above"} : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
  func.return
}
// -----
// CHECK: 'aten.compare': lhs must have elements of type i1 or i8 or i32 or i64 or f32, but has tensor<3xf64>
func.func @compare_lhs(%x : tensor<3xf64>, %y : tensor<3xf64>) {
  %0 = aten.compare %x, %y {predicate = "lt"} : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  func.return
}
// -----
// CHECK: 'aten.compare': rhs must have elements of type i64, but has tensor<3xi32>
func.func @compare_rhs(%x : tensor<3xi64>, %y : tensor<3xi32>) {
  %0 = aten.compare %x, %y {predicate = "lt"} : (tensor<3xi64>, tensor<3xi32>) -> tensor<3xi1>
  func.return
}
// -----
// CHECK: 'aten.compare': result must have elements of type i1, but has tensor<3xi8>
func.func @compare_truth(%x : tensor<3xi64>, %y : tensor<3xi64>) {
  %0 = aten.compare %x, %y {predicate = "lt"} : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi8>
  func.return
}
// -----
// CHECK: 'aten.compare': result must have shape 3, but has tensor<4xi1>
func.func @compare_shape(%x : tensor<3xi64>, %y : tensor<3xi64>) {
  %0 = aten.compare %x, %y {predicate = "lt"} : (tensor<3xi64>, tensor<3xi64>) -> tensor<4xi1>
  func.return
}
