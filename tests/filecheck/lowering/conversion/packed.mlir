// RUN: cmlir-opt %s --convert-aten-to-cortex-m --split-input-file | filecheck %s

!x = !quant.uniform<i8:f32, 0.5:3>
!y = !quant.uniform<i8:f32, 0.25:-4>
!wide = !quant.uniform<i16:f32, 0.25>
!c = !quant.uniform<i4<-7:7>:f32:0, {0.5, 0.25}>
!said = !quant.uniform<i8<-8:7>:f32:0, {0.5, 0.25}>

// Weights keep 4 bits, whether their type has so few or says so. Sums serve every target:
// -3 * 6 and -3 * 1.
// CHECK: @w_1(dense<{{\[\[1, 2, 3\], \[-1, -2, 4\]\]}}> : tensor<2x3xi4>)
// CHECK: @w_sums(dense<[-18, -3]> : tensor<2xi32>)
ml_program.global private @w(dense<[[1, 2, 3], [-1, -2, 4]]> : tensor<2x3xi8>) : tensor<2x3xi8>

// CHECK-LABEL: @per_channel
// CHECK: [[W:%.*]] = cortex_m.constant @w_1 : () -> tensor<2x3xi4>
// CHECK-NEXT: [[S:%.*]] = cortex_m.constant @w_sums
// CHECK-NEXT: cortex_m.linear %x, [[W]] sums([[S]])
func.func @per_channel(%x: tensor<5x3x!x>) -> tensor<5x2x!y> {
  %w = aten.constant @w : () -> tensor<2x3x!c>
  %0 = aten.linear %x, %w : (tensor<5x3x!x>, tensor<2x3x!c>) -> tensor<5x2x!y>
  func.return %0 : tensor<5x2x!y>
}

// CHECK-LABEL: @said
// CHECK: cortex_m.constant @w_1 : () -> tensor<2x3xi4>
func.func @said(%x: tensor<5x3x!x>) -> tensor<5x2x!y> {
  %w = aten.constant @w : () -> tensor<2x3x!said>
  %0 = aten.linear %x, %w : (tensor<5x3x!x>, tensor<2x3x!said>) -> tensor<5x2x!y>
  func.return %0 : tensor<5x2x!y>
}

// To 16 bits there is no such kernel: they are stored in 8.
// CHECK-LABEL: @to_16_bits
// CHECK: cortex_m.constant @w : () -> tensor<2x3xi8>
func.func @to_16_bits(%x: tensor<5x3x!x>) -> tensor<5x2x!wide> {
  %w = aten.constant @w : () -> tensor<2x3x!c>
  %0 = aten.linear %x, %w : (tensor<5x3x!x>, tensor<2x3x!c>) -> tensor<5x2x!wide>
  func.return %0 : tensor<5x2x!wide>
}

// -----

!x = !quant.uniform<i8:f32, 0.5:3>
!t = !quant.uniform<i4:f32, 0.5>
!c = !quant.uniform<i4<-7:7>:f32:0, {0.5, 0.25}>
!out = !quant.uniform<i8<-8:7>:f32, 0.5>

