// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// Layers and pooling on activations of 16 bits, whose zero point is 0.

// CHECK-LABEL: @linear
func.func @linear(%x : tensor<2x3xi16>, %w : tensor<4x3xi8>, %b : tensor<4xi64>, %c : tensor<4xi32>) {
  // CHECK: %0 = cortex_m.linear %x, %w bias(%b) {input_offset = 0, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<2x3xi16>, tensor<4x3xi8>, tensor<4xi64>) -> tensor<2x4xi16>
  %0 = cortex_m.linear %x, %w bias(%b) {input_offset = 0, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<2x3xi16>, tensor<4x3xi8>, tensor<4xi64>) -> tensor<2x4xi16>
  // CHECK: %1 = cortex_m.linear %x, %w bias(%b) {input_offset = 0, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250], [-8, -8, -8, 7]>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<2x3xi16>, tensor<4x3xi8>, tensor<4xi64>) -> tensor<2x4xi16>
  %1 = cortex_m.linear %x, %w bias(%b) {input_offset = 0, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250], [-8, -8, -8, 7]>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<2x3xi16>, tensor<4x3xi8>, tensor<4xi64>) -> tensor<2x4xi16>
  // CHECK: %2 = cortex_m.linear %x, %w bias(%c) {input_offset = 0, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, 10>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<2x3xi16>, tensor<4x3xi8>, tensor<4xi32>) -> tensor<2x4xi16>
  %2 = cortex_m.linear %x, %w bias(%c) {input_offset = 0, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, 10>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<2x3xi16>, tensor<4x3xi8>, tensor<4xi32>) -> tensor<2x4xi16>
  func.return
}

// CHECK-LABEL: @conv
func.func @conv(%x : tensor<1x9x7x4xi16>, %w : tensor<2x3x2x4xi8>, %b : tensor<2xi64>, %c : tensor<2xi32>) {
  // CHECK: %0 = cortex_m.conv %x, %w bias(%b) {dilations = [1, 2], input_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<1x9x7x4xi16>, tensor<2x3x2x4xi8>, tensor<2xi64>) -> tensor<1x5x5x2xi16>
  %0 = cortex_m.conv %x, %w bias(%b) {dilations = [1, 2], input_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<1x9x7x4xi16>, tensor<2x3x2x4xi8>, tensor<2xi64>) -> tensor<1x5x5x2xi16>
  // CHECK: %1 = cortex_m.conv %x, %w bias(%c) {dilations = [1, 2], input_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<1x9x7x4xi16>, tensor<2x3x2x4xi8>, tensor<2xi32>) -> tensor<1x5x5x2xi16>
  %1 = cortex_m.conv %x, %w bias(%c) {dilations = [1, 2], input_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<1x9x7x4xi16>, tensor<2x3x2x4xi8>, tensor<2xi32>) -> tensor<1x5x5x2xi16>
  func.return
}

// CHECK-LABEL: @depthwise_conv
func.func @depthwise_conv(%x : tensor<1x9x7x4xi16>, %w : tensor<3x2x4xi8>, %b : tensor<4xi64>) {
  // CHECK: %0 = cortex_m.depthwise_conv %x, %w bias(%b) {dilations = [1, 2], input_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250], [-8, -8, -8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<1x9x7x4xi16>, tensor<3x2x4xi8>, tensor<4xi64>) -> tensor<1x5x5x4xi16>
  %0 = cortex_m.depthwise_conv %x, %w bias(%b) {dilations = [1, 2], input_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250], [-8, -8, -8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<1x9x7x4xi16>, tensor<3x2x4xi8>, tensor<4xi64>) -> tensor<1x5x5x4xi16>
  func.return
}

// CHECK-LABEL: @pools
func.func @pools(%x : tensor<1x9x7x4xi16>) {
  // CHECK: %0 = cortex_m.max_pool %x {kernel_size = [1, 2], strides = [1, 1], padding = [0, 1], clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<1x9x7x4xi16>) -> tensor<1x9x7x4xi16>
  %0 = cortex_m.max_pool %x {kernel_size = [1, 2], strides = [1, 1], padding = [0, 1], clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<1x9x7x4xi16>) -> tensor<1x9x7x4xi16>
  // CHECK: %1 = cortex_m.avg_pool %x {kernel_size = [1, 2], strides = [1, 1], padding = [0, 1], clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<1x9x7x4xi16>) -> tensor<1x9x7x4xi16>
  %1 = cortex_m.avg_pool %x {kernel_size = [1, 2], strides = [1, 1], padding = [0, 1], clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<1x9x7x4xi16>) -> tensor<1x9x7x4xi16>
  func.return
}
