// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'aten.layer_norm': axes 0 is out of range for shape (4, 2, 3)
func.func @no_axes(%x : tensor<4x2x3xf32>, %w : tensor<2x3xf32>) {
  %0 = aten.layer_norm %x {axes = 0, eps = 1.0e-05} : (tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  func.return
}
// -----
// CHECK: 'aten.layer_norm': axes 4 is out of range for shape (4, 2, 3)
func.func @many_axes(%x : tensor<4x2x3xf32>, %w : tensor<2x3xf32>) {
  %0 = aten.layer_norm %x {axes = 4, eps = 1.0e-05} : (tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  func.return
}
// -----
// CHECK: 'aten.layer_norm': eps must be finite and not negative, but is -1.0
func.func @eps_negative(%x : tensor<4x2x3xf32>, %w : tensor<2x3xf32>) {
  %0 = aten.layer_norm %x {axes = 1, eps = -1.0} : (tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  func.return
}
// -----
// CHECK: 'aten.layer_norm': eps must be finite and not negative, but is inf
func.func @eps_infinite(%x : tensor<4x2x3xf32>, %w : tensor<2x3xf32>) {
  %0 = aten.layer_norm %x {axes = 1, eps = 0x7FF0000000000000 : f64} : (tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  func.return
}
// -----
// CHECK: 'aten.layer_norm': weight must have shape 3, but has tensor<2x3xf32>
func.func @weight(%x : tensor<4x2x3xf32>, %w : tensor<2x3xf32>) {
  %0 = aten.layer_norm %x weight(%w) {axes = 1, eps = 1.0e-05} : (tensor<4x2x3xf32>, tensor<2x3xf32>) -> tensor<4x2x3xf32>
  func.return
}
// -----
// CHECK: 'aten.layer_norm': bias must have shape 4x2x3, but has tensor<2x3xf32>
func.func @bias(%x : tensor<4x2x3xf32>, %w : tensor<2x3xf32>) {
  %0 = aten.layer_norm %x bias(%w) {axes = 3, eps = 1.0e-05} : (tensor<4x2x3xf32>, tensor<2x3xf32>) -> tensor<4x2x3xf32>
  func.return
}
// -----
// CHECK: 'aten.layer_norm': result must have shape 4x2x3, but has tensor<8x3xf32>
func.func @shape(%x : tensor<4x2x3xf32>, %w : tensor<2x3xf32>) {
  %0 = aten.layer_norm %x {axes = 1, eps = 1.0e-05} : (tensor<4x2x3xf32>) -> tensor<8x3xf32>
  func.return
}
// -----
// CHECK: 'aten.rms_norm': weight must have shape 3, but has tensor<2x3xf32>
func.func @rms_weight(%x : tensor<4x2x3xf32>, %w : tensor<2x3xf32>) {
  %0 = aten.rms_norm %x weight(%w) {axes = 1, eps = 1.0e-05} : (tensor<4x2x3xf32>, tensor<2x3xf32>) -> tensor<4x2x3xf32>
  func.return
}
