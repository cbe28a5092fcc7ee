// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'aten.view': cannot view (2, 3) as (5,): sizes differ
func.func @view_size(%a : tensor<2x3xf32>) {
  %0 = aten.view %a : (tensor<2x3xf32>) -> tensor<5xf32>
  func.return
}
// -----
// CHECK: 'aten.permute': [1, 0, 2] does not permute the axes of (2, 3)
func.func @permute_rank(%a : tensor<2x3xf32>) {
  %0 = aten.permute %a {dims = [1, 0, 2]} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return
}
// -----
// CHECK: 'aten.permute': [1, 1] does not permute the axes of (2, 3)
func.func @permute_twice(%a : tensor<2x3xf32>) {
  %0 = aten.permute %a {dims = [1, 1]} : (tensor<2x3xf32>) -> tensor<3x3xf32>
  func.return
}
// -----
// CHECK: 'aten.permute': [-1, 0] does not permute the axes of (2, 3)
func.func @permute_negative(%a : tensor<2x3xf32>) {
  %0 = aten.permute %a {dims = [-1, 0]} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return
}
// -----
// CHECK: 'aten.permute': result must have shape 3x2, but has tensor<2x3xf32>
func.func @permute_shape(%a : tensor<2x3xf32>) {
  %0 = aten.permute %a {dims = [1, 0]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// CHECK: 'aten.permute': Expected attribute i64 but got i32
func.func @permute_dims_type(%a : tensor<2x3xf32>) {
  %0 = aten.permute %a {dims = array<i32: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return
}
// -----
// CHECK: 'aten.permute': [1 : i64, 0 : i32] should be of base attribute array
func.func @permute_dims_mixed(%a : tensor<2x3xf32>) {
  %0 = aten.permute %a {dims = [1, 0 : i32]} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return
}
// -----
// CHECK: 'aten.expand': cannot expand (2, 3) to (4, 3)
func.func @expand_size(%a : tensor<2x3xf32>) {
  %0 = aten.expand %a : (tensor<2x3xf32>) -> tensor<4x3xf32>
  func.return
}
// -----
// CHECK: 'aten.expand': cannot expand (1, 3) to (3,)
func.func @expand_rank(%a : tensor<1x3xf32>) {
  %0 = aten.expand %a : (tensor<1x3xf32>) -> tensor<3xf32>
  func.return
}
// -----
// CHECK: 'aten.expand': cannot expand (3,) to (3, 2)
func.func @expand_behind(%a : tensor<3xf32>) {
  %0 = aten.expand %a : (tensor<3xf32>) -> tensor<3x2xf32>
  func.return
}
// -----
// CHECK: 'aten.clone': result must have shape 2x3, but has tensor<3x2xf32>
func.func @clone_shape(%a : tensor<2x3xf32>) {
  %0 = aten.clone %a : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return
}
// -----
// CHECK: 'aten.slice': cannot slice axis 2 of (2, 3) by 1 to (2, 3)
func.func @slice_dim(%a : tensor<2x3xf32>) {
  %0 = aten.slice %a {dim = 2, start = 0, step = 1} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// CHECK: 'aten.slice': cannot slice axis -1 of (2, 3) by 1 to (2, 3)
func.func @slice_negative_dim(%a : tensor<2x3xf32>) {
  %0 = aten.slice %a {dim = -1, start = 0, step = 1} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// CHECK: 'aten.slice': cannot slice axis 1 of (2, 3) by 0 to (2, 3)
func.func @slice_step(%a : tensor<2x3xf32>) {
  %0 = aten.slice %a {dim = 1, start = 0, step = 0} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// CHECK: 'aten.slice': cannot slice axis 0 of (2, 3) by 1 to (2,)
func.func @slice_rank(%a : tensor<2x3xf32>) {
  %0 = aten.slice %a {dim = 0, start = 0, step = 1} : (tensor<2x3xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'aten.slice': result must have shape 2x2, but has tensor<1x2xf32>
func.func @slice_shape(%a : tensor<2x3xf32>) {
  %0 = aten.slice %a {dim = 1, start = 0, step = 1} : (tensor<2x3xf32>) -> tensor<1x2xf32>
  func.return
}
// -----
// CHECK: 'aten.slice': slice from -1 by 1 leaves axis 1 of (2, 3)
func.func @slice_start(%a : tensor<2x3xf32>) {
  %0 = aten.slice %a {dim = 1, start = -1, step = 1} : (tensor<2x3xf32>) -> tensor<2x2xf32>
  func.return
}
// -----
// CHECK: 'aten.slice': slice from 1 by 2 leaves axis 1 of (2, 3)
func.func @slice_end(%a : tensor<2x3xf32>) {
  %0 = aten.slice %a {dim = 1, start = 1, step = 2} : (tensor<2x3xf32>) -> tensor<2x2xf32>
  func.return
}
// -----
// CHECK: 'aten.slice': slice from 1 by 1 leaves axis 1 of (2, 3)
func.func @slice_empty(%a : tensor<2x3xf32>) {
  %0 = aten.slice %a {dim = 1, start = 1, step = 1} : (tensor<2x3xf32>) -> tensor<2x0xf32>
  func.return
}
// -----
// CHECK: 'aten.select': cannot select element 0 of axis 2 of (2, 3)
func.func @select_dim(%a : tensor<2x3xf32>) {
  %0 = aten.select %a {dim = 2, index = 0} : (tensor<2x3xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'aten.select': cannot select element 0 of axis -1 of (2, 3)
func.func @select_negative_dim(%a : tensor<2x3xf32>) {
  %0 = aten.select %a {dim = -1, index = 0} : (tensor<2x3xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'aten.select': cannot select element 2 of axis 0 of (2, 3)
func.func @select_index(%a : tensor<2x3xf32>) {
  %0 = aten.select %a {dim = 0, index = 2} : (tensor<2x3xf32>) -> tensor<3xf32>
  func.return
}
// -----
// CHECK: 'aten.select': cannot select element -1 of axis 0 of (2, 3)
func.func @select_negative_index(%a : tensor<2x3xf32>) {
  %0 = aten.select %a {dim = 0, index = -1} : (tensor<2x3xf32>) -> tensor<3xf32>
  func.return
}
// -----
// CHECK: 'aten.select': result must have shape 3, but has tensor<2xf32>
func.func @select_shape(%a : tensor<2x3xf32>) {
  %0 = aten.select %a {dim = 0, index = 1} : (tensor<2x3xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'aten.cat': expected at least one tensor to join
func.func @cat_nothing(%a : tensor<2x3xf32>) {
  %0 = aten.cat {dim = 0} : () -> tensor<2x3xf32>
  func.return
}
// -----
// CHECK: 'aten.cat': axis 2 is out of range for shape (2, 3)
func.func @cat_dim(%a : tensor<2x3xf32>) {
  %0 = aten.cat %a, %a {dim = 2} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  func.return
}
// -----
// CHECK: 'aten.cat': axis -1 is out of range for shape (2, 3)
func.func @cat_negative_dim(%a : tensor<2x3xf32>) {
  %0 = aten.cat %a, %a {dim = -1} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  func.return
}
// -----
// CHECK: 'aten.cat': axis 0 is out of range for shape ()
func.func @cat_scalar(%a : tensor<f32>) {
  %0 = aten.cat %a, %a {dim = 0} : (tensor<f32>, tensor<f32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'aten.cat': shapes (2, 3), (2, 4) differ beside axis 0
func.func @cat_shapes(%a : tensor<2x3xf32>, %b : tensor<2x4xf32>) {
  %0 = aten.cat %a, %b {dim = 0} : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<4x3xf32>
  func.return
}
// -----
// CHECK: 'aten.cat': shapes (2, 3), (2,) differ beside axis 1
func.func @cat_ranks(%a : tensor<2x3xf32>, %b : tensor<2xf32>) {
  %0 = aten.cat %a, %b {dim = 1} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
// CHECK: 'aten.cat': result must have shape 4x3, but has tensor<2x6xf32>
func.func @cat_shape(%a : tensor<2x3xf32>) {
  %0 = aten.cat %a, %a {dim = 0} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  func.return
}
// -----
// CHECK: 'aten.cat': each tensor must have elements of type f32, but has tensor<2x!quant
func.func @cat_elements(%a : tensor<2xf32>, %b : tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  %0 = aten.cat %a, %b {dim = 0} : (tensor<2xf32>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<4xf32>
  func.return
}
// -----
// CHECK: 'aten.cat': each tensor must have elements of type i8, but has tensor<2xf32>
func.func @cat_result_elements(%a : tensor<2xf32>) {
  %0 = aten.cat %a {dim = 0} : (tensor<2xf32>) -> tensor<2xi8>
  func.return
}
