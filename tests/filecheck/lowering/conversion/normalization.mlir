// RUN: cmlir-opt %s --convert-aten-to-cortex-m | filecheck %s

!x = !quant.uniform<i8:f32, 0.5:-7>
!y = !quant.uniform<i8:f32, 0.03125:3>

ml_program.global private @g(dense<[[2.0, -1.0], [0.5, 0.0]]> : tensor<2x2xf32>) : tensor<2x2xf32>
ml_program.global private @b(dense<[[0.09375, 0.0625], [0.125, -0.15625]]> : tensor<2x2xf32>) : tensor<2x2xf32>

// A step is 2^-5. |t| <= 4 = 2^2 in rows of 16 elements, so multipliers are 2^5 * 2^(2 + 2 + 21).
// CHECK: @layer_norm_multipliers(dense<1073741824> : tensor<16xi32>)
// The zero point and half a step: 3.5 * 2^21.
// CHECK: @layer_norm_bias(dense<7340032> : tensor<16xi32>)

// Weights in steps are 64, -32, 16 and 0, times 2^(2 + 1 + 21).
// CHECK: @g_multipliers(dense<[1073741824, -536870912, 268435456, 0]> : tensor<4xi32>)
// Biases in steps are 3, 2, 4 and -5.
// CHECK: @g_bias(dense<[13631488, 11534336, 15728640, -3145728]> : tensor<4xi32>)

// The input's zero point does not matter, its scale is in epsilon: 16^2 * 0.001 / 0.25 * 2^30.
// CHECK-LABEL: func.func @layer_norm(
// CHECK: cortex_m.layer_norm %x, {{.*}} {epsilon = 1099511628, epsilon_bits = 30, range_bits = 2, shift = 21, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x16xi8>, tensor<16xi32>, tensor<16xi32>) -> tensor<2x16xi8>
func.func @layer_norm(%x : tensor<2x16x!x>) -> tensor<2x16x!y> {
  %y = aten.layer_norm %x {axes = 1, eps = 1.0e-03} : (tensor<2x16x!x>) -> tensor<2x16x!y>
  func.return %y : tensor<2x16x!y>
}

// CHECK-LABEL: func.func @rms_norm(
// CHECK: cortex_m.view %x {offset = 0} : (tensor<3x2x2xi8>) -> tensor<3x4xi8>
// CHECK: cortex_m.rms_norm {{.*}} {input_offset = 7, epsilon = 0, epsilon_bits = 30, range_bits = 1, shift = 21, clamp = #cortex_m.clamp<-128, 127>} : (tensor<3x4xi8>, tensor<4xi32>, tensor<4xi32>) -> tensor<3x4xi8>
// CHECK: cortex_m.view {{.*}} : (tensor<3x4xi8>) -> tensor<3x2x2xi8>
func.func @rms_norm(%x : tensor<3x2x2x!x>) -> tensor<3x2x2x!y> {
  %g = aten.constant @g : () -> tensor<2x2xf32>
  %b = aten.constant @b : () -> tensor<2x2xf32>
  %y = aten.rms_norm %x weight(%g) bias(%b) {axes = 2, eps = 0.0} : (tensor<3x2x2x!x>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<3x2x2x!y>
  func.return %y : tensor<3x2x2x!y>
}

// Rows of a permuted tensor are normalized as they lie.
// CHECK-LABEL: func.func @rows_as_they_lie(
// CHECK: [[Y:%.*]] = cortex_m.layer_norm %x, {{.*}} -> tensor<2x3x16xi8>
// CHECK-NEXT: func.return [[Y]]
func.func @rows_as_they_lie(%x : tensor<2x3x16x!x>) -> tensor<2x3x16x!y> {
  %0 = aten.permute %x {dims = [1, 0, 2]} : (tensor<2x3x16x!x>) -> tensor<3x2x16x!x>
  %1 = aten.layer_norm %0 {axes = 1, eps = 1.0e-03} : (tensor<3x2x16x!x>) -> tensor<3x2x16x!y>
  %2 = aten.permute %1 {dims = [1, 0, 2]} : (tensor<3x2x16x!y>) -> tensor<2x3x16x!y>
  func.return %2 : tensor<2x3x16x!y>
}
