// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'cortex_m.linear': out must have elements of type i16, but has tensor<2x4xi8>
func.func @linear_out(%x : tensor<2x3xi16>, %w : tensor<4x3xi8>, %b : tensor<4xi64>) {
  %0 = cortex_m.linear %x, %w bias(%b) {input_offset = 0, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<2x3xi16>, tensor<4x3xi8>, tensor<4xi64>) -> tensor<2x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.linear': an input of i16 needs a bias of i32 or i64, and no sums
func.func @linear_sums(%x : tensor<2x3xi16>, %w : tensor<4x3xi8>, %b : tensor<4xi32>) {
  %0 = cortex_m.linear %x, %w sums(%b) {input_offset = 0, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<2x3xi16>, tensor<4x3xi8>, tensor<4xi32>) -> tensor<2x4xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.linear': bias must have elements of type i32 or i64, but has tensor<4xi16>
func.func @linear_bias(%x : tensor<2x3xi16>, %w : tensor<4x3xi8>, %b : tensor<4xi16>) {
  %0 = cortex_m.linear %x, %w bias(%b) {input_offset = 0, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<2x3xi16>, tensor<4x3xi8>, tensor<4xi16>) -> tensor<2x4xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.linear': bias must have shape 4, but has tensor<5xi64>
func.func @linear_bias_shape(%x : tensor<2x3xi16>, %w : tensor<4x3xi8>, %b : tensor<5xi64>) {
  %0 = cortex_m.linear %x, %w bias(%b) {input_offset = 0, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<2x3xi16>, tensor<4x3xi8>, tensor<5xi64>) -> tensor<2x4xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.linear': input_offset 1 is not in [0, 0]
func.func @linear_input_offset(%x : tensor<2x3xi16>, %w : tensor<4x3xi8>, %b : tensor<4xi64>) {
  %0 = cortex_m.linear %x, %w bias(%b) {input_offset = 1, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<2x3xi16>, tensor<4x3xi8>, tensor<4xi64>) -> tensor<2x4xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.linear': weights_offset 1 is not in [0, 0]
func.func @linear_weights_offset(%x : tensor<2x3xi16>, %w : tensor<4x3xi8>, %b : tensor<4xi64>) {
  %0 = cortex_m.linear %x, %w bias(%b) {input_offset = 0, weights_offset = 1, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<2x3xi16>, tensor<4x3xi8>, tensor<4xi64>) -> tensor<2x4xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.linear': output_offset 1 is not in [0, 0]
func.func @linear_output_offset(%x : tensor<2x3xi16>, %w : tensor<4x3xi8>, %b : tensor<4xi64>) {
  %0 = cortex_m.linear %x, %w bias(%b) {input_offset = 0, weights_offset = 0, output_offset = 1, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<2x3xi16>, tensor<4x3xi8>, tensor<4xi64>) -> tensor<2x4xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.linear': shift 8 is beyond 7, of sums of i64
func.func @linear_shift(%x : tensor<2x3xi16>, %w : tensor<4x3xi8>, %b : tensor<4xi64>) {
  %0 = cortex_m.linear %x, %w bias(%b) {input_offset = 0, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, 8>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<2x3xi16>, tensor<4x3xi8>, tensor<4xi64>) -> tensor<2x4xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.linear': weights must have elements of type i8, but has tensor<4x3xi16>
func.func @linear_weights(%x : tensor<2x3xi16>, %w : tensor<4x3xi16>, %b : tensor<4xi64>) {
  %0 = cortex_m.linear %x, %w bias(%b) {input_offset = 0, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<2x3xi16>, tensor<4x3xi16>, tensor<4xi64>) -> tensor<2x4xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.conv': out must have elements of type i16, but has tensor<1x5x5x2xi8>
func.func @conv_out(%x : tensor<1x9x7x4xi16>, %w : tensor<2x3x2x4xi8>, %b : tensor<2xi64>) {
  %0 = cortex_m.conv %x, %w bias(%b) {dilations = [1, 2], input_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<1x9x7x4xi16>, tensor<2x3x2x4xi8>, tensor<2xi64>) -> tensor<1x5x5x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.conv': an input of i16 needs a bias of i32 or i64, and no sums
func.func @conv_sums(%x : tensor<1x9x7x4xi16>, %w : tensor<2x3x2x4xi8>, %b : tensor<2xi32>) {
  %0 = cortex_m.conv %x, %w sums(%b) {dilations = [1, 2], input_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<1x9x7x4xi16>, tensor<2x3x2x4xi8>, tensor<2xi32>) -> tensor<1x5x5x2xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.conv': input_offset 1 is not in [0, 0]
func.func @conv_offset(%x : tensor<1x9x7x4xi16>, %w : tensor<2x3x2x4xi8>, %b : tensor<2xi64>) {
  %0 = cortex_m.conv %x, %w bias(%b) {dilations = [1, 2], input_offset = 1, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<1x9x7x4xi16>, tensor<2x3x2x4xi8>, tensor<2xi64>) -> tensor<1x5x5x2xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.conv': a convolution of i16 has no groups
func.func @conv_groups(%x : tensor<1x9x7x4xi16>, %w : tensor<2x3x2x2xi8>, %b : tensor<2xi64>) {
  %0 = cortex_m.conv %x, %w bias(%b) {dilations = [1, 2], input_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<1x9x7x4xi16>, tensor<2x3x2x2xi8>, tensor<2xi64>) -> tensor<1x5x5x2xi16>
  func.return
}
// -----
// CHECK: 'arm_convolve_wrapper_s16' has no bands: one image, and sums, are needed
func.func @conv_bands(%x : tensor<1x9x7x4xi16>, %w : tensor<2x3x2x4xi8>, %b : tensor<2xi64>) {
  %0 = cortex_m.conv %x, %w bias(%b) {dilations = [1, 2], input_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-32768, 32767>, band_rows = 2} : (tensor<1x9x7x4xi16>, tensor<2x3x2x4xi8>, tensor<2xi64>) -> tensor<1x5x5x2xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.depthwise_conv': bias must have elements of type i64, but has tensor<4xi32>
func.func @depthwise_bias(%x : tensor<1x9x7x4xi16>, %w : tensor<3x2x4xi8>, %b : tensor<4xi32>) {
  %0 = cortex_m.depthwise_conv %x, %w bias(%b) {dilations = [1, 2], input_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250], [-8, -8, -8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<1x9x7x4xi16>, tensor<3x2x4xi8>, tensor<4xi32>) -> tensor<1x5x5x4xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.max_pool': out must have elements of type i16, but has tensor<1x9x7x4xi8>
func.func @pool_out(%x : tensor<1x9x7x4xi16>) {
  %0 = cortex_m.max_pool %x {kernel_size = [1, 2], strides = [1, 1], padding = [0, 1], clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<1x9x7x4xi16>) -> tensor<1x9x7x4xi8>
  func.return
}
// -----
// CHECK: 'arm_avgpool_s16' has no bands: one image, and sums, are needed
func.func @pool_bands(%x : tensor<1x9x7x4xi16>) {
  %0 = cortex_m.avg_pool %x {kernel_size = [1, 2], strides = [1, 1], padding = [0, 1], clamp = #cortex_m.clamp<-32768, 32767>, band_rows = 2} : (tensor<1x9x7x4xi16>) -> tensor<1x9x7x4xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.max_pool': clamp's greatest code 32767 is not in [-128, 127]
func.func @narrow_clamp(%x : tensor<1x9x7x4xi8>) {
  %0 = cortex_m.max_pool %x {kernel_size = [1, 2], strides = [1, 1], padding = [0, 1], clamp = #cortex_m.clamp<-128, 32767>} : (tensor<1x9x7x4xi8>) -> tensor<1x9x7x4xi8>
  func.return
}
