// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK-LABEL: @norms
func.func @norms(%x : tensor<4x2x3xf32>, %w : tensor<2x3xf32>, %q : tensor<2x3x!quant.uniform<i8:f32, 0.5>>) {
  // CHECK: %0 = aten.layer_norm %x {axes = 1, eps = 1.000000e-05} : (tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  %0 = aten.layer_norm %x {axes = 1, eps = 1.000000e-05} : (tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  // CHECK: %1 = aten.layer_norm %x weight(%w) bias(%w) {axes = 2, eps = 0.000000e+00} : (tensor<4x2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x2x3xf32>
  %1 = aten.layer_norm %x weight(%w) bias(%w) {axes = 2, eps = 0.000000e+00} : (tensor<4x2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x2x3xf32>
  // CHECK: %2 = aten.layer_norm %x bias(%w) {axes = 2, eps = 1.000000e-05} : (tensor<4x2x3xf32>, tensor<2x3xf32>) -> tensor<4x2x3xf32>
  %2 = aten.layer_norm %x bias(%w) {axes = 2, eps = 1.000000e-05} : (tensor<4x2x3xf32>, tensor<2x3xf32>) -> tensor<4x2x3xf32>
  // CHECK: %3 = aten.rms_norm %x weight(%w) {axes = 2, eps = 1.000000e-06} : (tensor<4x2x3xf32>, tensor<2x3xf32>) -> tensor<4x2x3xf32>
  %3 = aten.rms_norm %x weight(%w) {axes = 2, eps = 1.000000e-06} : (tensor<4x2x3xf32>, tensor<2x3xf32>) -> tensor<4x2x3xf32>
  // CHECK: %4 = aten.rms_norm %q weight(%w) bias(%q) {axes = 2, eps = 1.000000e-06} : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x3xf32>, tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>
  %4 = aten.rms_norm %q weight(%w) bias(%q) {axes = 2, eps = 1.000000e-06} : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x3xf32>, tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>
  func.return
}
