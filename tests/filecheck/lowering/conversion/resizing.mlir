// RUN: cmlir-opt %s --convert-aten-to-cortex-m --split-input-file | filecheck %s

!a = !quant.uniform<i8:f32, 0.5:3>
!b = !quant.uniform<i8:f32, 0.25:-4>

// A dilated window is what of it lies inside: start and count of each.
// CHECK-LABEL: @dilated
// CHECK: cortex_m.window_max %{{.*}} {dilations = [2, 1], rows = [1, 2, 1, 2], columns = [0, 2, 2, 2], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x2xi8>) -> tensor<1x2x2x2xi8>
func.func @dilated(%x : tensor<1x2x4x5x!a>) -> tensor<1x2x2x2x!a> {
  %0 = aten.max_pool %x {kernel = [3, 2], strides = [2, 2], padding = [1, 0], padding_behind = [2, 0], dilations = [2, 1]} : (tensor<1x2x4x5x!a>) -> tensor<1x2x2x2x!a>
  func.return %0 : tensor<1x2x2x2x!a>
}

// Divisors of 2 and 4 with other parameters: 0.5 / 0.25 / 2 is 2^0, a half of that 2^-1.
// CHECK-LABEL: @uneven
// CHECK: cortex_m.window_mean %{{.*}} {row_kinds = [0, 0], column_kinds = [0, 1, 1], input_offset = -3, output_offset = -4, rescale = #cortex_m.rescale<[1073741824, 1073741824], [1, 0]>, rows = [0, 2, 2, 2], columns = [0, 1, 1, 2, 3, 2], clamp = #cortex_m.clamp<-128, 127>}
// CHECK-NOT: depthwise
func.func @uneven(%x : tensor<1x2x4x5x!a>) -> tensor<1x2x2x3x!b> {
  %0 = aten.avg_pool %x {count_include_pad = false, kernel = [2, 2], strides = [2, 2], padding = [0, 1], padding_behind = [0, 1], dilations = [1, 1]} : (tensor<1x2x4x5x!a>) -> tensor<1x2x2x3x!b>
  func.return %0 : tensor<1x2x2x3x!b>
}

// CHECK-LABEL: @adaptive
// CHECK: cortex_m.window_mean %{{.*}}rows = [0, 2, 1, 2, 2, 2], columns = [0, 3, 2, 3]{{.*}} : (tensor<1x4x5x2xi8>) -> tensor<1x3x2x2xi8>
// CHECK: cortex_m.window_max %{{.*}}dilations = [1, 1], rows = [0, 3], columns = [0, 2]{{.*}} : (tensor<1x3x2x2xi8>) -> tensor<1x1x1x2xi8>
func.func @adaptive(%x : tensor<1x2x4x5x!a>) -> tensor<1x2x1x1x!b> {
  %0 = aten.adaptive_avg_pool %x : (tensor<1x2x4x5x!a>) -> tensor<1x2x3x2x!b>
  %1 = aten.adaptive_max_pool %0 : (tensor<1x2x3x2x!b>) -> tensor<1x2x1x1x!b>
  func.return %1 : tensor<1x2x1x1x!b>
}

// A line is a row of pixels.
// CHECK-LABEL: @line
// CHECK: cortex_m.pick %{{.*}} {rows = [0], columns = [4, 0, 0]} : (tensor<1x1x5x2xi8>) -> tensor<1x1x3x2xi8>
func.func @line(%x : tensor<1x2x5x!a>) -> tensor<1x2x3x!a> {
  %0 = aten.pick %x {places = [4, 0, 0]} : (tensor<1x2x5x!a>) -> tensor<1x2x3x!a>
  func.return %0 : tensor<1x2x3x!a>
}

// Rows are only picked: their weights are 0 and 1, and all the precision is for the columns.
// CHECK-LABEL: @resample
// CHECK: cortex_m.resample %{{.*}} {rows = [0, 3], row_weights = [1, 1], columns = [0, 1, 4, 4], column_weights = [4096, 12288, 16384, 0], input_offset = -3, output_offset = -4, rescale = #cortex_m.rescale<262144, 0>
func.func @resample(%x : tensor<1x2x4x5x!a>) -> tensor<1x2x2x2x!b> {
  %0 = aten.resample %x {taps = [1, 2], places = [0, 3, 0, 1, 4, 4], weights = array<f64: 1.0, 1.0, 0.25, 0.75, 1.0, 0.0>} : (tensor<1x2x4x5x!a>) -> tensor<1x2x2x2x!b>
  func.return %0 : tensor<1x2x2x2x!b>
}

// -----
!a = !quant.uniform<i8:f32, 0.5:3>
!b = !quant.uniform<i8:f32, 0.25:-4>
!w = !quant.uniform<i8:f32:1, {0.5, 0.25}>

