// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'aten.conv_transpose': input (1, 4, 5, 7) does not fit weight (4, 3, 3)
func.func @rank(%x : tensor<1x4x5x7xf32>, %w : tensor<4x3x3xf32>, %b : tensor<3xf32>, %l : tensor<1x4x5xf32>, %v : tensor<4x3x2xf32>) {
  %0 = aten.conv_transpose %x, %w {groups = 1, strides = [2, 1], padding = [1, 0], output_padding = [1, 0], dilations = [1, 2]} : (tensor<1x4x5x7xf32>, tensor<4x3x3xf32>) -> tensor<1x3x10x9xf32>
  func.return
}
// -----
// CHECK: 'aten.conv_transpose': 4 channels do not fit weight (4, 3, 3, 2) in 3 groups
func.func @groups(%x : tensor<1x4x5x7xf32>, %w : tensor<4x3x3x2xf32>, %b : tensor<3xf32>, %l : tensor<1x4x5xf32>, %v : tensor<4x3x2xf32>) {
  %0 = aten.conv_transpose %x, %w {groups = 3, strides = [2, 1], padding = [1, 0], output_padding = [1, 0], dilations = [1, 2]} : (tensor<1x4x5x7xf32>, tensor<4x3x3x2xf32>) -> tensor<1x3x10x9xf32>
  func.return
}
// -----
// CHECK: 'aten.conv_transpose': bias must have shape 3
func.func @bias(%x : tensor<1x4x5x7xf32>, %w : tensor<4x3x3x2xf32>, %b : tensor<2xf32>, %l : tensor<1x4x5xf32>, %v : tensor<4x3x2xf32>) {
  %1 = aten.conv_transpose %x, %w bias(%b) {groups = 1, strides = [2, 1], padding = [1, 0], output_padding = [1, 0], dilations = [1, 2]} : (tensor<1x4x5x7xf32>, tensor<4x3x3x2xf32>, tensor<2xf32>) -> tensor<1x3x10x9xf32>
  func.return
}
// -----
// CHECK: 'aten.conv_transpose': strides [2] must be 2 numbers of at least 1
func.func @strides(%x : tensor<1x4x5x7xf32>, %w : tensor<4x3x3x2xf32>, %b : tensor<3xf32>, %l : tensor<1x4x5xf32>, %v : tensor<4x3x2xf32>) {
  %0 = aten.conv_transpose %x, %w {groups = 1, strides = [2], padding = [1, 0], output_padding = [1, 0], dilations = [1, 2]} : (tensor<1x4x5x7xf32>, tensor<4x3x3x2xf32>) -> tensor<1x3x10x9xf32>
  func.return
}
// -----
// CHECK: 'aten.conv_transpose': output_padding [-1, 0] must be 2 numbers of at least 0
func.func @more(%x : tensor<1x4x5x7xf32>, %w : tensor<4x3x3x2xf32>, %b : tensor<3xf32>, %l : tensor<1x4x5xf32>, %v : tensor<4x3x2xf32>) {
  %0 = aten.conv_transpose %x, %w {groups = 1, strides = [2, 1], padding = [1, 0], output_padding = [-1, 0], dilations = [1, 2]} : (tensor<1x4x5x7xf32>, tensor<4x3x3x2xf32>) -> tensor<1x3x10x9xf32>
  func.return
}
// -----
// CHECK: 'aten.conv_transpose': result must have shape 1x3x10x9
func.func @result(%x : tensor<1x4x5x7xf32>, %w : tensor<4x3x3x2xf32>, %b : tensor<3xf32>, %l : tensor<1x4x5xf32>, %v : tensor<4x3x2xf32>) {
  %0 = aten.conv_transpose %x, %w {groups = 1, strides = [2, 1], padding = [1, 0], output_padding = [1, 0], dilations = [1, 2]} : (tensor<1x4x5x7xf32>, tensor<4x3x3x2xf32>) -> tensor<1x3x9x9xf32>
  func.return
}
// -----
// CHECK: 'aten.adaptive_avg_pool': input (1, 4, 5, 7) and result (1, 3, 2, 3) must be [N, C, size
func.func @channels(%x : tensor<1x4x5x7xf32>, %l : tensor<1x4x5xf32>) {
  %0 = aten.adaptive_avg_pool %x : (tensor<1x4x5x7xf32>) -> tensor<1x3x2x3xf32>
  func.return
}
// -----
// CHECK: 'aten.adaptive_avg_pool': input (1, 4, 5, 7) and result (1, 4, 0, 3) must not be empty
func.func @empty(%x : tensor<1x4x5x7xf32>, %l : tensor<1x4x5xf32>) {
  %0 = aten.adaptive_avg_pool %x : (tensor<1x4x5x7xf32>) -> tensor<1x4x0x3xf32>
  func.return
}
// -----
// CHECK: 'aten.adaptive_max_pool': result must have elements of type f32
func.func @element(%x : tensor<1x4x5x7xf32>, %l : tensor<1x4x5xf32>) {
  %1 = aten.adaptive_max_pool %l : (tensor<1x4x5xf32>) -> tensor<1x4x3xi8>
  func.return
}
// -----
// CHECK: 'aten.pick': places must be 4 numbers, one for each index
func.func @few(%x : tensor<1x4x5x7xf32>, %l : tensor<1x4x5xf32>) {
  %2 = aten.pick %x {places = [0, 4, 4]} : (tensor<1x4x5x7xf32>) -> tensor<1x4x3x1xf32>
  func.return
}
// -----
// CHECK: 'aten.pick': places [0, 4, 5] are not all in an axis of 5
func.func @place(%x : tensor<1x4x5x7xf32>, %l : tensor<1x4x5xf32>) {
  %2 = aten.pick %x {places = [0, 4, 5, 6]} : (tensor<1x4x5x7xf32>) -> tensor<1x4x3x1xf32>
  func.return
}
// -----
// CHECK: 'aten.pick': result must have elements of type f32
func.func @picked(%x : tensor<1x4x5x7xf32>, %l : tensor<1x4x5xf32>) {
  %2 = aten.pick %x {places = [0, 4, 4, 6]} : (tensor<1x4x5x7xf32>) -> tensor<1x4x3x1xi8>
  func.return
}
// -----
// CHECK: 'aten.resample': places and weights must be as many as results times taps
func.func @taps(%x : tensor<1x4x5x7xf32>, %l : tensor<1x4x5xf32>) {
  %3 = aten.resample %l {taps = [1], places = [0, 1, 4, 4], weights = array<f64: 2.500000e-01, 7.500000e-01, 1.000000e+00, 0.000000e+00>} : (tensor<1x4x5xf32>) -> tensor<1x4x2xf32>
  func.return
}
// -----
// CHECK: 'aten.resample': places and weights must be as many as results times taps
func.func @weights(%x : tensor<1x4x5x7xf32>, %l : tensor<1x4x5xf32>) {
  %3 = aten.resample %l {taps = [2], places = [0, 1, 4, 4], weights = array<f64: 2.500000e-01, 7.500000e-01, 1.000000e+00>} : (tensor<1x4x5xf32>) -> tensor<1x4x2xf32>
  func.return
}
// -----
// CHECK: 'aten.resample': places [0, 1, 5, 4] are not all in an axis of 5
func.func @source(%x : tensor<1x4x5x7xf32>, %l : tensor<1x4x5xf32>) {
  %3 = aten.resample %l {taps = [2], places = [0, 1, 5, 4], weights = array<f64: 2.500000e-01, 7.500000e-01, 1.000000e+00, 0.000000e+00>} : (tensor<1x4x5xf32>) -> tensor<1x4x2xf32>
  func.return
}
