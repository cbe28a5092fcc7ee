// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK-LABEL: @conv_transpose
func.func @conv_transpose(%x : tensor<1x4x5x7xf32>, %w : tensor<4x3x3x2xf32>, %b : tensor<3xf32>, %l : tensor<1x4x5xf32>, %v : tensor<4x3x2xf32>) {
  // CHECK: %0 = aten.conv_transpose %x, %w {groups = 1, strides = [2, 1], padding = [1, 0], output_padding = [1, 0], dilations = [1, 2]} : (tensor<1x4x5x7xf32>, tensor<4x3x3x2xf32>) -> tensor<1x3x10x9xf32>
  %0 = aten.conv_transpose %x, %w {groups = 1, strides = [2, 1], padding = [1, 0], output_padding = [1, 0], dilations = [1, 2]} : (tensor<1x4x5x7xf32>, tensor<4x3x3x2xf32>) -> tensor<1x3x10x9xf32>
  // CHECK: %1 = aten.conv_transpose %x, %w bias(%b) {groups = 1, strides = [2, 1], padding = [1, 0], output_padding = [1, 0], dilations = [1, 2]} : (tensor<1x4x5x7xf32>, tensor<4x3x3x2xf32>, tensor<3xf32>) -> tensor<1x3x10x9xf32>
  %1 = aten.conv_transpose %x, %w bias(%b) {groups = 1, strides = [2, 1], padding = [1, 0], output_padding = [1, 0], dilations = [1, 2]} : (tensor<1x4x5x7xf32>, tensor<4x3x3x2xf32>, tensor<3xf32>) -> tensor<1x3x10x9xf32>
  // CHECK: %2 = aten.conv_transpose %l, %v {groups = 2, strides = [2], padding = [0], output_padding = [0], dilations = [1]} : (tensor<1x4x5xf32>, tensor<4x3x2xf32>) -> tensor<1x6x10xf32>
  %2 = aten.conv_transpose %l, %v {groups = 2, strides = [2], padding = [0], output_padding = [0], dilations = [1]} : (tensor<1x4x5xf32>, tensor<4x3x2xf32>) -> tensor<1x6x10xf32>
  func.return
}

// CHECK-LABEL: @resizing
func.func @resizing(%x : tensor<1x4x5x7xf32>, %l : tensor<1x4x5xf32>) {
  // CHECK: %0 = aten.adaptive_avg_pool %x : (tensor<1x4x5x7xf32>) -> tensor<1x4x2x3xf32>
  %0 = aten.adaptive_avg_pool %x : (tensor<1x4x5x7xf32>) -> tensor<1x4x2x3xf32>
  // CHECK: %1 = aten.adaptive_max_pool %l : (tensor<1x4x5xf32>) -> tensor<1x4x3xf32>
  %1 = aten.adaptive_max_pool %l : (tensor<1x4x5xf32>) -> tensor<1x4x3xf32>
  // CHECK: %2 = aten.pick %x {places = [0, 4, 4, 6]} : (tensor<1x4x5x7xf32>) -> tensor<1x4x3x1xf32>
  %2 = aten.pick %x {places = [0, 4, 4, 6]} : (tensor<1x4x5x7xf32>) -> tensor<1x4x3x1xf32>
  // CHECK: %3 = aten.resample %l {taps = [2], places = [0, 1, 4, 4], weights = array<f64: 2.500000e-01, 7.500000e-01, 1.000000e+00, 0.000000e+00>} : (tensor<1x4x5xf32>) -> tensor<1x4x2xf32>
  %3 = aten.resample %l {taps = [2], places = [0, 1, 4, 4], weights = array<f64: 2.500000e-01, 7.500000e-01, 1.000000e+00, 0.000000e+00>} : (tensor<1x4x5xf32>) -> tensor<1x4x2xf32>
  func.return
}
