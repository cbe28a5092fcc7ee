// RUN: cmlir-opt %s --fold-qdq | filecheck %s

!a = !quant.uniform<i8:f32, 0.5:3>
!b = !quant.uniform<i8:f32, 0.25:-4>
!w = !quant.uniform<i8:f32:1, {0.5, 0.25}>

// 0 has a code.
// CHECK-LABEL: @pad
// CHECK-NEXT:   %0 = aten.pad %x {before = [0, 0, 1], behind = [0, 0, 2], value = 0.000000e+00}
// CHECK-NEXT:   %1 = quant.dcast %0
// CHECK-NEXT:   func.return %1
func.func @pad(%x : tensor<1x3x4x!a>) -> tensor<1x3x7xf32> {
  %0 = quant.dcast %x : tensor<1x3x4x!a> to tensor<1x3x4xf32>
  %1 = aten.pad %0 {before = [0, 0, 1], behind = [0, 0, 2], value = 0.0 : f64} : (tensor<1x3x4xf32>) -> tensor<1x3x7xf32>
  func.return %1 : tensor<1x3x7xf32>
}

// No code stands for 0.3: the dequantize stays in front of it.
// CHECK-LABEL: @pad_between_codes
// CHECK-NEXT:   %0 = quant.dcast %x
// CHECK-NEXT:   %1 = aten.pad %0
// CHECK-NEXT:   func.return %1
func.func @pad_between_codes(%x : tensor<1x3x4x!a>) -> tensor<1x3x7xf32> {
  %0 = quant.dcast %x : tensor<1x3x4x!a> to tensor<1x3x4xf32>
  %1 = aten.pad %0 {before = [0, 0, 1], behind = [0, 0, 2], value = 0.3 : f64} : (tensor<1x3x4xf32>) -> tensor<1x3x7xf32>
  func.return %1 : tensor<1x3x7xf32>
}

// A quantize behind rounds what is put around as it rounds the rest.
// CHECK-LABEL: @quantized_pad
// CHECK-NEXT:   %0 = quant.qcast %x : tensor<1x3x4xf32>
// CHECK-NEXT:   %1 = aten.pad %0 {{.*}} : (tensor<1x3x4x!quant.uniform<i8:f32, 5.000000e-01:3>>)
// CHECK-NEXT:   func.return %1
func.func @quantized_pad(%x : tensor<1x3x4xf32>) -> tensor<1x3x7x!a> {
  %0 = aten.pad %x {before = [0, 0, 1], behind = [0, 0, 2], value = 0.3 : f64} : (tensor<1x3x4xf32>) -> tensor<1x3x7xf32>
  %1 = quant.qcast %0 : tensor<1x3x7xf32> to tensor<1x3x7x!a>
  func.return %1 : tensor<1x3x7x!a>
}

// CHECK-LABEL: @max_pool
// CHECK-NEXT:   %0 = aten.max_pool %x {kernel = [2], strides = [2], padding = [0], padding_behind = [0], dilations = [1]} : (tensor<1x3x4x!quant.uniform<i8:f32, 5.000000e-01:3>>)
// CHECK-NEXT:   %1 = quant.dcast %0
// CHECK-NEXT:   func.return %1
func.func @max_pool(%x : tensor<1x3x4x!a>) -> tensor<1x3x2xf32> {
  %0 = quant.dcast %x : tensor<1x3x4x!a> to tensor<1x3x4xf32>
  %1 = aten.max_pool %0 {kernel = [2], strides = [2], padding = [0], padding_behind = [0], dilations = [1]} : (tensor<1x3x4xf32>) -> tensor<1x3x2xf32>
  func.return %1 : tensor<1x3x2xf32>
}

// CHECK-LABEL: @quantized_max_pool
// CHECK-NEXT:   %0 = quant.qcast %x : tensor<1x3x4xf32>
// CHECK-NEXT:   %1 = aten.max_pool %0
// CHECK-NEXT:   func.return %1
func.func @quantized_max_pool(%x : tensor<1x3x4xf32>) -> tensor<1x3x2x!a> {
  %0 = aten.max_pool %x {kernel = [2], strides = [2], padding = [0], padding_behind = [0], dilations = [1]} : (tensor<1x3x4xf32>) -> tensor<1x3x2xf32>
  %1 = quant.qcast %0 : tensor<1x3x2xf32> to tensor<1x3x2x!a>
  func.return %1 : tensor<1x3x2x!a>
}

// Other operations that choose among elements.
// CHECK-LABEL: @selections
// CHECK-NEXT:   %0 = aten.adaptive_max_pool %x : (tensor<1x3x4x!quant.uniform<i8:f32, 5.000000e-01:3>>)
// CHECK-NEXT:   %1 = aten.pick %0 {places = [2, 2, 0]}
// CHECK-NEXT:   %2 = quant.dcast %1
// CHECK-NEXT:   func.return %2
func.func @selections(%x : tensor<1x3x4x!a>) -> tensor<1x3x3xf32> {
  %0 = quant.dcast %x : tensor<1x3x4x!a> to tensor<1x3x4xf32>
  %1 = aten.adaptive_max_pool %0 : (tensor<1x3x4xf32>) -> tensor<1x3x3xf32>
  %2 = aten.pick %1 {places = [2, 2, 0]} : (tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  func.return %2 : tensor<1x3x3xf32>
}

// What computes takes and gives codes.
// CHECK-LABEL: @computed
// CHECK-NEXT:   %0 = aten.adaptive_avg_pool %x : (tensor<1x3x4x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<1x3x3x!quant.uniform<i8:f32, 2.500000e-01:-4>>
// CHECK-NEXT:   %1 = aten.resample %0 {{.*}} -> tensor<1x3x1x!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK-NEXT:   %2 = aten.conv_transpose %1, %w bias(%c) {{.*}} -> tensor<1x2x2x!quant.uniform<i8:f32, 2.500000e-01:-4>>
// CHECK-NEXT:   func.return %2
func.func @computed(%x : tensor<1x3x4x!a>, %w : tensor<3x2x2x!w>, %c : tensor<2xf32>) -> tensor<1x2x2x!b> {
  %0 = quant.dcast %x : tensor<1x3x4x!a> to tensor<1x3x4xf32>
  %1 = aten.adaptive_avg_pool %0 : (tensor<1x3x4xf32>) -> tensor<1x3x3xf32>
  %2 = quant.qcast %1 : tensor<1x3x3xf32> to tensor<1x3x3x!b>
  %3 = quant.dcast %2 : tensor<1x3x3x!b> to tensor<1x3x3xf32>
  %4 = aten.resample %3 {taps = [2], places = [0, 2], weights = array<f64: 0.5, 0.5>} : (tensor<1x3x3xf32>) -> tensor<1x3x1xf32>
  %5 = quant.qcast %4 : tensor<1x3x1xf32> to tensor<1x3x1x!a>
  %6 = quant.dcast %5 : tensor<1x3x1x!a> to tensor<1x3x1xf32>
  %7 = quant.dcast %w : tensor<3x2x2x!w> to tensor<3x2x2xf32>
  %8 = aten.conv_transpose %6, %7 bias(%c) {groups = 1, strides = [1], padding = [0], output_padding = [0], dilations = [1]} : (tensor<1x3x1xf32>, tensor<3x2x2xf32>, tensor<2xf32>) -> tensor<1x2x2xf32>
  %9 = quant.qcast %8 : tensor<1x2x2xf32> to tensor<1x2x2x!b>
  func.return %9 : tensor<1x2x2x!b>
}
