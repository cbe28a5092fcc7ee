// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'aten.neg': result must have shape 2, but has tensor<3xf32>
func.func @unary_shape(%a : tensor<2xf32>) {
  %0 = aten.neg %a : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}
// -----
// CHECK: 'aten.add_scalar': result must have shape scalar, but has tensor<1xf32>
func.func @unary_scalar(%a : tensor<f32>) {
  %0 = aten.add_scalar %a {value = 1.0} : (tensor<f32>) -> tensor<1xf32>
  func.return
}
// -----
// CHECK: 'aten.relu': expected a static shape, but got tensor<?xf32>
func.func @unary_dynamic(%a : tensor<?xf32>) {
  %0 = aten.relu %a : (tensor<?xf32>) -> tensor<?xf32>
  func.return
}
// -----
// CHECK: 'aten.reciprocal': expected a static shape, but got tensor<?xf32>
func.func @unary_result_dynamic(%a : tensor<2xf32>) {
  %0 = aten.reciprocal %a : (tensor<2xf32>) -> tensor<?xf32>
  func.return
}
// -----
// CHECK: 'aten.neg': operand 'input' at position 0 does not verify
func.func @unary_memref(%a : memref<2xf32>) {
  %0 = aten.neg %a : (memref<2xf32>) -> memref<2xf32>
  func.return
}
// -----
// CHECK: 'aten.neg': operand 'input' at position 0 does not verify
func.func @unary_unranked(%a : tensor<*xf32>) {
  %0 = aten.neg %a : (tensor<*xf32>) -> tensor<*xf32>
  func.return
}
// -----
// CHECK: 'aten.add': shapes (2, 3) and (2,) do not broadcast
func.func @binary_broadcast(%a : tensor<2x3xf32>, %b : tensor<2xf32>) {
  %0 = aten.add %a, %b : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// CHECK: 'aten.mul': result must have shape 2x3, but has tensor<3xf32>
func.func @binary_shape(%a : tensor<2x3xf32>, %b : tensor<3xf32>) {
  %0 = aten.mul %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  func.return
}
// -----
// CHECK: 'aten.div': operand 'lhs' at position 0 does not verify
func.func @binary_scalar(%a : f32, %b : tensor<3xf32>) {
  %0 = aten.div %a, %b : (f32, tensor<3xf32>) -> tensor<3xf32>
  func.return
}
// -----
// CHECK: 'aten.mul_scalar': property 'value' expected
func.func @number_missing(%a : tensor<2xf32>) {
  %0 = aten.mul_scalar %a : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'aten.sub_scalar': 1 : i64 should be of base attribute float
func.func @number_integer(%a : tensor<2xf32>) {
  %0 = aten.sub_scalar %a {value = 1} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'aten.table': result must have shape 2, but has
func.func @table_shape(%a : tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  %0 = aten.table %a {table = dense<0> : tensor<256xi8>} : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<3x!quant.uniform<i8:f32, 0.5>>
  func.return
}
// -----
// CHECK: 'aten.table': input and result must be quantized to 8 bits
func.func @table_of_reals(%a : tensor<2xf32>) {
  %0 = aten.table %a {table = dense<0> : tensor<256xi8>} : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  func.return
}
// -----
// CHECK: 'aten.table': input and result must be quantized to 8 bits
func.func @table_to_16_bits(%a : tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  %0 = aten.table %a {table = dense<0> : tensor<256xi16>} : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i16:f32, 0.5>>
  func.return
}
// -----
// CHECK: 'aten.table': table must have one entry for each of the 255 codes
func.func @table_entries(%a : tensor<2x!quant.uniform<i8<-127:127>:f32, 0.5>>) {
  %0 = aten.table %a {table = dense<0> : tensor<256xi8>} : (tensor<2x!quant.uniform<i8<-127:127>:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  func.return
}
// -----
// CHECK: 'aten.table': table must hold i8, but holds i32
func.func @table_of_words(%a : tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  %0 = aten.table %a {table = dense<0> : tensor<256xi32>} : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  func.return
}
// -----
// CHECK: 'aten.table': array<i64: 1, 2> should be of base attribute dense
func.func @table_elements(%a : tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  %0 = aten.table %a {table = [1, 2]} : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  func.return
}
