// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'cortex_m.f32_conv': weights (6, 3, 2, 3) must be [O, KH, KW, C / groups] for (1, 4, 5, 4)
func.func @weights(%x : tensor<1x4x5x4xf32>, %w : tensor<6x3x2x3xf32>, %b : tensor<6xf32>) {
  %0 = cortex_m.f32_conv %x, %w {strides = [2, 1], padding = [1, -1], dilations = [1, 2], spread = [1, 3]} : (tensor<1x4x5x4xf32>, tensor<6x3x2x3xf32>) -> tensor<1x3x7x6xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_conv': 5 channels do not divide into 2 groups
func.func @groups(%x : tensor<1x4x5x4xf32>, %w : tensor<5x3x2x2xf32>, %b : tensor<6xf32>) {
  %0 = cortex_m.f32_conv %x, %w {strides = [2, 1], padding = [1, -1], dilations = [1, 2], spread = [1, 3]} : (tensor<1x4x5x4xf32>, tensor<5x3x2x2xf32>) -> tensor<1x3x7x5xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_conv': out must have shape 1x3x7x6
func.func @out(%x : tensor<1x4x5x4xf32>, %w : tensor<6x3x2x2xf32>, %b : tensor<6xf32>) {
  %0 = cortex_m.f32_conv %x, %w {strides = [2, 1], padding = [1, -1], dilations = [1, 2], spread = [1, 3]} : (tensor<1x4x5x4xf32>, tensor<6x3x2x2xf32>) -> tensor<1x3x7x5xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_conv': bias must have shape 6
func.func @bias(%x : tensor<1x4x5x4xf32>, %w : tensor<6x3x2x2xf32>, %b : tensor<5xf32>) {
  %1 = cortex_m.f32_conv %x, %w bias(%b) {strides = [2, 1], padding = [1, -1], dilations = [1, 2], spread = [1, 3]} : (tensor<1x4x5x4xf32>, tensor<6x3x2x2xf32>, tensor<5xf32>) -> tensor<1x3x7x6xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_conv': spread must be two numbers, positive ones: (0, 3)
func.func @spread(%x : tensor<1x4x5x4xf32>, %w : tensor<6x3x2x2xf32>, %b : tensor<6xf32>) {
  %0 = cortex_m.f32_conv %x, %w {strides = [2, 1], padding = [1, -1], dilations = [1, 2], spread = [0, 3]} : (tensor<1x4x5x4xf32>, tensor<6x3x2x2xf32>) -> tensor<1x3x7x6xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_conv': padding must be two numbers, positive ones: (1,)
func.func @padding(%x : tensor<1x4x5x4xf32>, %w : tensor<6x3x2x2xf32>, %b : tensor<6xf32>) {
  %0 = cortex_m.f32_conv %x, %w {strides = [2, 1], padding = [1], dilations = [1, 2], spread = [1, 3]} : (tensor<1x4x5x4xf32>, tensor<6x3x2x2xf32>) -> tensor<1x3x7x6xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_conv': input must have elements of type f32
func.func @element(%x : tensor<1x4x5x4xi8>, %w : tensor<6x3x2x2xf32>, %b : tensor<6xf32>) {
  %0 = cortex_m.f32_conv %x, %w {strides = [2, 1], padding = [1, -1], dilations = [1, 2], spread = [1, 3]} : (tensor<1x4x5x4xi8>, tensor<6x3x2x2xf32>) -> tensor<1x3x7x6xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_window': out must be [N, H, W, C], but is (1, 2, 9)
func.func @rank(%x : tensor<1x4x5x3xf32>) {
  %0 = cortex_m.f32_window %x {function = "max", rows = [0, 2, 1, 1], columns = [0, 5, 2, 2, 4, 1], dilations = [2, 1], row_divisors = [2, 1], column_divisors = [5, 2, 1]} : (tensor<1x4x5x3xf32>) -> tensor<1x2x9xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_window':
func.func @function(%x : tensor<1x4x5x3xf32>) {
  %0 = cortex_m.f32_window %x {function = "median", rows = [0, 2, 1, 1], columns = [0, 5, 2, 2, 4, 1], dilations = [2, 1], row_divisors = [2, 1], column_divisors = [5, 2, 1]} : (tensor<1x4x5x3xf32>) -> tensor<1x2x3x3xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_window': dilations must be two numbers from 1 up: (0, 1)
func.func @dilations(%x : tensor<1x4x5x3xf32>) {
  %0 = cortex_m.f32_window %x {function = "max", rows = [0, 2, 1, 1], columns = [0, 5, 2, 2, 4, 1], dilations = [0, 1], row_divisors = [2, 1], column_divisors = [5, 2, 1]} : (tensor<1x4x5x3xf32>) -> tensor<1x2x3x3xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_window': rows and columns must be windows inside the image, one each
func.func @outside(%x : tensor<1x4x5x3xf32>) {
  %0 = cortex_m.f32_window %x {function = "max", rows = [0, 3, 1, 1], columns = [0, 5, 2, 2, 4, 1], dilations = [2, 1], row_divisors = [2, 1], column_divisors = [5, 2, 1]} : (tensor<1x4x5x3xf32>) -> tensor<1x2x3x3xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_window': divisors must be one for each row and column, none of them 0
func.func @divisors(%x : tensor<1x4x5x3xf32>) {
  %1 = cortex_m.f32_window %x {function = "mean", rows = [0, 2, 1, 1], columns = [0, 5, 2, 2, 4, 1], dilations = [2, 1], row_divisors = [2, 0], column_divisors = [5, 2, 1]} : (tensor<1x4x5x3xf32>) -> tensor<1x2x3x3xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_resample': places and weights must be as many as results times taps
func.func @taps(%x : tensor<1x4x5x3xf32>) {
  %0 = cortex_m.f32_resample %x {rows = [0, 1, 2], row_weights = array<f64: 2.500000e-01, 7.500000e-01, 1.000000e+00, 0.000000e+00>, columns = [4], column_weights = array<f64: 1.000000e+00>} : (tensor<1x4x5x3xf32>) -> tensor<1x2x1x3xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_resample': places [0, 1, 2, 4] are not all in an axis of 4
func.func @places(%x : tensor<1x4x5x3xf32>) {
  %0 = cortex_m.f32_resample %x {rows = [0, 1, 2, 4], row_weights = array<f64: 2.500000e-01, 7.500000e-01, 1.000000e+00, 0.000000e+00>, columns = [4], column_weights = array<f64: 1.000000e+00>} : (tensor<1x4x5x3xf32>) -> tensor<1x2x1x3xf32>
  func.return
}
