// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'cortex_m.quantize': input must have elements of type f32, but has tensor<2xf64>
func.func @quantize_input(%a : tensor<2xf64>) {
  %0 = cortex_m.quantize %a {scale = 0.5, zero_point = 0, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xf64>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.quantize': out must have elements of type i8 or i16, but has tensor<2xi32>
func.func @quantize_out(%a : tensor<2xf32>) {
  %0 = cortex_m.quantize %a {scale = 0.5, zero_point = 0, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xf32>) -> tensor<2xi32>
  func.return
}
// -----
// CHECK: 'cortex_m.dequantize': input must have elements of type i8 or i16, but has tensor<2xi32>
func.func @dequantize_input(%a : tensor<2xi32>) {
  %0 = cortex_m.dequantize %a {scale = 0.5, zero_point = 0} : (tensor<2xi32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.dequantize': out must have elements of type f32, but has tensor<2xf64>
func.func @dequantize_out(%a : tensor<2xi8>) {
  %0 = cortex_m.dequantize %a {scale = 0.5, zero_point = 0} : (tensor<2xi8>) -> tensor<2xf64>
  func.return
}
// -----
// CHECK: 'cortex_m.quantize': shapes differ: (2,), (3,)
func.func @quantize_shape(%a : tensor<2xf32>) {
  %0 = cortex_m.quantize %a {scale = 0.5, zero_point = 0, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xf32>) -> tensor<3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.quantize': scale must be positive and finite, but is 0.0
func.func @quantize_scale_zero(%a : tensor<2xf32>) {
  %0 = cortex_m.quantize %a {scale = 0.0, zero_point = 0, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xf32>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.quantize': scale must be positive and finite, but is -1.0
func.func @quantize_scale_negative(%a : tensor<2xf32>) {
  %0 = cortex_m.quantize %a {scale = -1.0, zero_point = 0, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xf32>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.quantize': scale must be positive and finite, but is inf
func.func @quantize_scale_infinite(%a : tensor<2xf32>) {
  %0 = cortex_m.quantize %a {scale = 0x7FF0000000000000 : f64, zero_point = 0, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xf32>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.quantize': scale must be positive and finite, but is nan
func.func @quantize_scale_nan(%a : tensor<2xf32>) {
  %0 = cortex_m.quantize %a {scale = 0x7FF8000000000000 : f64, zero_point = 0, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xf32>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.quantize': zero_point 128 is not in [-128, 127]
func.func @quantize_zero_point(%a : tensor<2xf32>) {
  %0 = cortex_m.quantize %a {scale = 0.5, zero_point = 128, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xf32>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.dequantize': shapes differ: (2,), (3,)
func.func @dequantize_shape(%a : tensor<2xi8>) {
  %0 = cortex_m.dequantize %a {scale = 0.5, zero_point = 0} : (tensor<2xi8>) -> tensor<3xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.dequantize': scale must be positive and finite, but is 0.0
func.func @dequantize_scale_zero(%a : tensor<2xi8>) {
  %0 = cortex_m.dequantize %a {scale = 0.0, zero_point = 0} : (tensor<2xi8>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.dequantize': scale must be positive and finite, but is -1.0
func.func @dequantize_scale_negative(%a : tensor<2xi8>) {
  %0 = cortex_m.dequantize %a {scale = -1.0, zero_point = 0} : (tensor<2xi8>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.dequantize': scale must be positive and finite, but is inf
func.func @dequantize_scale_infinite(%a : tensor<2xi8>) {
  %0 = cortex_m.dequantize %a {scale = 0x7FF0000000000000 : f64, zero_point = 0} : (tensor<2xi8>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.dequantize': scale must be positive and finite, but is nan
func.func @dequantize_scale_nan(%a : tensor<2xi8>) {
  %0 = cortex_m.dequantize %a {scale = 0x7FF8000000000000 : f64, zero_point = 0} : (tensor<2xi8>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.dequantize': zero_point 128 is not in [-128, 127]
func.func @dequantize_zero_point(%a : tensor<2xi8>) {
  %0 = cortex_m.dequantize %a {scale = 0.5, zero_point = 128} : (tensor<2xi8>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_mul': lhs must have elements of type f32, but has tensor<2xi8>
func.func @f32_mul_lhs(%a : tensor<2xi8>, %b : tensor<2xf32>) {
  %0 = cortex_m.f32_mul %a, %b : (tensor<2xi8>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_mul': rhs must have elements of type f32, but has tensor<2xf64>
func.func @f32_mul_rhs(%a : tensor<2xf32>, %b : tensor<2xf64>) {
  %0 = cortex_m.f32_mul %a, %b : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_mul': out must have elements of type f32, but has tensor<2xi8>
func.func @f32_mul_out(%a : tensor<2xf32>, %b : tensor<2xf32>) {
  %0 = cortex_m.f32_mul %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_mul': shapes differ: (2,), (1,), (2,)
func.func @f32_mul_shape(%a : tensor<2xf32>, %b : tensor<1xf32>) {
  %0 = cortex_m.f32_mul %a, %b : (tensor<2xf32>, tensor<1xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_add': lhs must have elements of type f32, but has tensor<2xi8>
func.func @f32_add_lhs(%a : tensor<2xi8>, %b : tensor<2xf32>) {
  %0 = cortex_m.f32_add %a, %b : (tensor<2xi8>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_add': rhs must have elements of type f32, but has tensor<2xf64>
func.func @f32_add_rhs(%a : tensor<2xf32>, %b : tensor<2xf64>) {
  %0 = cortex_m.f32_add %a, %b : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_add': out must have elements of type f32, but has tensor<2xi8>
func.func @f32_add_out(%a : tensor<2xf32>, %b : tensor<2xf32>) {
  %0 = cortex_m.f32_add %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_add': shapes differ: (2,), (1,), (2,)
func.func @f32_add_shape(%a : tensor<2xf32>, %b : tensor<1xf32>) {
  %0 = cortex_m.f32_add %a, %b : (tensor<2xf32>, tensor<1xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_mul_scalar': input must have elements of type f32, but has tensor<2xi8>
func.func @f32_mul_scalar_input(%a : tensor<2xi8>) {
  %0 = cortex_m.f32_mul_scalar %a {value = 1.0} : (tensor<2xi8>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_mul_scalar': out must have elements of type f32, but has tensor<2xi8>
func.func @f32_mul_scalar_out(%a : tensor<2xf32>) {
  %0 = cortex_m.f32_mul_scalar %a {value = 1.0} : (tensor<2xf32>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_mul_scalar': shapes differ: (2,), ()
func.func @f32_mul_scalar_shape(%a : tensor<2xf32>) {
  %0 = cortex_m.f32_mul_scalar %a {value = 1.0} : (tensor<2xf32>) -> tensor<f32>
  func.return
}
