// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// Weights of 4 bits: a linear layer takes either start on every target.
// CHECK-LABEL: @linear
func.func @linear(%x : tensor<4x3xi8>, %w : tensor<2x3xi4>, %b : tensor<2xi32>) {
  // CHECK: %0 = cortex_m.linear %x, %w sums(%b) {input_offset = 3, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x3xi8>, tensor<2x3xi4>, tensor<2xi32>) -> tensor<4x2xi8>
  %0 = cortex_m.linear %x, %w sums(%b) {input_offset = 3, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x3xi8>, tensor<2x3xi4>, tensor<2xi32>) -> tensor<4x2xi8>
  // CHECK: %1 = cortex_m.linear %x, %w bias(%b) {input_offset = 3, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x3xi8>, tensor<2x3xi4>, tensor<2xi32>) -> tensor<4x2xi8>
  %1 = cortex_m.linear %x, %w bias(%b) {input_offset = 3, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x3xi8>, tensor<2x3xi4>, tensor<2xi32>) -> tensor<4x2xi8>
  // CHECK: %2 = cortex_m.linear %x, %w {input_offset = 3, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x3xi8>, tensor<2x3xi4>) -> tensor<4x2xi8>
  %2 = cortex_m.linear %x, %w {input_offset = 3, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x3xi8>, tensor<2x3xi4>) -> tensor<4x2xi8>
  func.return
}

// CHECK-LABEL: @images
func.func @images(%x : tensor<1x5x6x4xi8>, %w : tensor<2x3x3x4xi4>, %b : tensor<2xi32>, %g : tensor<2x3x3x2xi4>, %d : tensor<3x3x4xi4>, %c : tensor<4xi32>) {
  // CHECK: %0 = cortex_m.conv %x, %w sums(%b) {dilations = [1, 1], input_offset = 3, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [1, 1], padding = [1, 1], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x5x6x4xi8>, tensor<2x3x3x4xi4>, tensor<2xi32>) -> tensor<1x5x6x2xi8>
  %0 = cortex_m.conv %x, %w sums(%b) {dilations = [1, 1], input_offset = 3, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [1, 1], padding = [1, 1], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x5x6x4xi8>, tensor<2x3x3x4xi4>, tensor<2xi32>) -> tensor<1x5x6x2xi8>
  // CHECK: %1 = cortex_m.conv %x, %w bias(%b) {dilations = [1, 1], input_offset = 3, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [1, 1], padding = [1, 1], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x5x6x4xi8>, tensor<2x3x3x4xi4>, tensor<2xi32>) -> tensor<1x5x6x2xi8>
  %1 = cortex_m.conv %x, %w bias(%b) {dilations = [1, 1], input_offset = 3, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [1, 1], padding = [1, 1], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x5x6x4xi8>, tensor<2x3x3x4xi4>, tensor<2xi32>) -> tensor<1x5x6x2xi8>
  // CHECK: %2 = cortex_m.conv %x, %g sums(%b) {dilations = [1, 1], input_offset = 3, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [1, 1], padding = [1, 1], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x5x6x4xi8>, tensor<2x3x3x2xi4>, tensor<2xi32>) -> tensor<1x5x6x2xi8>
  %2 = cortex_m.conv %x, %g sums(%b) {dilations = [1, 1], input_offset = 3, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [1, 1], padding = [1, 1], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x5x6x4xi8>, tensor<2x3x3x2xi4>, tensor<2xi32>) -> tensor<1x5x6x2xi8>
  // CHECK: %3 = cortex_m.depthwise_conv %x, %d sums(%c) {dilations = [1, 1], input_offset = 3, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250, 0, 0], [-8, -8, 0, 0]>, strides = [1, 1], padding = [1, 1], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x5x6x4xi8>, tensor<3x3x4xi4>, tensor<4xi32>) -> tensor<1x5x6x4xi8>
  %3 = cortex_m.depthwise_conv %x, %d sums(%c) {dilations = [1, 1], input_offset = 3, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250, 0, 0], [-8, -8, 0, 0]>, strides = [1, 1], padding = [1, 1], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x5x6x4xi8>, tensor<3x3x4xi4>, tensor<4xi32>) -> tensor<1x5x6x4xi8>
  // CHECK: %4 = cortex_m.depthwise_conv %x, %d bias(%c) {dilations = [1, 1], input_offset = 3, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250, 0, 0], [-8, -8, 0, 0]>, strides = [1, 1], padding = [1, 1], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x5x6x4xi8>, tensor<3x3x4xi4>, tensor<4xi32>) -> tensor<1x5x6x4xi8>
  %4 = cortex_m.depthwise_conv %x, %d bias(%c) {dilations = [1, 1], input_offset = 3, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250, 0, 0], [-8, -8, 0, 0]>, strides = [1, 1], padding = [1, 1], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x5x6x4xi8>, tensor<3x3x4xi4>, tensor<4xi32>) -> tensor<1x5x6x4xi8>
  func.return
}