// CMSIS-NN's linear layer has one scale and a bias, its convolution one group; codes that 4 bits do
// not hold stay in 8, whatever is said of them.
builtin.module attributes {cortex_m.kernels = "cmsis-nn"} {
  ml_program.global private @w(dense<[[1, 2, 3], [-1, -2, 4]]> : tensor<2x3xi8>) : tensor<2x3xi8>
  ml_program.global private @v(dense<[[1, 2, 3], [-1, -2, 9]]> : tensor<2x3xi8>) : tensor<2x3xi8>
  ml_program.global private @f(dense<2> : tensor<2x4x1x1xi8>) : tensor<2x4x1x1xi8>
  ml_program.global private @g(dense<2> : tensor<2x2x1x1xi8>) : tensor<2x2x1x1xi8>
  // CHECK-LABEL: @linears
  // CHECK: cortex_m.linear %x, {{.*}} bias({{.*}} : (tensor<5x3xi8>, tensor<2x3xi4>, tensor<2xi32>)
  // CHECK: cortex_m.linear %x, {{.*}} sums({{.*}} : (tensor<5x3xi8>, tensor<2x3xi4>, tensor<2xi32>)
  // CHECK: cortex_m.linear %x, {{.*}} sums({{.*}} : (tensor<5x3xi8>, tensor<2x3xi8>, tensor<2xi32>)
  func.func @linears(%x: tensor<5x3x!x>) -> (tensor<5x2x!x>, tensor<5x2x!x>, tensor<5x2x!x>) {
    %w = aten.constant @w : () -> tensor<2x3x!t>
    %0 = aten.linear %x, %w : (tensor<5x3x!x>, tensor<2x3x!t>) -> tensor<5x2x!x>
    %c = aten.constant @w : () -> tensor<2x3x!c>
    %1 = aten.linear %x, %c : (tensor<5x3x!x>, tensor<2x3x!c>) -> tensor<5x2x!x>
    %o = aten.constant @v : () -> tensor<2x3x!out>
    %2 = aten.linear %x, %o : (tensor<5x3x!x>, tensor<2x3x!out>) -> tensor<5x2x!x>
    func.return %0, %1, %2 : tensor<5x2x!x>, tensor<5x2x!x>, tensor<5x2x!x>
  }

  // CHECK-LABEL: @convolutions
  // CHECK: cortex_m.conv {{.*}} bias({{.*}}, tensor<2x1x1x4xi4>, tensor<2xi32>)
  // CHECK: cortex_m.conv {{.*}} bias({{.*}}, tensor<2x1x1x2xi8>, tensor<2xi32>)
  func.func @convolutions(%x: tensor<1x4x3x3x!x>) -> (tensor<1x2x3x3x!x>, tensor<1x2x3x3x!x>) {
    %f = aten.constant @f : () -> tensor<2x4x1x1x!t>
    %0 = aten.conv %x, %f {groups = 1, strides = [1, 1], padding = [0, 0], padding_behind = [0, 0], dilations = [1, 1]} : (tensor<1x4x3x3x!x>, tensor<2x4x1x1x!t>) -> tensor<1x2x3x3x!x>
    %g = aten.constant @g : () -> tensor<2x2x1x1x!t>
    %1 = aten.conv %x, %g {groups = 2, strides = [1, 1], padding = [0, 0], padding_behind = [0, 0], dilations = [1, 1]} : (tensor<1x4x3x3x!x>, tensor<2x2x1x1x!t>) -> tensor<1x2x3x3x!x>
    func.return %0, %1 : tensor<1x2x3x3x!x>, tensor<1x2x3x3x!x>
  }
}

// -----

!x = !quant.uniform<i8:f32, 0.5:3>
!t = !quant.uniform<i4:f32, 0.5>

// Depthwise weights are turned like those of 8 bits.
// CHECK: @w_1(dense<{{\[\[\[1, -3\], \[-8, 7\]\]\]}}> : tensor<1x2x2xi4>)
ml_program.global private @w(dense<[[[[1, -8]]], [[[-3, 7]]]]> : tensor<2x1x1x2xi8>) : tensor<2x1x1x2xi8>
// CHECK: cortex_m.depthwise_conv {{.*}} sums({{.*}}, tensor<1x2x2xi4>, tensor<2xi32>)
func.func @depthwise(%x: tensor<1x2x3x3x!x>) -> tensor<1x2x3x2x!x> {
  %w = aten.constant @w : () -> tensor<2x1x1x2x!t>
  %0 = aten.conv %x, %w {groups = 2, strides = [1, 1], padding = [0, 0], padding_behind = [0, 0], dilations = [1, 1]} : (tensor<1x2x3x3x!x>, tensor<2x1x1x2x!t>) -> tensor<1x2x3x2x!x>
  func.return %0 : tensor<1x2x3x2x!x>
}
