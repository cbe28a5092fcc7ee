// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK-LABEL: @conv
func.func @conv(%x : tensor<1x9x7x4xi8>, %w : tensor<2x3x2x4xi8>, %b : tensor<2xi32>, %v : tensor<2x3x2x2xi8>) {
  // CHECK: %0 = cortex_m.conv %x, %w sums(%b) {dilations = [1, 2], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>, tensor<2x3x2x4xi8>, tensor<2xi32>) -> tensor<1x5x5x2xi8>
  %0 = cortex_m.conv %x, %w sums(%b) {dilations = [1, 2], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>, tensor<2x3x2x4xi8>, tensor<2xi32>) -> tensor<1x5x5x2xi8>
  // CHECK: %1 = cortex_m.conv %x, %v bias(%b) {dilations = [1, 2], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>, tensor<2x3x2x2xi8>, tensor<2xi32>) -> tensor<1x5x5x2xi8>
  %1 = cortex_m.conv %x, %v bias(%b) {dilations = [1, 2], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>, tensor<2x3x2x2xi8>, tensor<2xi32>) -> tensor<1x5x5x2xi8>
  func.return
}

// CHECK-LABEL: @conv_on_memrefs
func.func @conv_on_memrefs(%x : memref<1x9x7x4xi8>, %w : memref<2x3x2x4xi8>, %b : memref<2xi32>, %y : memref<1x5x5x2xi8>, %s : memref<600xi8>) {
  // CHECK: cortex_m.conv %x, %w sums(%b) out(%y) scratch(%s) {dilations = [1, 2], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x9x7x4xi8>, memref<2x3x2x4xi8>, memref<2xi32>, memref<1x5x5x2xi8>, memref<600xi8>) -> ()
  cortex_m.conv %x, %w sums(%b) out(%y) scratch(%s) {dilations = [1, 2], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x9x7x4xi8>, memref<2x3x2x4xi8>, memref<2xi32>, memref<1x5x5x2xi8>, memref<600xi8>) -> ()
  // CHECK: cortex_m.conv %x, %w bias(%b) out(%y) scratch(%s) {dilations = [1, 2], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x9x7x4xi8>, memref<2x3x2x4xi8>, memref<2xi32>, memref<1x5x5x2xi8>, memref<600xi8>) -> ()
  cortex_m.conv %x, %w bias(%b) out(%y) scratch(%s) {dilations = [1, 2], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x9x7x4xi8>, memref<2x3x2x4xi8>, memref<2xi32>, memref<1x5x5x2xi8>, memref<600xi8>) -> ()
  func.return
}

// CHECK-LABEL: @pointwise
func.func @pointwise(%x : tensor<1x9x7x4xi8>, %w : tensor<2x1x1x4xi8>, %b : tensor<2xi32>) {
  // CHECK: %0 = cortex_m.conv %x, %w bias(%b) {dilations = [1, 1], input_offset = 3, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [1, 1], padding = [0, 0], clamp = #cortex_m.clamp<0, 127>} : (tensor<1x9x7x4xi8>, tensor<2x1x1x4xi8>, tensor<2xi32>) -> tensor<1x9x7x2xi8>
  %0 = cortex_m.conv %x, %w bias(%b) {dilations = [1, 1], input_offset = 3, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [1, 1], padding = [0, 0], clamp = #cortex_m.clamp<0, 127>} : (tensor<1x9x7x4xi8>, tensor<2x1x1x4xi8>, tensor<2xi32>) -> tensor<1x9x7x2xi8>
  func.return
}

// CHECK-LABEL: @depthwise_conv
func.func @depthwise_conv(%x : tensor<1x9x7x4xi8>, %w : tensor<3x2x4xi8>, %b : tensor<4xi32>) {
  // CHECK: %0 = cortex_m.depthwise_conv %x, %w sums(%b) {dilations = [1, 2], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250, 0, 0], [-8, -8, 0, 0]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>, tensor<3x2x4xi8>, tensor<4xi32>) -> tensor<1x5x5x4xi8>
  %0 = cortex_m.depthwise_conv %x, %w sums(%b) {dilations = [1, 2], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250, 0, 0], [-8, -8, 0, 0]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>, tensor<3x2x4xi8>, tensor<4xi32>) -> tensor<1x5x5x4xi8>
  // CHECK: %1 = cortex_m.depthwise_conv %x, %w bias(%b) {dilations = [1, 2], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250, 0, 0], [-8, -8, 0, 0]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>, tensor<3x2x4xi8>, tensor<4xi32>) -> tensor<1x5x5x4xi8>
  %1 = cortex_m.depthwise_conv %x, %w bias(%b) {dilations = [1, 2], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250, 0, 0], [-8, -8, 0, 0]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>, tensor<3x2x4xi8>, tensor<4xi32>) -> tensor<1x5x5x4xi8>
  func.return
}

