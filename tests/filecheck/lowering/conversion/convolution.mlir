// RUN: cmlir-opt %s --convert-aten-to-cortex-m --split-input-file | filecheck %s

!a = !quant.uniform<i8:f32, 0.5:3>
!b = !quant.uniform<i8:f32, 0.25:-4>
!w = !quant.uniform<i8:f32:0, {0.5, 0.25}>

// Channels go behind the spatial axes and come back; weights are turned at once. Sums hold the
// input's zero point: -3 * (1 + 2 + 3 + 4).
// CHECK: ml_program.global private @w_1(dense<{{\[\[\[\[1, 3\], \[2, 4\]\]\], \[\[\[5, 7\], \[6, 8\]\]\]\]}}> : tensor<2x1x2x2xi8>)
// CHECK: ml_program.global private @w_sums(dense<[-30, -78]> : tensor<2xi32>)
ml_program.global private @w(dense<[[[[1, 2]], [[3, 4]]], [[[5, 6]], [[7, 8]]]]> : tensor<2x2x1x2xi8>) : tensor<2x2x1x2xi8>
// CHECK-LABEL: @conv
// CHECK:        %1 = cortex_m.view %x {offset = 0} : (tensor<1x2x4x5xi8>) -> tensor<2x20xi8>
// CHECK-NEXT:   %2 = cortex_m.transpose %1 {permutation = [1, 0]} : (tensor<2x20xi8>) -> tensor<20x2xi8>
// CHECK-NEXT:   %3 = cortex_m.view %2 {offset = 0} : (tensor<20x2xi8>) -> tensor<1x4x5x2xi8>
// CHECK-NEXT:   %4 = cortex_m.constant @w_1 : () -> tensor<2x1x2x2xi8>
// CHECK-NEXT:   %5 = cortex_m.constant @w_sums : () -> tensor<2xi32>
// CHECK-NEXT:   %6 = cortex_m.conv %3, %4 sums(%5) {dilations = [1, 1], input_offset = -3, output_offset = -4, rescale = #cortex_m.rescale<[1073741824, 1073741824], [1, 0]>, strides = [1, 1], padding = [0, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x2xi8>, tensor<2x1x2x2xi8>, tensor<2xi32>) -> tensor<1x4x4x2xi8>
// CHECK-NEXT:   %7 = cortex_m.view %6
// CHECK-NEXT:   %8 = cortex_m.transpose %7 {permutation = [1, 0]} : (tensor<16x2xi8>) -> tensor<2x16xi8>
func.func @conv(%x : tensor<1x2x4x5x!a>) -> tensor<1x2x4x4x!b> {
  %w = aten.constant @w : () -> tensor<2x2x1x2x!w>
  %0 = aten.conv %x, %w {groups = 1, strides = [1, 1], padding = [0, 0], padding_behind = [0, 0], dilations = [1, 1]} : (tensor<1x2x4x5x!a>, tensor<2x2x1x2x!w>) -> tensor<1x2x4x4x!b>
  func.return %0 : tensor<1x2x4x4x!b>
}

// -----
!a = !quant.uniform<i8:f32, 0.5:3>
!w = !quant.uniform<i8:f32, 0.5>

ml_program.global private @w(dense<[[[1, 2]], [[3, 4]]]> : tensor<2x1x2xi8>) : tensor<2x1x2xi8>
ml_program.global private @v(dense<1> : tensor<1x2x1xi8>) : tensor<1x2x1xi8>
// One channel: nothing to transpose. One spatial axis is the width. Between two convolutions
// nothing moves, nor before a single channel at the end.
// CHECK-LABEL: @line
// CHECK-NOT:    cortex_m.transpose
// CHECK:        cortex_m.view %x {offset = 0} : (tensor<1x1x6xi8>) -> tensor<1x1x6x1xi8>
// CHECK-NOT:    cortex_m.transpose
// CHECK:        cortex_m.conv {{.*}} : (tensor<1x1x6x1xi8>, tensor<2x1x2x1xi8>, tensor<2xi32>) -> tensor<1x1x5x2xi8>
// CHECK-NOT:    cortex_m.transpose
// CHECK:        cortex_m.conv {{.*}} : (tensor<1x1x5x2xi8>, tensor<1x1x1x2xi8>, tensor<1xi32>) -> tensor<1x1x5x1xi8>
// CHECK-NEXT:   cortex_m.view
// CHECK-NEXT:   func.return
func.func @line(%x : tensor<1x1x6x!a>) -> tensor<1x1x5x!a> {
  %w = aten.constant @w : () -> tensor<2x1x2x!w>
  %v = aten.constant @v : () -> tensor<1x2x1x!w>
  %0 = aten.conv %x, %w {groups = 1, strides = [1], padding = [0], padding_behind = [0], dilations = [1]} : (tensor<1x1x6x!a>, tensor<2x1x2x!w>) -> tensor<1x2x5x!a>
  %1 = aten.conv %0, %v {groups = 1, strides = [1], padding = [0], padding_behind = [0], dilations = [1]} : (tensor<1x2x5x!a>, tensor<1x2x1x!w>) -> tensor<1x1x5x!a>
  func.return %1 : tensor<1x1x5x!a>
}

