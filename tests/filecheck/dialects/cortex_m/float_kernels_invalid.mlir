// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'cortex_m.f32_unary': input must have elements of type f32, but has tensor<2xi8>
func.func @unary_input(%a : tensor<2xi8>) {
  %0 = cortex_m.f32_unary %a {function = "exp"} : (tensor<2xi8>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_unary': out must have elements of type f32, but has tensor<2xf64>
func.func @unary_out(%a : tensor<2xf32>) {
  %0 = cortex_m.f32_unary %a {function = "exp"} : (tensor<2xf32>) -> tensor<2xf64>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_unary': shapes differ: (2,), (3,)
func.func @unary_shape(%a : tensor<2xf32>) {
  %0 = cortex_m.f32_unary %a {function = "exp"} : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_unary': function "gamma" is none of
func.func @unary_function(%a : tensor<2xf32>) {
  %0 = cortex_m.f32_unary %a {function = "gamma"} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_unary': exp has 0 parameters, not 1
func.func @unary_parameters(%a : tensor<2xf32>) {
  %0 = cortex_m.f32_unary %a {function = "exp", parameters = array<f64: 1.0>} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_unary': elu has 3 parameters, not 0
func.func @unary_no_parameters(%a : tensor<2xf32>) {
  %0 = cortex_m.f32_unary %a {function = "elu"} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_binary': lhs must have elements of type f32, but has tensor<2xi8>
func.func @binary_lhs(%a : tensor<2xi8>, %b : tensor<2xf32>) {
  %0 = cortex_m.f32_binary %a, %b {function = "sub"} : (tensor<2xi8>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_binary': rhs must have elements of type f32, but has tensor<2xi8>
func.func @binary_rhs(%a : tensor<2xf32>, %b : tensor<2xi8>) {
  %0 = cortex_m.f32_binary %a, %b {function = "sub"} : (tensor<2xf32>, tensor<2xi8>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_binary': out must have elements of type f32, but has tensor<2xi8>
func.func @binary_out(%a : tensor<2xf32>, %b : tensor<2xf32>) {
  %0 = cortex_m.f32_binary %a, %b {function = "sub"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_binary': out must have shape 3x2, but has tensor<2xf32>
func.func @binary_shape(%a : tensor<2xf32>, %b : tensor<3x1xf32>) {
  %0 = cortex_m.f32_binary %a, %b {function = "sub"} : (tensor<2xf32>, tensor<3x1xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_binary': function "hypot" is none of add, sub, mul, div, maximum, minimum, pow
func.func @binary_function(%a : tensor<2xf32>, %b : tensor<2xf32>) {
  %0 = cortex_m.f32_binary %a, %b {function = "hypot"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_reduce': function "median" is none of sum, mean, max, min, argmax, argmin
func.func @reduce_function(%a : tensor<4x6x5xf32>) {
  %0 = cortex_m.f32_reduce %a {function = "median"} : (tensor<4x6x5xf32>) -> tensor<4x5xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_reduce': input must have elements of type f32, but has tensor<4x6x5xi8>
func.func @reduce_input(%a : tensor<4x6x5xi8>) {
  %0 = cortex_m.f32_reduce %a {function = "sum"} : (tensor<4x6x5xi8>) -> tensor<4x5xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_reduce': out must have elements of type f32, but has tensor<4x5xi64>
func.func @reduce_out(%a : tensor<4x6x5xf32>) {
  %0 = cortex_m.f32_reduce %a {function = "sum"} : (tensor<4x6x5xf32>) -> tensor<4x5xi64>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_reduce': out must have elements of type i64, but has tensor<4x5xf32>
func.func @reduce_index(%a : tensor<4x6x5xf32>) {
  %0 = cortex_m.f32_reduce %a {function = "argmin"} : (tensor<4x6x5xf32>) -> tensor<4x5xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_reduce': input must have 3 axes, the middle one not empty: (4, 0, 5)
func.func @reduce_empty(%a : tensor<4x0x5xf32>) {
  %0 = cortex_m.f32_reduce %a {function = "sum"} : (tensor<4x0x5xf32>) -> tensor<4x5xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_reduce': out must have shape 4x5, but has tensor<4x6xf32>
func.func @reduce_shape(%a : tensor<4x6x5xf32>) {
  %0 = cortex_m.f32_reduce %a {function = "sum"} : (tensor<4x6x5xf32>) -> tensor<4x6xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_softmax': input must have elements of type f32, but has tensor<2xi8>
func.func @softmax_input(%a : tensor<2xi8>) {
  %0 = cortex_m.f32_softmax %a {function = "softmax"} : (tensor<2xi8>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_softmax': out must have elements of type f32, but has tensor<2xi8>
func.func @softmax_out(%a : tensor<2xf32>) {
  %0 = cortex_m.f32_softmax %a {function = "softmax"} : (tensor<2xf32>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_softmax': shapes differ: (2,), (3,)
func.func @softmax_shape(%a : tensor<2xf32>) {
  %0 = cortex_m.f32_softmax %a {function = "softmax"} : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_softmax': input must have at least one axis
func.func @softmax_scalar(%a : tensor<f32>) {
  %0 = cortex_m.f32_softmax %a {function = "softmax"} : (tensor<f32>) -> tensor<f32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_softmax': function "softmin" is none of softmax, safe_softmax, log_softmax
func.func @softmax_function(%a : tensor<2xf32>) {
  %0 = cortex_m.f32_softmax %a {function = "softmin"} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_norm': function "group_norm" is none of layer_norm, rms_norm
func.func @norm_function(%a : tensor<2xf32>) {
  %0 = cortex_m.f32_norm %a {function = "group_norm", epsilon = 0.0} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_norm': weight must have elements of type f32, but has tensor<2xi8>
func.func @norm_weight(%a : tensor<2xf32>, %w : tensor<2xi8>) {
  %0 = cortex_m.f32_norm %a weight(%w) {function = "layer_norm", epsilon = 0.0} : (tensor<2xf32>, tensor<2xi8>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_norm': weight must have shape 2, but has tensor<3xf32>
func.func @norm_weight_shape(%a : tensor<2xf32>, %w : tensor<3xf32>) {
  %0 = cortex_m.f32_norm %a weight(%w) {function = "layer_norm", epsilon = 0.0} : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_norm': epsilon must be finite and not negative, but is -1.0
func.func @norm_epsilon(%a : tensor<2xf32>) {
  %0 = cortex_m.f32_norm %a {function = "layer_norm", epsilon = -1.0} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_matmul': lhs must have elements of type f32, but has tensor<2x3xi8>
func.func @matmul_lhs(%a : tensor<2x3xi8>, %b : tensor<4x3xf32>) {
  %0 = cortex_m.f32_matmul %a, %b : (tensor<2x3xi8>, tensor<4x3xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_matmul': rhs must have elements of type f32, but has tensor<4x3xi8>
func.func @matmul_rhs(%a : tensor<2x3xf32>, %b : tensor<4x3xi8>) {
  %0 = cortex_m.f32_matmul %a, %b : (tensor<2x3xf32>, tensor<4x3xi8>) -> tensor<2x4xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_matmul': out must have elements of type f32, but has tensor<2x4xi8>
func.func @matmul_out(%a : tensor<2x3xf32>, %b : tensor<4x3xf32>) {
  %0 = cortex_m.f32_matmul %a, %b : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_matmul': operands must have one rank of 2 to 4, but have (2, 3) and (1, 4, 3)
func.func @matmul_rank(%a : tensor<2x3xf32>, %b : tensor<1x4x3xf32>) {
  %0 = cortex_m.f32_matmul %a, %b : (tensor<2x3xf32>, tensor<1x4x3xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_matmul': contraction sizes differ: (2, 3) and (4, 5)
func.func @matmul_depth(%a : tensor<2x3xf32>, %b : tensor<4x5xf32>) {
  %0 = cortex_m.f32_matmul %a, %b : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_matmul': out must have shape 2x4, but has tensor<4x2xf32>
func.func @matmul_shape(%a : tensor<2x3xf32>, %b : tensor<4x3xf32>) {
  %0 = cortex_m.f32_matmul %a, %b : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<4x2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_matmul': bias must have elements of type f32, but has tensor<4xi32>
func.func @matmul_bias(%a : tensor<2x3xf32>, %b : tensor<4x3xf32>, %c : tensor<4xi32>) {
  %0 = cortex_m.f32_matmul %a, %b bias(%c) : (tensor<2x3xf32>, tensor<4x3xf32>, tensor<4xi32>) -> tensor<2x4xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_matmul': bias must have shape 4, but has tensor<2xf32>
func.func @matmul_bias_shape(%a : tensor<2x3xf32>, %b : tensor<4x3xf32>, %c : tensor<2xf32>) {
  %0 = cortex_m.f32_matmul %a, %b bias(%c) : (tensor<2x3xf32>, tensor<4x3xf32>, tensor<2xf32>) -> tensor<2x4xf32>
  func.return
}