// Weights [C, O, K] phase by phase: taps 0 and 2 of each output channel meet at even elements, tap 1
// at odd ones. Sums hold the input's zero point: -3 * (1 + 3), -3 * (4 + 6), -3 * 2, -3 * 5.
// CHECK: ml_program.global private @w_phases(dense<[1, 3, 4, 6, 2, 5]> : tensor<6xi8>)
// CHECK: ml_program.global private @w_sums(dense<{{\[\[-12, -30\], \[-6, -15\]\]}}> : tensor<2x2xi32>)
ml_program.global private @w(dense<[[[1, 2, 3], [4, 5, 6]]]> : tensor<1x2x3xi8>) : tensor<1x2x3xi8>
// CHECK-LABEL: @conv_transpose
// CHECK: cortex_m.transpose_conv %{{.*}} sums(%{{.*}}) {kernel_size = [1, 3], groups = 1, dilations = [1, 1], input_offset = -3, output_offset = -4, rescale = #cortex_m.rescale<[1073741824, 1073741824], [1, 0]>, strides = [1, 2], padding = [0, 1], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x1x4x1xi8>, tensor<6xi8>, tensor<2x2xi32>) -> tensor<1x1x8x2xi8>
func.func @conv_transpose(%x : tensor<1x1x4x!a>) -> tensor<1x2x8x!b> {
  %w = aten.constant @w : () -> tensor<1x2x3x!w>
  %0 = aten.conv_transpose %x, %w {groups = 1, strides = [2], padding = [1], output_padding = [1], dilations = [1]} : (tensor<1x1x4x!a>, tensor<1x2x3x!w>) -> tensor<1x2x8x!b>
  func.return %0 : tensor<1x2x8x!b>
}

// -----
!a = !quant.uniform<i8:f32, 0.5:3>
!w = !quant.uniform<i8:f32:0, {0.5, 0.25}>

// Scales of input channels, each of which makes two output channels of its own.
ml_program.global private @w(dense<[[[1], [2]], [[3], [4]]]> : tensor<2x2x1xi8>) : tensor<2x2x1xi8>
// CHECK-LABEL: @channels
// CHECK: cortex_m.transpose_conv {{.*}}rescale = #cortex_m.rescale<[1073741824, 1073741824, 536870912, 536870912], [0, 0, 0, 0]>
func.func @channels(%x : tensor<1x2x4x!a>) -> tensor<1x4x4x!a> {
  %w = aten.constant @w : () -> tensor<2x2x1x!w>
  %0 = aten.conv_transpose %x, %w {groups = 2, strides = [1], padding = [0], output_padding = [0], dilations = [1]} : (tensor<1x2x4x!a>, tensor<2x2x1x!w>) -> tensor<1x4x4x!a>
  func.return %0 : tensor<1x4x4x!a>
}

// -----
!a = !quant.uniform<i8:f32, 0.5:3>
!w = !quant.uniform<i8:f32, 0.5>

// CMSIS-NN's function takes the weights as [O, KH, KW, C] and a bias; it has no dilation.
module attributes {cortex_m.kernels = "cmsis-nn"} {
// CHECK: ml_program.global private @w_1(dense<{{\[\[\[\[1\], \[2\], \[3\]\]\], \[\[\[4\], \[5\], \[6\]\]\]\]}}> : tensor<2x1x3x1xi8>)
// CHECK: ml_program.global private @w_bias(dense<0> : tensor<2xi32>)
ml_program.global private @w(dense<[[[1, 2, 3], [4, 5, 6]]]> : tensor<1x2x3xi8>) : tensor<1x2x3xi8>
// CHECK-LABEL: @plain
// CHECK: cortex_m.transpose_conv %{{.*}} bias(%{{.*}})
// CHECK: cortex_m.transpose_conv %{{.*}} sums(%{{.*}}) {{.*}}dilations = [1, 2]
func.func @plain(%x : tensor<1x1x4x!a>) -> (tensor<1x2x9x!a>, tensor<1x2x11x!a>) {
  %w = aten.constant @w : () -> tensor<1x2x3x!w>
  %0 = aten.conv_transpose %x, %w {groups = 1, strides = [2], padding = [0], output_padding = [0], dilations = [1]} : (tensor<1x1x4x!a>, tensor<1x2x3x!w>) -> tensor<1x2x9x!a>
  %1 = aten.conv_transpose %x, %w {groups = 1, strides = [2], padding = [0], output_padding = [0], dilations = [2]} : (tensor<1x1x4x!a>, tensor<1x2x3x!w>) -> tensor<1x2x11x!a>
  func.return %0, %1 : tensor<1x2x9x!a>, tensor<1x2x11x!a>
}
}