// -----
!a = !quant.uniform<i8:f32, 0.5:3>
!w = !quant.uniform<i8:f32, 0.5>

// Groups of one channel are a depthwise convolution. For CMSIS-NN the bias stays by itself.
builtin.module attributes {cortex_m.kernels = "cmsis-nn"} {
  // CHECK: ml_program.global private @w_1(dense<{{\[\[\[1, 3\], \[2, 4\]\]\]}}> : tensor<1x2x2xi8>)
  ml_program.global private @w(dense<[[[[1, 2]]], [[[3, 4]]]]> : tensor<2x1x1x2xi8>) : tensor<2x1x1x2xi8>
  ml_program.global private @b(dense<[1.0, -2.0]> : tensor<2xf32>) : tensor<2xf32>
  // CHECK: ml_program.global private @w_bias(dense<[4, -8]> : tensor<2xi32>)
  // CHECK-LABEL: @depthwise
  // CHECK: cortex_m.depthwise_conv %{{.*}}, %{{.*}} bias(%{{.*}}) {dilations = [1, 1], {{.*}}, strides = [1, 2], padding = [0, 1], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x2xi8>, tensor<1x2x2xi8>, tensor<2xi32>) -> tensor<1x4x3x2xi8>
  func.func @depthwise(%x : tensor<1x2x4x5x!a>) -> tensor<1x2x4x3x!a> {
    %w = aten.constant @w : () -> tensor<2x1x1x2x!w>
    %b = aten.constant @b : () -> tensor<2xf32>
    %0 = aten.conv %x, %w bias(%b) {groups = 2, strides = [1, 2], padding = [0, 1], padding_behind = [0, 1], dilations = [1, 1]} : (tensor<1x2x4x5x!a>, tensor<2x1x1x2x!w>, tensor<2xf32>) -> tensor<1x2x4x3x!a>
    func.return %0 : tensor<1x2x4x3x!a>
  }
}

// -----
!a = !quant.uniform<i8:f32, 0.5:3>

ml_program.global private @s(dense<[-2.0, 0.5]> : tensor<2xf32>) : tensor<2xf32>
ml_program.global private @t(dense<[1.0, 0.0]> : tensor<2xf32>) : tensor<2xf32>
// What stands alone is a convolution of one pixel; the sign is that of the weight. (1 / (0.5 * 2 /
// 127)) + 3 * 127 and -3 * 127.
// CHECK: ml_program.global private @s_codes(dense<{{\[\[\[-127, 127\]\]\]}}> : tensor<1x1x2xi8>)
// CHECK: ml_program.global private @s_codes_sums(dense<[508, -381]> : tensor<2xi32>)
// CHECK-LABEL: @batch_norm
// CHECK: cortex_m.depthwise_conv {{.*}} : (tensor<3x1x1x2xi8>, tensor<1x1x2xi8>, tensor<2xi32>) -> tensor<3x1x1x2xi8>
func.func @batch_norm(%x : tensor<3x2x!a>) -> tensor<3x2x!a> {
  %s = aten.constant @s : () -> tensor<2xf32>
  %t = aten.constant @t : () -> tensor<2xf32>
  %0 = aten.batch_norm %x, %s, %t : (tensor<3x2x!a>, tensor<2xf32>, tensor<2xf32>) -> tensor<3x2x!a>
  func.return %0 : tensor<3x2x!a>
}
