// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK-LABEL: @conv
func.func @conv(%x : tensor<1x4x5x4xf32>, %w : tensor<6x3x2x2xf32>, %b : tensor<6xf32>) {
  // CHECK: %0 = cortex_m.f32_conv %x, %w {strides = [2, 1], padding = [1, -1], dilations = [1, 2], spread = [1, 3]} : (tensor<1x4x5x4xf32>, tensor<6x3x2x2xf32>) -> tensor<1x3x7x6xf32>
  %0 = cortex_m.f32_conv %x, %w {strides = [2, 1], padding = [1, -1], dilations = [1, 2], spread = [1, 3]} : (tensor<1x4x5x4xf32>, tensor<6x3x2x2xf32>) -> tensor<1x3x7x6xf32>
  // CHECK: %1 = cortex_m.f32_conv %x, %w bias(%b) {strides = [2, 1], padding = [1, -1], dilations = [1, 2], spread = [1, 3]} : (tensor<1x4x5x4xf32>, tensor<6x3x2x2xf32>, tensor<6xf32>) -> tensor<1x3x7x6xf32>
  %1 = cortex_m.f32_conv %x, %w bias(%b) {strides = [2, 1], padding = [1, -1], dilations = [1, 2], spread = [1, 3]} : (tensor<1x4x5x4xf32>, tensor<6x3x2x2xf32>, tensor<6xf32>) -> tensor<1x3x7x6xf32>
  func.return
}

// CHECK-LABEL: @conv_on_memrefs
func.func @conv_on_memrefs(%x : memref<1x4x5x4xf32>, %w : memref<6x3x2x2xf32>, %y : memref<1x3x7x6xf32>) {
  // CHECK: cortex_m.f32_conv %x, %w out(%y) {strides = [2, 1], padding = [1, -1], dilations = [1, 2], spread = [1, 3]} : (memref<1x4x5x4xf32>, memref<6x3x2x2xf32>, memref<1x3x7x6xf32>) -> ()
  cortex_m.f32_conv %x, %w out(%y) {strides = [2, 1], padding = [1, -1], dilations = [1, 2], spread = [1, 3]} : (memref<1x4x5x4xf32>, memref<6x3x2x2xf32>, memref<1x3x7x6xf32>) -> ()
  func.return
}

// CHECK-LABEL: @windows
func.func @windows(%x : tensor<1x4x5x3xf32>) {
  // CHECK: %0 = cortex_m.f32_window %x {function = "max", rows = [0, 2, 1, 1], columns = [0, 5, 2, 2, 4, 1], dilations = [2, 1], row_divisors = [2, 1], column_divisors = [5, 2, 1]} : (tensor<1x4x5x3xf32>) -> tensor<1x2x3x3xf32>
  %0 = cortex_m.f32_window %x {function = "max", rows = [0, 2, 1, 1], columns = [0, 5, 2, 2, 4, 1], dilations = [2, 1], row_divisors = [2, 1], column_divisors = [5, 2, 1]} : (tensor<1x4x5x3xf32>) -> tensor<1x2x3x3xf32>
  // CHECK: %1 = cortex_m.f32_window %x {function = "mean", rows = [0, 2, 1, 1], columns = [0, 5, 2, 2, 4, 1], dilations = [2, 1], row_divisors = [2, 1], column_divisors = [5, 2, 1]} : (tensor<1x4x5x3xf32>) -> tensor<1x2x3x3xf32>
  %1 = cortex_m.f32_window %x {function = "mean", rows = [0, 2, 1, 1], columns = [0, 5, 2, 2, 4, 1], dilations = [2, 1], row_divisors = [2, 1], column_divisors = [5, 2, 1]} : (tensor<1x4x5x3xf32>) -> tensor<1x2x3x3xf32>
  func.return
}

// CHECK-LABEL: @windows_on_memrefs
func.func @windows_on_memrefs(%x : memref<1x4x5x3xf32>, %y : memref<1x2x3x3xf32>) {
  // CHECK: cortex_m.f32_window %x out(%y) {function = "max", rows = [0, 2, 1, 1], columns = [0, 5, 2, 2, 4, 1], dilations = [2, 1], row_divisors = [2, 1], column_divisors = [5, 2, 1]} : (memref<1x4x5x3xf32>, memref<1x2x3x3xf32>) -> ()
  cortex_m.f32_window %x out(%y) {function = "max", rows = [0, 2, 1, 1], columns = [0, 5, 2, 2, 4, 1], dilations = [2, 1], row_divisors = [2, 1], column_divisors = [5, 2, 1]} : (memref<1x4x5x3xf32>, memref<1x2x3x3xf32>) -> ()
  func.return
}

// CHECK-LABEL: @resample_on_memrefs
func.func @resample_on_memrefs(%x : memref<1x4x5x3xf32>, %y : memref<1x2x1x3xf32>) {
  // CHECK: cortex_m.f32_resample %x out(%y) {rows = [0, 1, 2, 3], row_weights = array<f64: 2.500000e-01, 7.500000e-01, 1.000000e+00, 0.000000e+00>, columns = [4], column_weights = array<f64: 1.000000e+00>} : (memref<1x4x5x3xf32>, memref<1x2x1x3xf32>) -> ()
  cortex_m.f32_resample %x out(%y) {rows = [0, 1, 2, 3], row_weights = array<f64: 2.500000e-01, 7.500000e-01, 1.000000e+00, 0.000000e+00>, columns = [4], column_weights = array<f64: 1.000000e+00>} : (memref<1x4x5x3xf32>, memref<1x2x1x3xf32>) -> ()
  func.return
}

// CHECK-LABEL: @resample
func.func @resample(%x : tensor<1x4x5x3xf32>) {
  // CHECK: %0 = cortex_m.f32_resample %x {rows = [0, 1, 2, 3], row_weights = array<f64: 2.500000e-01, 7.500000e-01, 1.000000e+00, 0.000000e+00>, columns = [4], column_weights = array<f64: 1.000000e+00>} : (tensor<1x4x5x3xf32>) -> tensor<1x2x1x3xf32>
  %0 = cortex_m.f32_resample %x {rows = [0, 1, 2, 3], row_weights = array<f64: 2.500000e-01, 7.500000e-01, 1.000000e+00, 0.000000e+00>, columns = [4], column_weights = array<f64: 1.000000e+00>} : (tensor<1x4x5x3xf32>) -> tensor<1x2x1x3xf32>
  func.return
}
