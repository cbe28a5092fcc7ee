// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'aten.softmax': dim 2 is out of range for shape (2, 3)
func.func @softmax_dim(%a : tensor<2x3xf32>) {
  %0 = aten.softmax %a {dim = 2} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// CHECK: 'aten.softmax': dim -1 is out of range for shape (2, 3)
func.func @softmax_negative_dim(%a : tensor<2x3xf32>) {
  %0 = aten.softmax %a {dim = -1} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// CHECK: 'aten.softmax': dim 1 is out of range for shape ()
func.func @softmax_scalar_dim(%a : tensor<f32>) {
  %0 = aten.softmax %a {dim = 1} : (tensor<f32>) -> tensor<f32>
  func.return
}
// -----
// CHECK: 'aten.softmax': result must have shape 2x3, but has tensor<2xf32>
func.func @softmax_shape(%a : tensor<2x3xf32>) {
  %0 = aten.softmax %a {dim = 1} : (tensor<2x3xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'aten.softmax': Expected attribute i64 but got i32
func.func @softmax_dim_type(%a : tensor<2x3xf32>) {
  %0 = aten.softmax %a {dim = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// CHECK: 'aten.safe_softmax': dim 2 is out of range for shape (2, 3)
func.func @safe_softmax_dim(%a : tensor<2x3xf32>) {
  %0 = aten.safe_softmax %a {dim = 2} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// CHECK: 'aten.safe_softmax': result must have shape 2x3, but has tensor<3x2xf32>
func.func @safe_softmax_shape(%a : tensor<2x3xf32>) {
  %0 = aten.safe_softmax %a {dim = 0} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return
}
// -----
// CHECK: 'aten.eq_scalar': result must have shape 2, but has tensor<1xi1>
func.func @eq_shape(%a : tensor<2xf32>) {
  %0 = aten.eq_scalar %a {value = 1.0} : (tensor<2xf32>) -> tensor<1xi1>
  func.return
}
// -----
// CHECK: 'aten.logical_not': result must have shape 2, but has tensor<i1>
func.func @not_shape(%a : tensor<2xi1>) {
  %0 = aten.logical_not %a : (tensor<2xi1>) -> tensor<i1>
  func.return
}
// -----
// CHECK: 'aten.any': dim 2 is out of range for shape (2, 3)
func.func @any_dim(%a : tensor<2x3xi1>) {
  %0 = aten.any %a {dim = 2, keepdim = true} : (tensor<2x3xi1>) -> tensor<2x3xi1>
  func.return
}
// -----
// CHECK: 'aten.any': dim -1 is out of range for shape (2, 3)
func.func @any_negative_dim(%a : tensor<2x3xi1>) {
  %0 = aten.any %a {dim = -1, keepdim = true} : (tensor<2x3xi1>) -> tensor<2x1xi1>
  func.return
}
// -----
// CHECK: 'aten.any': result must have shape 2x1, but has tensor<2xi1>
func.func @any_kept(%a : tensor<2x3xi1>) {
  %0 = aten.any %a {dim = 1, keepdim = true} : (tensor<2x3xi1>) -> tensor<2xi1>
  func.return
}
// -----
// CHECK: 'aten.any': result must have shape 2, but has tensor<2x1xi1>
func.func @any_dropped(%a : tensor<2x3xi1>) {
  %0 = aten.any %a {dim = 1, keepdim = false} : (tensor<2x3xi1>) -> tensor<2x1xi1>
  func.return
}
// -----
// CHECK: 'aten.any': Expected attribute i1 but got i64
func.func @any_keepdim_type(%a : tensor<2x3xi1>) {
  %0 = aten.any %a {dim = 1, keepdim = 1} : (tensor<2x3xi1>) -> tensor<2x1xi1>
  func.return
}
// -----
// CHECK: 'aten.where': shapes (2,) and (3,) do not broadcast
func.func @where_values(%a : tensor<2xi1>, %b : tensor<2xf32>, %c : tensor<3xf32>) {
  %0 = aten.where %a, %b, %c : (tensor<2xi1>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'aten.where': shapes (4,) and (2,) do not broadcast
func.func @where_condition(%a : tensor<4xi1>, %b : tensor<2xf32>, %c : tensor<2xf32>) {
  %0 = aten.where %a, %b, %c : (tensor<4xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'aten.where': result must have shape 2, but has tensor<1x2xf32>
func.func @where_shape(%a : tensor<2xi1>, %b : tensor<2xf32>, %c : tensor<f32>) {
  %0 = aten.where %a, %b, %c : (tensor<2xi1>, tensor<2xf32>, tensor<f32>) -> tensor<1x2xf32>
  func.return
}
