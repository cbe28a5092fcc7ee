// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'cortex_m.linear': out must have elements of type i8, but has tensor<4x2xi16>
func.func @wide(%x : tensor<4x3xi8>, %w : tensor<2x3xi4>, %b : tensor<2xi32>) {
  %0 = cortex_m.linear %x, %w sums(%b) {input_offset = 3, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x3xi8>, tensor<2x3xi4>, tensor<2xi32>) -> tensor<4x2xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.linear': weights_offset must be 0 for weights of i4
func.func @offset(%x : tensor<4x3xi8>, %w : tensor<2x3xi4>, %b : tensor<2xi32>) {
  %0 = cortex_m.linear %x, %w sums(%b) {input_offset = 3, weights_offset = 1, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x3xi8>, tensor<2x3xi4>, tensor<2xi32>) -> tensor<4x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.linear': weights of i4 with a rescale per channel need sums
func.func @per_channel(%x : tensor<4x3xi8>, %w : tensor<2x3xi4>, %b : tensor<2xi32>) {
  %0 = cortex_m.linear %x, %w bias(%b) {input_offset = 3, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x3xi8>, tensor<2x3xi4>, tensor<2xi32>) -> tensor<4x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.conv': weights of i4 in groups need sums
func.func @groups(%x : tensor<1x5x6x4xi8>, %g : tensor<2x3x3x2xi4>, %b : tensor<2xi32>) {
  %0 = cortex_m.conv %x, %g bias(%b) {dilations = [1, 1], input_offset = 3, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [1, 1], padding = [1, 1], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x5x6x4xi8>, tensor<2x3x3x2xi4>, tensor<2xi32>) -> tensor<1x5x6x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.conv': 'cmlir_convolve_s4' has no bands
func.func @bands(%x : tensor<1x5x6x4xi8>, %w : tensor<2x3x3x4xi4>, %b : tensor<2xi32>) {
  %0 = cortex_m.conv %x, %w sums(%b) {dilations = [1, 1], input_offset = 3, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [1, 1], padding = [1, 1], clamp = #cortex_m.clamp<-128, 127>, band_rows = 1} : (tensor<1x5x6x4xi8>, tensor<2x3x3x4xi4>, tensor<2xi32>) -> tensor<1x5x6x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.depthwise_conv': 'cmlir_depthwise_conv_s4' has no bands
func.func @depthwise_bands(%x : tensor<1x5x6x4xi8>, %d : tensor<3x3x4xi4>, %c : tensor<4xi32>) {
  %0 = cortex_m.depthwise_conv %x, %d sums(%c) {dilations = [1, 1], input_offset = 3, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250, 0, 0], [-8, -8, 0, 0]>, strides = [1, 1], padding = [1, 1], clamp = #cortex_m.clamp<-128, 127>, band_rows = 1} : (tensor<1x5x6x4xi8>, tensor<3x3x4xi4>, tensor<4xi32>) -> tensor<1x5x6x4xi8>
  func.return
}
