// RUN: cmlir-opt %s --convert-aten-to-cortex-m | filecheck %s

// Activations of 16 bits: sums of 32 bits where they are enough, else of 64.

!x = !quant.uniform<i16:f32, 0.25>
!y = !quant.uniform<i16:f32, 0.5>
!r = !quant.uniform<i16<0:32767>:f32, 0.5>
!k = !quant.uniform<i8<-127:127>:f32, 0.5>
!c = !quant.uniform<i8<-127:127>:f32:0, {0.5, 0.25}>

ml_program.global private @k(dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xi8>) : tensor<2x3xi8>
ml_program.global private @long(dense<100> : tensor<2x1000xi8>) : tensor<2x1000xi8>
ml_program.global private @b(dense<[16.0, -8.0]> : tensor<2xf32>) : tensor<2xf32>
ml_program.global private @f(dense<3> : tensor<2x2x3x3xi8>) : tensor<2x2x3x3xi8>
ml_program.global private @d(dense<3> : tensor<2x1x3x3xi8>) : tensor<2x1x3x3xi8>

// 16 / (1/4 * 1/2) and -8 / (1/4 * 1/4).
// CHECK: @k_bias_1(dense<[128, -128]> : tensor<2xi32>)

// One factor, 1/4 * 1/2 / 1/2: CMSIS-NN's function.
// CHECK-LABEL: func.func @per_tensor(
// CHECK: cortex_m.linear %x, {{.*}} bias({{.*}}) {input_offset = 0, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, -1>, clamp = #cortex_m.clamp<0, 32767>} : (tensor<4x3xi16>, tensor<2x3xi8>, tensor<2xi64>) -> tensor<4x2xi16>
func.func @per_tensor(%x : tensor<4x3x!x>) -> tensor<4x2x!r> {
  %k = aten.constant @k : () -> tensor<2x3x!k>
  %y = aten.linear %x, %k : (tensor<4x3x!x>, tensor<2x3x!k>) -> tensor<4x2x!r>
  func.return %y : tensor<4x2x!r>
}

// CHECK-LABEL: func.func @per_channel(
// CHECK: cortex_m.linear %x, {{.*}} : (tensor<4x3xi16>, tensor<2x3xi8>, tensor<2xi32>) -> tensor<4x2xi16>
func.func @per_channel(%x : tensor<4x3x!x>) -> tensor<4x2x!y> {
  %k = aten.constant @k : () -> tensor<2x3x!c>
  %b = aten.constant @b : () -> tensor<2xf32>
  %y = aten.linear %x, %k bias(%b) : (tensor<4x3x!x>, tensor<2x3x!c>, tensor<2xf32>) -> tensor<4x2x!y>
  func.return %y : tensor<4x2x!y>
}

// 1000 * 100 * 2^15 is beyond 2^31.
// CHECK-LABEL: func.func @long_sums(
// CHECK: cortex_m.linear %x, {{.*}} rescale = #cortex_m.rescale<[1073741824, 1073741824], [-1, -2]>, {{.*}} : (tensor<4x1000xi16>, tensor<2x1000xi8>, tensor<2xi64>) -> tensor<4x2xi16>
func.func @long_sums(%x : tensor<4x1000x!x>) -> tensor<4x2x!y> {
  %k = aten.constant @long : () -> tensor<2x1000x!c>
  %y = aten.linear %x, %k : (tensor<4x1000x!x>, tensor<2x1000x!c>) -> tensor<4x2x!y>
  func.return %y : tensor<4x2x!y>
}

// CHECK-LABEL: func.func @convolutions(
// CHECK: cortex_m.conv {{.*}} bias({{.*}}) {dilations = [1, 1], input_offset = 0, output_offset = 0, {{.*}} : (tensor<1x4x4x2xi16>, tensor<2x3x3x2xi8>, tensor<2xi32>) -> tensor<1x4x4x2xi16>
// CHECK-NEXT: cortex_m.max_pool {{.*}} : (tensor<1x4x4x2xi16>) -> tensor<1x2x2x2xi16>
// CHECK: cortex_m.depthwise_conv {{.*}} bias({{.*}}) {{.*}} : (tensor<1x2x2x2xi16>, tensor<3x3x2xi8>, tensor<2xi64>) -> tensor<1x2x2x2xi16>
// CHECK: cortex_m.avg_pool {{.*}} : (tensor<1x2x2x2xi16>) -> tensor<1x1x2x2xi16>
// CHECK: cortex_m.depthwise_conv {{.*}} rescale = #cortex_m.rescale<[1073741824, 1073741824], [1, 1]>, {{.*}} : (tensor<1x1x2x2xi16>, tensor<1x2x2xi8>, tensor<2xi64>) -> tensor<1x1x1x2xi16>
// CHECK: cortex_m.depthwise_conv {{.*}} : (tensor<1x2x2x2xi16>, tensor<2x2x2xi8>, tensor<2xi64>) -> tensor<1x1x1x2xi16>
func.func @convolutions(%x : tensor<1x2x4x4x!x>) -> (tensor<1x2x1x1x!x>, tensor<1x2x!y>) {
  %f = aten.constant @f : () -> tensor<2x2x3x3x!c>
  %d = aten.constant @d : () -> tensor<2x1x3x3x!c>
  %0 = aten.conv %x, %f {strides = [1, 1], padding = [1, 1], padding_behind = [1, 1], dilations = [1, 1], groups = 1} : (tensor<1x2x4x4x!x>, tensor<2x2x3x3x!c>) -> tensor<1x2x4x4x!x>
  %1 = aten.max_pool %0 {kernel = [2, 2], strides = [2, 2], padding = [0, 0], padding_behind = [0, 0], dilations = [1, 1]} : (tensor<1x2x4x4x!x>) -> tensor<1x2x2x2x!x>
  %2 = aten.conv %1, %d {strides = [1, 1], padding = [1, 1], padding_behind = [1, 1], dilations = [1, 1], groups = 2} : (tensor<1x2x2x2x!x>, tensor<2x1x3x3x!c>) -> tensor<1x2x2x2x!y>
  %3 = aten.avg_pool %2 {kernel = [2, 1], strides = [1, 1], padding = [0, 0], padding_behind = [0, 0], dilations = [1, 1], count_include_pad = true} : (tensor<1x2x2x2x!y>) -> tensor<1x2x1x2x!y>
  %4 = aten.avg_pool %3 {kernel = [1, 2], strides = [1, 1], padding = [0, 0], padding_behind = [0, 0], dilations = [1, 1], count_include_pad = true} : (tensor<1x2x1x2x!y>) -> tensor<1x2x1x1x!x>
  %5 = aten.mean %1 {dims = [2, 3], keepdim = false} : (tensor<1x2x2x2x!x>) -> tensor<1x2x!y>
  func.return %4, %5 : tensor<1x2x1x1x!x>, tensor<1x2x!y>
}
