// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'aten.clamp': min and max cannot both be absent
func.func @clamp_nothing(%a : tensor<2xf32>) {
  %0 = aten.clamp %a : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'aten.clamp': min and max must be numbers, but one is NaN
func.func @clamp_nan(%a : tensor<2xf32>) {
  %0 = aten.clamp %a {min = 0x7FF8000000000000 : f64, max = 1.0} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'aten.clamp': result must have shape 2, but has tensor<3xf32>
func.func @clamp_shape(%a : tensor<2xf32>) {
  %0 = aten.clamp %a {min = 0.0} : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}
// -----
// CHECK: 'aten.gelu': approximate must be "none" or "tanh", but is "erf"
func.func @gelu_approximate(%a : tensor<2xf32>) {
  %0 = aten.gelu %a {approximate = "erf"} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'aten.gelu': property 'approximate' expected
func.func @gelu_without(%a : tensor<2xf32>) {
  %0 = aten.gelu %a : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'aten.gelu': result must have shape 2, but has tensor<1xf32>
func.func @gelu_shape(%a : tensor<2xf32>) {
  %0 = aten.gelu %a {approximate = "none"} : (tensor<2xf32>) -> tensor<1xf32>
  func.return
}
// -----
// CHECK: 'aten.leaky_relu': 1 : i64 should be of base attribute float
func.func @slope_integer(%a : tensor<2xf32>) {
  %0 = aten.leaky_relu %a {negative_slope = 1} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