// CHECK-LABEL: @linear_on_memrefs
func.func @linear_on_memrefs(%x : memref<4x3xi8>, %w : memref<2x3xi4>, %b : memref<2xi32>, %y : memref<4x2xi8>, %s : memref<16xi8>) {
  // CHECK: cortex_m.linear %x, %w sums(%b) out(%y) scratch(%s) {input_offset = 3, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, clamp = #cortex_m.clamp<-128, 127>} : (memref<4x3xi8>, memref<2x3xi4>, memref<2xi32>, memref<4x2xi8>, memref<16xi8>) -> ()
  cortex_m.linear %x, %w sums(%b) out(%y) scratch(%s) {input_offset = 3, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, clamp = #cortex_m.clamp<-128, 127>} : (memref<4x3xi8>, memref<2x3xi4>, memref<2xi32>, memref<4x2xi8>, memref<16xi8>) -> ()
  // CHECK: cortex_m.linear %x, %w bias(%b) out(%y) {input_offset = 3, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (memref<4x3xi8>, memref<2x3xi4>, memref<2xi32>, memref<4x2xi8>) -> ()
  cortex_m.linear %x, %w bias(%b) out(%y) {input_offset = 3, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (memref<4x3xi8>, memref<2x3xi4>, memref<2xi32>, memref<4x2xi8>) -> ()
  func.return
}

// CHECK-LABEL: @conv_on_memrefs
func.func @conv_on_memrefs(%x : memref<1x5x6x4xi8>, %w : memref<2x3x3x4xi4>, %b : memref<2xi32>, %y : memref<1x5x6x2xi8>, %s : memref<4096xi8>) {
  // CHECK: cortex_m.conv %x, %w sums(%b) out(%y) scratch(%s) {dilations = [1, 1], input_offset = 3, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [1, 1], padding = [1, 1], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x5x6x4xi8>, memref<2x3x3x4xi4>, memref<2xi32>, memref<1x5x6x2xi8>, memref<4096xi8>) -> ()
  cortex_m.conv %x, %w sums(%b) out(%y) scratch(%s) {dilations = [1, 1], input_offset = 3, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [1, 1], padding = [1, 1], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x5x6x4xi8>, memref<2x3x3x4xi4>, memref<2xi32>, memref<1x5x6x2xi8>, memref<4096xi8>) -> ()
  // CHECK: cortex_m.conv %x, %w bias(%b) out(%y) scratch(%s) {dilations = [1, 1], input_offset = 3, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [1, 1], padding = [1, 1], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x5x6x4xi8>, memref<2x3x3x4xi4>, memref<2xi32>, memref<1x5x6x2xi8>, memref<4096xi8>) -> ()
  cortex_m.conv %x, %w bias(%b) out(%y) scratch(%s) {dilations = [1, 1], input_offset = 3, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [1, 1], padding = [1, 1], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x5x6x4xi8>, memref<2x3x3x4xi4>, memref<2xi32>, memref<1x5x6x2xi8>, memref<4096xi8>) -> ()
  func.return
}

// CHECK-LABEL: @depthwise_conv_on_memrefs
func.func @depthwise_conv_on_memrefs(%x : memref<1x5x6x4xi8>, %d : memref<3x3x4xi4>, %c : memref<4xi32>, %y : memref<1x5x6x4xi8>, %s : memref<4096xi8>) {
  // CHECK: cortex_m.depthwise_conv %x, %d sums(%c) out(%y) scratch(%s) {dilations = [1, 1], input_offset = 3, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250, 0, 0], [-8, -8, 0, 0]>, strides = [1, 1], padding = [1, 1], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x5x6x4xi8>, memref<3x3x4xi4>, memref<4xi32>, memref<1x5x6x4xi8>, memref<4096xi8>) -> ()
  cortex_m.depthwise_conv %x, %d sums(%c) out(%y) scratch(%s) {dilations = [1, 1], input_offset = 3, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250, 0, 0], [-8, -8, 0, 0]>, strides = [1, 1], padding = [1, 1], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x5x6x4xi8>, memref<3x3x4xi4>, memref<4xi32>, memref<1x5x6x4xi8>, memref<4096xi8>) -> ()
  // CHECK: cortex_m.depthwise_conv %x, %d bias(%c) out(%y) scratch(%s) {dilations = [1, 1], input_offset = 3, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250, 0, 0], [-8, -8, 0, 0]>, strides = [1, 1], padding = [1, 1], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x5x6x4xi8>, memref<3x3x4xi4>, memref<4xi32>, memref<1x5x6x4xi8>, memref<4096xi8>) -> ()
  cortex_m.depthwise_conv %x, %d bias(%c) out(%y) scratch(%s) {dilations = [1, 1], input_offset = 3, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250, 0, 0], [-8, -8, 0, 0]>, strides = [1, 1], padding = [1, 1], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x5x6x4xi8>, memref<3x3x4xi4>, memref<4xi32>, memref<1x5x6x4xi8>, memref<4096xi8>) -> ()
  func.return
}
