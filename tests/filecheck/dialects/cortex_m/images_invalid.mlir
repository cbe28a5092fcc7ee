// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'cortex_m.conv': input must have elements of type i8 or i16, but has tensor<1x9x7x4xf32>
func.func @conv_input(%x : tensor<1x9x7x4xf32>, %w : tensor<2x3x2x4xi8>, %b : tensor<2xi32>) {
  %0 = cortex_m.conv %x, %w sums(%b) {dilations = [1, 2], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xf32>, tensor<2x3x2x4xi8>, tensor<2xi32>) -> tensor<1x5x5x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.conv': weights must have elements of type i8 or i4
func.func @conv_weights(%x : tensor<1x9x7x4xi8>, %w : tensor<2x3x2x4xi16>, %b : tensor<2xi32>) {
  %0 = cortex_m.conv %x, %w sums(%b) {dilations = [1, 2], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>, tensor<2x3x2x4xi16>, tensor<2xi32>) -> tensor<1x5x5x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.conv': out must have elements of type i8
func.func @conv_out(%x : tensor<1x9x7x4xi8>, %w : tensor<2x3x2x4xi8>, %b : tensor<2xi32>) {
  %0 = cortex_m.conv %x, %w sums(%b) {dilations = [1, 2], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>, tensor<2x3x2x4xi8>, tensor<2xi32>) -> tensor<1x5x5x2xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.conv': weights (2, 3, 4) must be [O, KH, KW, C / groups] for (1, 9, 7, 4)
func.func @conv_rank(%x : tensor<1x9x7x4xi8>, %w : tensor<2x3x4xi8>, %b : tensor<2xi32>) {
  %0 = cortex_m.conv %x, %w sums(%b) {dilations = [1, 2], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>, tensor<2x3x4xi8>, tensor<2xi32>) -> tensor<1x5x5x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.conv': 2 channels do not divide into 4 groups
func.func @conv_groups(%x : tensor<1x9x7x4xi8>, %w : tensor<2x3x2x1xi8>, %b : tensor<2xi32>) {
  %0 = cortex_m.conv %x, %w sums(%b) {dilations = [1, 2], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>, tensor<2x3x2x1xi8>, tensor<2xi32>) -> tensor<1x5x5x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.conv': expected either bias or sums, of which it is a part
func.func @conv_start(%x : tensor<1x9x7x4xi8>, %w : tensor<2x3x2x4xi8>, %b : tensor<2xi32>) {
  %0 = cortex_m.conv %x, %w bias(%b) sums(%b) {dilations = [1, 2], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>, tensor<2x3x2x4xi8>, tensor<2xi32>, tensor<2xi32>) -> tensor<1x5x5x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.conv': sums must have shape 2, but has tensor<3xi32>
func.func @conv_sums(%x : tensor<1x9x7x4xi8>, %w : tensor<2x3x2x4xi8>, %b : tensor<3xi32>) {
  %0 = cortex_m.conv %x, %w sums(%b) {dilations = [1, 2], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>, tensor<2x3x2x4xi8>, tensor<3xi32>) -> tensor<1x5x5x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.conv': rescale has 4 pairs for 2 channels
func.func @conv_rescale(%x : tensor<1x9x7x4xi8>, %w : tensor<2x3x2x4xi8>, %b : tensor<2xi32>) {
  %0 = cortex_m.conv %x, %w sums(%b) {dilations = [1, 2], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250, 0, 0], [-8, -8, 0, 0]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>, tensor<2x3x2x4xi8>, tensor<2xi32>) -> tensor<1x5x5x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.conv': dilations must be two numbers from 1 up: (0, 2)
func.func @conv_dilations(%x : tensor<1x9x7x4xi8>, %w : tensor<2x3x2x4xi8>, %b : tensor<2xi32>) {
  %0 = cortex_m.conv %x, %w sums(%b) {dilations = [0, 2], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>, tensor<2x3x2x4xi8>, tensor<2xi32>) -> tensor<1x5x5x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.conv': strides must be two numbers from 1 up: (2,)
func.func @conv_strides(%x : tensor<1x9x7x4xi8>, %w : tensor<2x3x2x4xi8>, %b : tensor<2xi32>) {
  %0 = cortex_m.conv %x, %w sums(%b) {dilations = [1, 2], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>, tensor<2x3x2x4xi8>, tensor<2xi32>) -> tensor<1x5x5x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.conv': padding must be two numbers from 0 up: (1, -1)
func.func @conv_padding(%x : tensor<1x9x7x4xi8>, %w : tensor<2x3x2x4xi8>, %b : tensor<2xi32>) {
  %0 = cortex_m.conv %x, %w sums(%b) {dilations = [1, 2], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, -1], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>, tensor<2x3x2x4xi8>, tensor<2xi32>) -> tensor<1x5x5x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.conv': input_offset 129 is not in [-127, 128]
func.func @conv_offset(%x : tensor<1x9x7x4xi8>, %w : tensor<2x3x2x4xi8>, %b : tensor<2xi32>) {
  %0 = cortex_m.conv %x, %w sums(%b) {dilations = [1, 2], input_offset = 129, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>, tensor<2x3x2x4xi8>, tensor<2xi32>) -> tensor<1x5x5x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.conv': out must have shape 1x5x5x2, but has tensor<1x5x5x3xi8>
func.func @conv_channels(%x : tensor<1x9x7x4xi8>, %w : tensor<2x3x2x4xi8>, %b : tensor<2xi32>) {
  %0 = cortex_m.conv %x, %w sums(%b) {dilations = [1, 2], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>, tensor<2x3x2x4xi8>, tensor<2xi32>) -> tensor<1x5x5x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.conv': input and out must be [N, H, W, C], but are (1, 9, 7, 4), (1, 5, 2)
func.func @conv_image(%x : tensor<1x9x7x4xi8>, %w : tensor<2x3x2x4xi8>, %b : tensor<2xi32>) {
  %0 = cortex_m.conv %x, %w sums(%b) {dilations = [1, 2], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>, tensor<2x3x2x4xi8>, tensor<2xi32>) -> tensor<1x5x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.conv': sizes beyond 65535
func.func @conv_size(%x : tensor<1x65536x7x4xi8>, %w : tensor<2x3x2x4xi8>, %b : tensor<2xi32>) {
  %0 = cortex_m.conv %x, %w sums(%b) {dilations = [1, 2], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x65536x7x4xi8>, tensor<2x3x2x4xi8>, tensor<2xi32>) -> tensor<1x5x5x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.depthwise_conv': weights (3, 2, 2) must be [KH, KW, n * C] for (1, 9, 7, 4)
func.func @depthwise_weights(%x : tensor<1x9x7x4xi8>, %w : tensor<3x2x2xi8>, %b : tensor<2xi32>) {
  %0 = cortex_m.depthwise_conv %x, %w sums(%b) {dilations = [1, 2], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>, tensor<3x2x2xi8>, tensor<2xi32>) -> tensor<1x5x5x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.max_pool': kernel_size must be two numbers from 1 up: (3, 0)
func.func @pool_kernel(%x : tensor<1x9x7x4xi8>) {
  %0 = cortex_m.max_pool %x {kernel_size = [3, 0], strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>) -> tensor<1x5x6x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.max_pool': a window lies outside the image along axis 1
func.func @pool_before(%x : tensor<1x9x7x4xi8>) {
  %0 = cortex_m.max_pool %x {kernel_size = [3, 2], strides = [2, 1], padding = [3, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>) -> tensor<1x5x6x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.avg_pool': a window lies outside the image along axis 2
func.func @pool_behind(%x : tensor<1x9x7x4xi8>) {
  %0 = cortex_m.avg_pool %x {kernel_size = [3, 2], strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>) -> tensor<1x5x8x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.avg_pool': out must have shape 1x5x6x4, but has tensor<1x5x6x3xi8>
func.func @pool_channels(%x : tensor<1x9x7x4xi8>) {
  %0 = cortex_m.avg_pool %x {kernel_size = [3, 2], strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x9x7x4xi8>) -> tensor<1x5x6x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.pad': before [1] and behind [0, 0, 0, 0] must be numbers from 0 up for the four axes
func.func @pad_axes(%x : tensor<1x2x3x4xi8>) {
  %0 = cortex_m.pad %x {before = [1], behind = [0, 0, 0, 0], value = 0} : (tensor<1x2x3x4xi8>) -> tensor<2x2x3x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.pad': value 128 is not in [-128, 127]
func.func @pad_value(%x : tensor<1x2x3x4xi8>) {
  %0 = cortex_m.pad %x {before = [1, 0, 0, 0], behind = [0, 0, 0, 0], value = 128} : (tensor<1x2x3x4xi8>) -> tensor<2x2x3x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.pad': out must have shape 2x2x3x4, but has tensor<1x2x3x4xi8>
func.func @pad_out(%x : tensor<1x2x3x4xi8>) {
  %0 = cortex_m.pad %x {before = [1, 0, 0, 0], behind = [0, 0, 0, 0], value = 0} : (tensor<1x2x3x4xi8>) -> tensor<1x2x3x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.conv': band_rows must be a number from 1 up, but is 0
func.func @no_rows(%x : tensor<1x9x7x4xi8>, %w : tensor<2x1x1x4xi8>, %b : tensor<2xi32>) {
  %0 = cortex_m.conv %x, %w sums(%b) {dilations = [1, 1], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [1, 1], padding = [0, 0], clamp = #cortex_m.clamp<-128, 127>, band_rows = 0} : (tensor<1x9x7x4xi8>, tensor<2x1x1x4xi8>, tensor<2xi32>) -> tensor<1x9x7x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.conv': from_last belongs to bands, but there is no band_rows
func.func @no_bands(%x : tensor<1x9x7x4xi8>, %w : tensor<2x1x1x4xi8>, %b : tensor<2xi32>) {
  %0 = cortex_m.conv %x, %w sums(%b) {dilations = [1, 1], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [1, 1], padding = [0, 0], clamp = #cortex_m.clamp<-128, 127>, from_last} : (tensor<1x9x7x4xi8>, tensor<2x1x1x4xi8>, tensor<2xi32>) -> tensor<1x9x7x2xi8>
  func.return
}
// -----
// CHECK: 'cmlir_convolve_bands_s8' has no bands: one image, and sums, are needed
func.func @batch(%x : tensor<2x9x7x4xi8>, %w : tensor<2x1x1x4xi8>, %b : tensor<2xi32>) {
  %0 = cortex_m.conv %x, %w sums(%b) {dilations = [1, 1], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [1, 1], padding = [0, 0], clamp = #cortex_m.clamp<-128, 127>, band_rows = 2} : (tensor<2x9x7x4xi8>, tensor<2x1x1x4xi8>, tensor<2xi32>) -> tensor<2x9x7x2xi8>
  func.return
}
// -----
// CHECK: 'arm_convolve_wrapper_s8' has no bands: one image, and sums, are needed
func.func @bias_in_bands(%x : tensor<1x9x7x4xi8>, %w : tensor<2x1x1x4xi8>, %b : tensor<2xi32>) {
  %0 = cortex_m.conv %x, %w bias(%b) {dilations = [1, 1], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [1, 1], padding = [0, 0], clamp = #cortex_m.clamp<-128, 127>, band_rows = 2} : (tensor<1x9x7x4xi8>, tensor<2x1x1x4xi8>, tensor<2xi32>) -> tensor<1x9x7x2xi8>
  func.return
}