// CHECK-LABEL: @depthwise_conv_on_memrefs
func.func @depthwise_conv_on_memrefs(%x : memref<1x9x7x4xi8>, %w : memref<3x2x4xi8>, %b : memref<4xi32>, %y : memref<1x5x5x4xi8>) {
  // CHECK: cortex_m.depthwise_conv %x, %w sums(%b) out(%y) {dilations = [1, 2], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250, 0, 0], [-8, -8, 0, 0]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x9x7x4xi8>, memref<3x2x4xi8>, memref<4xi32>, memref<1x5x5x4xi8>) -> ()
  cortex_m.depthwise_conv %x, %w sums(%b) out(%y) {dilations = [1, 2], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250, 0, 0], [-8, -8, 0, 0]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x9x7x4xi8>, memref<3x2x4xi8>, memref<4xi32>, memref<1x5x5x4xi8>) -> ()
  func.return
}

// CHECK-LABEL: @pools
func.func @pools(%x : tensor<1x9x7x4xi8>) {
  // CHECK: %0 = cortex_m.max_pool %x {kernel_size = [3, 2], strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>) -> tensor<1x5x6x4xi8>
  %0 = cortex_m.max_pool %x {kernel_size = [3, 2], strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>) -> tensor<1x5x6x4xi8>
  // CHECK: %1 = cortex_m.avg_pool %x {kernel_size = [3, 2], strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>) -> tensor<1x5x6x4xi8>
  %1 = cortex_m.avg_pool %x {kernel_size = [3, 2], strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>) -> tensor<1x5x6x4xi8>
  func.return
}

// CHECK-LABEL: @pools_on_memrefs
func.func @pools_on_memrefs(%x : memref<1x9x7x4xi8>, %y : memref<1x5x6x4xi8>) {
  // CHECK: cortex_m.max_pool %x out(%y) {kernel_size = [3, 2], strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x9x7x4xi8>, memref<1x5x6x4xi8>) -> ()
  cortex_m.max_pool %x out(%y) {kernel_size = [3, 2], strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x9x7x4xi8>, memref<1x5x6x4xi8>) -> ()
  // CHECK: cortex_m.avg_pool %x out(%y) {kernel_size = [3, 2], strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x9x7x4xi8>, memref<1x5x6x4xi8>) -> ()
  cortex_m.avg_pool %x out(%y) {kernel_size = [3, 2], strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x9x7x4xi8>, memref<1x5x6x4xi8>) -> ()
  func.return
}

// CHECK-LABEL: @pad
func.func @pad(%x : tensor<1x2x3x4xi8>) {
  // CHECK: %0 = cortex_m.pad %x {before = [0, 1, 2, 0], behind = [0, 0, 1, 0], value = -128} : (tensor<1x2x3x4xi8>) -> tensor<1x3x6x4xi8>
  %0 = cortex_m.pad %x {before = [0, 1, 2, 0], behind = [0, 0, 1, 0], value = -128} : (tensor<1x2x3x4xi8>) -> tensor<1x3x6x4xi8>
  func.return
}

// CHECK-LABEL: @pad_on_memrefs
func.func @pad_on_memrefs(%x : memref<1x2x3x4xi8>, %y : memref<1x3x6x4xi8>) {
  // CHECK: cortex_m.pad %x out(%y) {before = [0, 1, 2, 0], behind = [0, 0, 1, 0], value = -128} : (memref<1x2x3x4xi8>, memref<1x3x6x4xi8>) -> ()
  cortex_m.pad %x out(%y) {before = [0, 1, 2, 0], behind = [0, 0, 1, 0], value = -128} : (memref<1x2x3x4xi8>, memref<1x3x6x4xi8>) -> ()
  func.return
}

// CHECK-LABEL: @bands
func.func @bands(%x : tensor<1x9x7x4xi8>, %w : tensor<2x1x1x4xi8>, %b : tensor<2xi32>) {
  // CHECK: cortex_m.conv %x, %w sums(%b) {{{.*}}, band_rows = 3, from_last}
  %0 = cortex_m.conv %x, %w sums(%b) {dilations = [1, 1], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [1, 1], padding = [0, 0], clamp = #cortex_m.clamp<-128, 127>, band_rows = 3, from_last} : (tensor<1x9x7x4xi8>, tensor<2x1x1x4xi8>, tensor<2xi32>) -> tensor<1x9x7x2xi8>
  func.return
}
