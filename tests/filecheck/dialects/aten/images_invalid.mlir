// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'aten.conv': input (4, 9) does not fit weight (6, 2, 3): expected [N, C, size…] and [O, C / groups, kernel…]
func.func @conv_rank(%x : tensor<4x9xf32>, %w : tensor<6x2x3xf32>) {
  %0 = aten.conv %x, %w {groups = 2, strides = [1], padding = [0], padding_behind = [0], dilations = [1]} : (tensor<4x9xf32>, tensor<6x2x3xf32>) -> tensor<6x7xf32>
  func.return
}
// -----
// CHECK: 'aten.conv': 4 channels do not fit weight (6, 3, 3) in 1 groups
func.func @conv_channels(%x : tensor<1x4x9xf32>, %w : tensor<6x3x3xf32>) {
  %0 = aten.conv %x, %w {groups = 1, strides = [1], padding = [0], padding_behind = [0], dilations = [1]} : (tensor<1x4x9xf32>, tensor<6x3x3xf32>) -> tensor<1x6x7xf32>
  func.return
}
// -----
// CHECK: 'aten.conv': 4 channels do not fit weight (5, 2, 3) in 2 groups
func.func @conv_groups(%x : tensor<1x4x9xf32>, %w : tensor<5x2x3xf32>) {
  %0 = aten.conv %x, %w {groups = 2, strides = [1], padding = [0], padding_behind = [0], dilations = [1]} : (tensor<1x4x9xf32>, tensor<5x2x3xf32>) -> tensor<1x5x7xf32>
  func.return
}
// -----
// CHECK: 'aten.conv': bias must have shape 6, but has tensor<5xf32>
func.func @conv_bias(%x : tensor<1x4x9xf32>, %w : tensor<6x4x3xf32>, %b : tensor<5xf32>) {
  %0 = aten.conv %x, %w bias(%b) {groups = 1, strides = [1], padding = [0], padding_behind = [0], dilations = [1]} : (tensor<1x4x9xf32>, tensor<6x4x3xf32>, tensor<5xf32>) -> tensor<1x6x7xf32>
  func.return
}
// -----
// CHECK: 'aten.conv': strides [0] must be 1 numbers of at least 1
func.func @conv_stride(%x : tensor<1x4x9xf32>, %w : tensor<6x4x3xf32>) {
  %0 = aten.conv %x, %w {groups = 1, strides = [0], padding = [0], padding_behind = [0], dilations = [1]} : (tensor<1x4x9xf32>, tensor<6x4x3xf32>) -> tensor<1x6x7xf32>
  func.return
}
// -----
// CHECK: 'aten.conv': a window of [11] does not fit into [9]
func.func @conv_window(%x : tensor<1x4x9xf32>, %w : tensor<6x4x3xf32>) {
  %0 = aten.conv %x, %w {groups = 1, strides = [1], padding = [0], padding_behind = [0], dilations = [5]} : (tensor<1x4x9xf32>, tensor<6x4x3xf32>) -> tensor<1x6x7xf32>
  func.return
}
// -----
// CHECK: 'aten.conv': result must have shape 1x6x7, but has tensor<1x6x8xf32>
func.func @conv_result(%x : tensor<1x4x9xf32>, %w : tensor<6x4x3xf32>) {
  %0 = aten.conv %x, %w {groups = 1, strides = [1], padding = [0], padding_behind = [0], dilations = [1]} : (tensor<1x4x9xf32>, tensor<6x4x3xf32>) -> tensor<1x6x8xf32>
  func.return
}
// -----
// CHECK: 'aten.max_pool': input (4, 9) must be [N, C, size…], 1 or 2 spatial axes
func.func @max_pool_rank(%x : tensor<4x9xf32>) {
  %0 = aten.max_pool %x {kernel = [3], strides = [1], padding = [0], padding_behind = [0], dilations = [1]} : (tensor<4x9xf32>) -> tensor<4x7xf32>
  func.return
}
// -----
// CHECK: 'aten.max_pool': kernel [3, 3] must be 1 numbers of at least 1
func.func @max_pool_kernel(%x : tensor<1x4x9xf32>) {
  %0 = aten.max_pool %x {kernel = [3, 3], strides = [1], padding = [0], padding_behind = [0], dilations = [1]} : (tensor<1x4x9xf32>) -> tensor<1x4x7xf32>
  func.return
}
// -----
// CHECK: 'aten.max_pool': result must have elements of type f32, but has tensor<1x4x7xi8>
func.func @max_pool_element(%x : tensor<1x4x9xf32>) {
  %0 = aten.max_pool %x {kernel = [3], strides = [1], padding = [0], padding_behind = [0], dilations = [1]} : (tensor<1x4x9xf32>) -> tensor<1x4x7xi8>
  func.return
}
// -----
// CHECK: 'aten.avg_pool': average pooling has no dilations
func.func @avg_pool_dilations(%x : tensor<1x4x9xf32>) {
  %0 = aten.avg_pool %x {count_include_pad = true, kernel = [3], strides = [1], padding = [0], padding_behind = [0], dilations = [2]} : (tensor<1x4x9xf32>) -> tensor<1x4x5xf32>
  func.return
}
// -----
// CHECK: 'aten.avg_pool': divisor must not be 0
func.func @avg_pool_divisor(%x : tensor<1x4x9xf32>) {
  %0 = aten.avg_pool %x {count_include_pad = true, divisor = 0, kernel = [3], strides = [1], padding = [0], padding_behind = [0], dilations = [1]} : (tensor<1x4x9xf32>) -> tensor<1x4x7xf32>
  func.return
}
// -----
// CHECK: 'aten.batch_norm': input (4,) must be [N, C, …]
func.func @batch_norm_rank(%x : tensor<4xf32>) {
  %0 = aten.batch_norm %x, %x, %x : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}
// -----
// CHECK: 'aten.batch_norm': shift must have shape 4, but has tensor<3xf32>
func.func @batch_norm_shift(%x : tensor<1x4xf32>, %s : tensor<4xf32>, %t : tensor<3xf32>) {
  %0 = aten.batch_norm %x, %s, %t : (tensor<1x4xf32>, tensor<4xf32>, tensor<3xf32>) -> tensor<1x4xf32>
  func.return
}
// -----
// CHECK: 'aten.pad': before and behind must have a number for each axis of (2, 4)
func.func @pad_rank(%x : tensor<2x4xf32>) {
  %0 = aten.pad %x {before = [1], behind = [1], value = 0.0} : (tensor<2x4xf32>) -> tensor<2x6xf32>
  func.return
}
// -----
// CHECK: 'aten.pad': padding must not be negative: [0, -1], [0, 0]
func.func @pad_negative(%x : tensor<2x4xf32>) {
  %0 = aten.pad %x {before = [0, -1], behind = [0, 0], value = 0.0} : (tensor<2x4xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// CHECK: 'aten.pad': result must have shape 2x5, but has tensor<2x6xf32>
func.func @pad_result(%x : tensor<2x4xf32>) {
  %0 = aten.pad %x {before = [0, 1], behind = [0, 0], value = 0.0} : (tensor<2x4xf32>) -> tensor<2x6xf32>
  func.return
}
