// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

!q = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32:0, {0.5, 0.25}>

// CHECK-LABEL: @conv
func.func @conv(%x : tensor<1x4x9x7xf32>, %w : tensor<6x2x3x2xf32>, %b : tensor<6xf32>, %q : tensor<1x3x8x!q>, %v : tensor<2x3x3x!w>) {
  // CHECK: %0 = aten.conv %x, %w {groups = 2, strides = [2, 1], padding = [1, 0], padding_behind = [1, 1], dilations = [1, 2]} : (tensor<1x4x9x7xf32>, tensor<6x2x3x2xf32>) -> tensor<1x6x5x6xf32>
  %0 = aten.conv %x, %w {groups = 2, strides = [2, 1], padding = [1, 0], padding_behind = [1, 1], dilations = [1, 2]} : (tensor<1x4x9x7xf32>, tensor<6x2x3x2xf32>) -> tensor<1x6x5x6xf32>
  // CHECK: %1 = aten.conv %x, %w bias(%b) {{.*}} : (tensor<1x4x9x7xf32>, tensor<6x2x3x2xf32>, tensor<6xf32>) -> tensor<1x6x7x6xf32>
  %1 = aten.conv %x, %w bias(%b) {groups = 2, strides = [1, 1], padding = [0, 0], padding_behind = [0, 0], dilations = [1, 1]} : (tensor<1x4x9x7xf32>, tensor<6x2x3x2xf32>, tensor<6xf32>) -> tensor<1x6x7x6xf32>
  // CHECK: %2 = aten.conv %q, %v {groups = 1, strides = [1], padding = [0], padding_behind = [0], dilations = [1]} : (tensor<1x3x8x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x3x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<1x2x6x!quant.uniform<i8:f32, 5.000000e-01>>
  %2 = aten.conv %q, %v {groups = 1, strides = [1], padding = [0], padding_behind = [0], dilations = [1]} : (tensor<1x3x8x!q>, tensor<2x3x3x!w>) -> tensor<1x2x6x!q>
  func.return
}

// CHECK-LABEL: @pools
func.func @pools(%x : tensor<1x4x9x7xf32>, %q : tensor<1x3x8x!q>) {
  // CHECK: %0 = aten.max_pool %x {kernel = [3, 2], strides = [2, 2], padding = [1, 0], padding_behind = [1, 1], dilations = [1, 1]} : (tensor<1x4x9x7xf32>) -> tensor<1x4x5x4xf32>
  %0 = aten.max_pool %x {kernel = [3, 2], strides = [2, 2], padding = [1, 0], padding_behind = [1, 1], dilations = [1, 1]} : (tensor<1x4x9x7xf32>) -> tensor<1x4x5x4xf32>
  // CHECK: %1 = aten.avg_pool %x {count_include_pad = true, kernel = [3, 3], strides = [1, 1], padding = [0, 0], padding_behind = [0, 0], dilations = [1, 1]}
  %1 = aten.avg_pool %x {count_include_pad = true, kernel = [3, 3], strides = [1, 1], padding = [0, 0], padding_behind = [0, 0], dilations = [1, 1]} : (tensor<1x4x9x7xf32>) -> tensor<1x4x7x5xf32>
  // CHECK: %2 = aten.avg_pool %q {count_include_pad = false, divisor = 3, kernel = [2], strides = [2], padding = [0], padding_behind = [0], dilations = [1]}
  %2 = aten.avg_pool %q {count_include_pad = false, divisor = 3, kernel = [2], strides = [2], padding = [0], padding_behind = [0], dilations = [1]} : (tensor<1x3x8x!q>) -> tensor<1x3x4x!q>
  func.return
}

// CHECK-LABEL: @batch_norm
func.func @batch_norm(%x : tensor<2x4x9xf32>, %s : tensor<4xf32>, %t : tensor<4xf32>) {
  // CHECK: %0 = aten.batch_norm %x, %s, %t : (tensor<2x4x9xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4x9xf32>
  %0 = aten.batch_norm %x, %s, %t : (tensor<2x4x9xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4x9xf32>
  func.return
}

// CHECK-LABEL: @pad
func.func @pad(%x : tensor<2x4xf32>, %q : tensor<3x!q>) {
  // CHECK: %0 = aten.pad %x {before = [0, 1], behind = [2, 0], value = -1.500000e+00} : (tensor<2x4xf32>) -> tensor<4x5xf32>
  %0 = aten.pad %x {before = [0, 1], behind = [2, 0], value = -1.5} : (tensor<2x4xf32>) -> tensor<4x5xf32>
  // CHECK: %1 = aten.pad %q {before = [1], behind = [1], value = 0.000000e+00} : (tensor<3x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<5x!quant.uniform<i8:f32, 5.000000e-01>>
  %1 = aten.pad %q {before = [1], behind = [1], value = 0.0} : (tensor<3x!q>) -> tensor<5x!q>
  func.return
}
