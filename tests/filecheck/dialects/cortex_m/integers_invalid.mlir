// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'cortex_m.cast': input must have elements of type i1 or i8 or i32 or i64 or f32, but has tensor<2xf64>
func.func @cast_input(%a : tensor<2xf64>) {
  %0 = cortex_m.cast %a : (tensor<2xf64>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.cast': out must have elements of type i8 or i32 or i64 or f32, but has tensor<2xi1>
func.func @cast_out(%a : tensor<2xf32>) {
  %0 = cortex_m.cast %a : (tensor<2xf32>) -> tensor<2xi1>
  func.return
}
// -----
// CHECK: 'cortex_m.cast': shapes differ: (2,), (3,)
func.func @cast_shape(%a : tensor<2xi8>) {
  %0 = cortex_m.cast %a : (tensor<2xi8>) -> tensor<3xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.cast': input and out both have elements of i8
func.func @cast_same(%a : tensor<2xi8>) {
  %0 = cortex_m.cast %a : (tensor<2xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.integer': out must have elements of type i8 or i32 or i64, but has tensor<2xf32>
func.func @integer_out(%a : tensor<2xi64>, %b : tensor<2xi64>) {
  %0 = cortex_m.integer %a, %b {function = "add"} : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.integer': lhs must have elements of type i64, but has tensor<2xi8>
func.func @integer_lhs(%a : tensor<2xi8>, %b : tensor<2xi64>) {
  %0 = cortex_m.integer %a, %b {function = "add"} : (tensor<2xi8>, tensor<2xi64>) -> tensor<2xi64>
  func.return
}
// -----
// CHECK: 'cortex_m.integer': rhs must have elements of type i64, but has tensor<2xi8>
func.func @integer_rhs(%a : tensor<2xi64>, %b : tensor<2xi8>) {
  %0 = cortex_m.integer %a, %b {function = "add"} : (tensor<2xi64>, tensor<2xi8>) -> tensor<2xi64>
  func.return
}
// -----
// CHECK: 'cortex_m.integer': out must have shape 3x2, but has tensor<2xi64>
func.func @integer_shape(%a : tensor<2xi64>, %b : tensor<3x1xi64>) {
  %0 = cortex_m.integer %a, %b {function = "add"} : (tensor<2xi64>, tensor<3x1xi64>) -> tensor<2xi64>
  func.return
}
// -----
// CHECK: 'cortex_m.integer': function "div" is none of add, sub, mul, maximum, minimum
func.func @integer_function(%a : tensor<2xi64>, %b : tensor<2xi64>) {
  %0 = cortex_m.integer %a, %b {function = "div"} : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  func.return
}
// -----
// CHECK: 'cortex_m.compare_tensors': lhs must have elements of type
func.func @compare_lhs(%a : tensor<2xf64>, %b : tensor<2xi64>) {
  %0 = cortex_m.compare_tensors %a, %b {predicate = "eq"} : (tensor<2xf64>, tensor<2xi64>) -> tensor<2xi1>
  func.return
}
// -----
// CHECK: 'cortex_m.compare_tensors': rhs must have elements of type i64, but has tensor<2xi8>
func.func @compare_rhs(%a : tensor<2xi64>, %b : tensor<2xi8>) {
  %0 = cortex_m.compare_tensors %a, %b {predicate = "eq"} : (tensor<2xi64>, tensor<2xi8>) -> tensor<2xi1>
  func.return
}
// -----
// CHECK: 'cortex_m.compare_tensors': out must have elements of type i1, but has tensor<2xi8>
func.func @compare_out(%a : tensor<2xi64>, %b : tensor<2xi64>) {
  %0 = cortex_m.compare_tensors %a, %b {predicate = "eq"} : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.compare_tensors': out must have shape 3x2, but has tensor<2xi1>
func.func @compare_shape(%a : tensor<2xi64>, %b : tensor<3x1xi64>) {
  %0 = cortex_m.compare_tensors %a, %b {predicate = "eq"} : (tensor<2xi64>, tensor<3x1xi64>) -> tensor<2xi1>
  func.return
}
// -----
// CHECK: 'cortex_m.compare_tensors': predicate "is" is none of eq, ne, lt, le, gt, ge
func.func @compare_predicate(%a : tensor<2xi64>, %b : tensor<2xi64>) {
  %0 = cortex_m.compare_tensors %a, %b {predicate = "is"} : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi1>
  func.return
}
// -----
// CHECK: 'cortex_m.sum_integers': input must have elements of type i8 or i32 or i64, but has tensor<2x3x4xi1>
func.func @sum_input(%a : tensor<2x3x4xi1>) {
  %0 = cortex_m.sum_integers %a : (tensor<2x3x4xi1>) -> tensor<2x4xi1>
  func.return
}
// -----
// CHECK: 'cortex_m.sum_integers': out must have elements of type i32, but has tensor<2x4xi64>
func.func @sum_out(%a : tensor<2x3x4xi32>) {
  %0 = cortex_m.sum_integers %a : (tensor<2x3x4xi32>) -> tensor<2x4xi64>
  func.return
}
// -----
// CHECK: 'cortex_m.sum_integers': input must have 3 axes, but its shape is (2, 3)
func.func @sum_axes(%a : tensor<2x3xi32>) {
  %0 = cortex_m.sum_integers %a : (tensor<2x3xi32>) -> tensor<2xi32>
  func.return
}
// -----
// CHECK: 'cortex_m.sum_integers': out must have shape 2x4, but has tensor<2x3xi32>
func.func @sum_shape(%a : tensor<2x3x4xi32>) {
  %0 = cortex_m.sum_integers %a : (tensor<2x3x4xi32>) -> tensor<2x3xi32>
  func.return
}
// -----
// CHECK: 'cortex_m.broadcast_div': lhs must have elements of type i8, but has tensor<2xi32>
func.func @div_lhs(%a : tensor<2xi32>, %b : tensor<2xi8>, %f : tensor<256x2xi32>) {
  %0 = cortex_m.broadcast_div %a, %b, %f {lhs_offset = 0, output_offset = 0, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xi32>, tensor<2xi8>, tensor<256x2xi32>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.broadcast_div': rhs must have elements of type i8, but has tensor<2xi32>
func.func @div_rhs(%a : tensor<2xi8>, %b : tensor<2xi32>, %f : tensor<256x2xi32>) {
  %0 = cortex_m.broadcast_div %a, %b, %f {lhs_offset = 0, output_offset = 0, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xi8>, tensor<2xi32>, tensor<256x2xi32>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.broadcast_div': out must have elements of type i8, but has tensor<2xf32>
func.func @div_out(%a : tensor<2xi8>, %b : tensor<2xi8>, %f : tensor<256x2xi32>) {
  %0 = cortex_m.broadcast_div %a, %b, %f {lhs_offset = 0, output_offset = 0, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xi8>, tensor<2xi8>, tensor<256x2xi32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.broadcast_div': factors must have elements of type i32, but has tensor<256x2xi8>
func.func @div_factors(%a : tensor<2xi8>, %b : tensor<2xi8>, %f : tensor<256x2xi8>) {
  %0 = cortex_m.broadcast_div %a, %b, %f {lhs_offset = 0, output_offset = 0, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xi8>, tensor<2xi8>, tensor<256x2xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.broadcast_div': factors must have shape 256x2, but has tensor<2x256xi32>
func.func @div_factors_shape(%a : tensor<2xi8>, %b : tensor<2xi8>, %f : tensor<2x256xi32>) {
  %0 = cortex_m.broadcast_div %a, %b, %f {lhs_offset = 0, output_offset = 0, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xi8>, tensor<2xi8>, tensor<2x256xi32>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.broadcast_div': out must have shape 3x2, but has tensor<2xi8>
func.func @div_shape(%a : tensor<2xi8>, %b : tensor<3x1xi8>, %f : tensor<256x2xi32>) {
  %0 = cortex_m.broadcast_div %a, %b, %f {lhs_offset = 0, output_offset = 0, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xi8>, tensor<3x1xi8>, tensor<256x2xi32>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.broadcast_div': lhs_offset 129 is not in [-127, 128]
func.func @div_lhs_offset(%a : tensor<2xi8>, %b : tensor<2xi8>, %f : tensor<256x2xi32>) {
  %0 = cortex_m.broadcast_div %a, %b, %f {lhs_offset = 129, output_offset = 0, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xi8>, tensor<2xi8>, tensor<256x2xi32>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.broadcast_div': output_offset 128 is not in [-128, 127]
func.func @div_output_offset(%a : tensor<2xi8>, %b : tensor<2xi8>, %f : tensor<256x2xi32>) {
  %0 = cortex_m.broadcast_div %a, %b, %f {lhs_offset = 0, output_offset = 128, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xi8>, tensor<2xi8>, tensor<256x2xi32>) -> tensor<2xi8>
  func.return
}
