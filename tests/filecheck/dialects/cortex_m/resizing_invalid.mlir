// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'cortex_m.transpose_conv': 'arm_transpose_conv_wrapper_s8' has no bands
func.func @bands(%x : tensor<1x4x5x3xi8>, %w : tensor<2x3x2x3xi8>, %b : tensor<2xi32>) {
  %0 = cortex_m.transpose_conv %x, %w bias(%b) {band_rows = 1, kernel_size = [3, 2], groups = 1, dilations = [1, 1], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>, tensor<2x3x2x3xi8>, tensor<2xi32>) -> tensor<1x8x6x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.transpose_conv': kernel_size must be two numbers from 1 up: (3, 0)
func.func @kernel(%x : tensor<1x4x5x3xi8>, %w : tensor<2x3x2x3xi8>, %b : tensor<2xi32>, %p : tensor<36xi8>, %s : tensor<2x2xi32>) {
  %0 = cortex_m.transpose_conv %x, %w bias(%b) {kernel_size = [3, 0], groups = 1, dilations = [1, 1], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>, tensor<2x3x2x3xi8>, tensor<2xi32>) -> tensor<1x8x6x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.transpose_conv': dilations must be two numbers from 1 up: (1,)
func.func @dilations(%x : tensor<1x4x5x3xi8>, %w : tensor<2x3x2x3xi8>, %b : tensor<2xi32>, %p : tensor<36xi8>, %s : tensor<2x2xi32>) {
  %0 = cortex_m.transpose_conv %x, %w bias(%b) {kernel_size = [3, 2], groups = 1, dilations = [1], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>, tensor<2x3x2x3xi8>, tensor<2xi32>) -> tensor<1x8x6x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.transpose_conv': out must be [N, H, W, C], but is (1, 8, 2)
func.func @rank(%x : tensor<1x4x5x3xi8>, %w : tensor<2x3x2x3xi8>, %b : tensor<2xi32>, %p : tensor<36xi8>, %s : tensor<2x2xi32>) {
  %0 = cortex_m.transpose_conv %x, %w bias(%b) {kernel_size = [3, 2], groups = 1, dilations = [1, 1], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>, tensor<2x3x2x3xi8>, tensor<2xi32>) -> tensor<1x8x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.transpose_conv': channels do not divide into 2 groups
func.func @groups(%x : tensor<1x4x5x3xi8>, %w : tensor<2x3x2x3xi8>, %b : tensor<2xi32>, %p : tensor<36xi8>, %s : tensor<2x2xi32>) {
  %0 = cortex_m.transpose_conv %x, %w bias(%b) {kernel_size = [3, 2], groups = 2, dilations = [1, 1], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>, tensor<2x3x2x3xi8>, tensor<2xi32>) -> tensor<1x8x6x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.transpose_conv': rescale has 1 pairs for 2 channels
func.func @pairs(%x : tensor<1x4x5x3xi8>, %w : tensor<2x3x2x3xi8>, %b : tensor<2xi32>, %p : tensor<36xi8>, %s : tensor<2x2xi32>) {
  %0 = cortex_m.transpose_conv %x, %w bias(%b) {kernel_size = [3, 2], groups = 1, dilations = [1, 1], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<1518500250, -8>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>, tensor<2x3x2x3xi8>, tensor<2xi32>) -> tensor<1x8x6x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.transpose_conv': input_offset 129 is not in [-127, 128]
func.func @offset(%x : tensor<1x4x5x3xi8>, %w : tensor<2x3x2x3xi8>, %b : tensor<2xi32>, %p : tensor<36xi8>, %s : tensor<2x2xi32>) {
  %0 = cortex_m.transpose_conv %x, %w bias(%b) {kernel_size = [3, 2], groups = 1, dilations = [1, 1], input_offset = 129, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>, tensor<2x3x2x3xi8>, tensor<2xi32>) -> tensor<1x8x6x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.transpose_conv': expected either bias or sums, of which it is a part
func.func @start(%x : tensor<1x4x5x3xi8>, %w : tensor<2x3x2x3xi8>, %b : tensor<2xi32>, %p : tensor<36xi8>, %s : tensor<2x2xi32>) {
  %0 = cortex_m.transpose_conv %x, %w  {kernel_size = [3, 2], groups = 1, dilations = [1, 1], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>, tensor<2x3x2x3xi8>) -> tensor<1x8x6x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.transpose_conv': groups and dilations need sums
func.func @bias_dilations(%x : tensor<1x4x5x3xi8>, %w : tensor<2x3x2x3xi8>, %b : tensor<2xi32>, %p : tensor<36xi8>, %s : tensor<2x2xi32>) {
  %0 = cortex_m.transpose_conv %x, %w bias(%b) {kernel_size = [3, 2], groups = 1, dilations = [2, 1], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>, tensor<2x3x2x3xi8>, tensor<2xi32>) -> tensor<1x8x6x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.transpose_conv': weights must have shape 2x3x1x3
func.func @weights(%x : tensor<1x4x5x3xi8>, %w : tensor<2x3x2x3xi8>, %b : tensor<2xi32>, %p : tensor<36xi8>, %s : tensor<2x2xi32>) {
  %0 = cortex_m.transpose_conv %x, %w bias(%b) {kernel_size = [3, 1], groups = 1, dilations = [1, 1], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>, tensor<2x3x2x3xi8>, tensor<2xi32>) -> tensor<1x8x6x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.transpose_conv': sums must have shape 3x2
func.func @sums(%x : tensor<1x4x5x3xi8>, %w : tensor<2x3x2x3xi8>, %b : tensor<2xi32>, %p : tensor<36xi8>, %s : tensor<2x2xi32>) {
  %1 = cortex_m.transpose_conv %x, %p sums(%s) {kernel_size = [3, 2], groups = 1, dilations = [2, 1], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [3, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>, tensor<36xi8>, tensor<2x2xi32>) -> tensor<1x8x6x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.transpose_conv': weights must have shape 18
func.func @ordered(%x : tensor<1x4x5x3xi8>, %w : tensor<2x3x2x3xi8>, %b : tensor<2xi32>, %p : tensor<36xi8>, %s : tensor<2x2xi32>) {
  %1 = cortex_m.transpose_conv %x, %p sums(%s) {kernel_size = [3, 1], groups = 1, dilations = [2, 1], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>, tensor<36xi8>, tensor<2x2xi32>) -> tensor<1x8x6x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.transpose_conv': strides must be two numbers from 1 up
func.func @strides(%x : tensor<1x4x5x3xi8>, %w : tensor<2x3x2x3xi8>, %b : tensor<2xi32>, %p : tensor<36xi8>, %s : tensor<2x2xi32>) {
  %0 = cortex_m.transpose_conv %x, %w bias(%b) {kernel_size = [3, 2], groups = 1, dilations = [1, 1], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [0, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>, tensor<2x3x2x3xi8>, tensor<2xi32>) -> tensor<1x8x6x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.window_max': input and out must be [N, H, W, C], but are (1, 4, 5, 3), (1, 2, 9)
func.func @image(%x : tensor<1x4x5x3xi8>) {
  %0 = cortex_m.window_max %x {dilations = [2, 1], rows = [0, 2, 1, 1], columns = [0, 5, 2, 2, 4, 1], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>) -> tensor<1x2x9xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.window_max': out must have shape 1x2x3x3
func.func @channels(%x : tensor<1x4x5x3xi8>) {
  %0 = cortex_m.window_max %x {dilations = [2, 1], rows = [0, 2, 1, 1], columns = [0, 5, 2, 2, 4, 1], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>) -> tensor<1x2x3x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.window_max': input must have elements of type i8
func.func @element(%x : tensor<1x4x5x3xf32>) {
  %0 = cortex_m.window_max %x {dilations = [2, 1], rows = [0, 2, 1, 1], columns = [0, 5, 2, 2, 4, 1], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xf32>) -> tensor<1x2x3x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.window_max': dilations must be two numbers from 1 up: (0, 1)
func.func @dilated(%x : tensor<1x4x5x3xi8>) {
  %0 = cortex_m.window_max %x {dilations = [0, 1], rows = [0, 2, 1, 1], columns = [0, 5, 2, 2, 4, 1], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>) -> tensor<1x2x3x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.window_max': rows must have a start and a count for each of 2 results
func.func @rows(%x : tensor<1x4x5x3xi8>) {
  %0 = cortex_m.window_max %x {dilations = [2, 1], rows = [0, 2, 1], columns = [0, 5, 2, 2, 4, 1], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>) -> tensor<1x2x3x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.window_max': rows must be windows inside the image, which has 4
func.func @outside(%x : tensor<1x4x5x3xi8>) {
  %0 = cortex_m.window_max %x {dilations = [2, 1], rows = [0, 3, 1, 1], columns = [0, 5, 2, 2, 4, 1], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>) -> tensor<1x2x3x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.window_max': columns must be windows inside the image, which has 5
func.func @empty(%x : tensor<1x4x5x3xi8>) {
  %0 = cortex_m.window_max %x {dilations = [2, 1], rows = [0, 2, 1, 1], columns = [0, 5, 2, 0, 4, 1], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>) -> tensor<1x2x3x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.window_mean': row_kinds and column_kinds must have a number for each result
func.func @kinds(%x : tensor<1x4x5x3xi8>) {
  %1 = cortex_m.window_mean %x {row_kinds = [0], column_kinds = [0, 0, 0], input_offset = 3, output_offset = -4, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, rows = [0, 2, 1, 1], columns = [0, 5, 2, 2, 4, 1], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>) -> tensor<1x2x3x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.window_mean': rescale has 2 pairs for 1 kinds of windows
func.func @factors(%x : tensor<1x4x5x3xi8>) {
  %1 = cortex_m.window_mean %x {row_kinds = [0, 0], column_kinds = [0, 0, 0], input_offset = 3, output_offset = -4, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, rows = [0, 2, 1, 1], columns = [0, 5, 2, 2, 4, 1], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>) -> tensor<1x2x3x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.window_mean': output_offset 128 is not in
func.func @mean_offset(%x : tensor<1x4x5x3xi8>) {
  %1 = cortex_m.window_mean %x {row_kinds = [0, 1], column_kinds = [0, 0, 0], input_offset = 3, output_offset = 128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, rows = [0, 2, 1, 1], columns = [0, 5, 2, 2, 4, 1], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>) -> tensor<1x2x3x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.pick': rows must be 3 numbers below 4, but are (0, 0, 4)
func.func @place(%x : tensor<1x4x5x3xf32>) {
  %0 = cortex_m.pick %x {rows = [0, 0, 4], columns = [4, 1]} : (tensor<1x4x5x3xf32>) -> tensor<1x3x2x3xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.pick': columns must be 2 numbers below 5, but are (4,)
func.func @places(%x : tensor<1x4x5x3xf32>) {
  %0 = cortex_m.pick %x {rows = [0, 0, 3], columns = [4]} : (tensor<1x4x5x3xf32>) -> tensor<1x3x2x3xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.pick': out must have elements of type f32
func.func @picked(%x : tensor<1x4x5x3xf32>) {
  %0 = cortex_m.pick %x {rows = [0, 0, 3], columns = [4, 1]} : (tensor<1x4x5x3xf32>) -> tensor<1x3x2x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.resample': rescale must be one pair
func.func @pair(%x : tensor<1x4x5x3xi8>) {
  %0 = cortex_m.resample %x {rows = [0, 1, 2, 3], row_weights = [512, 1536, 2048, 0], columns = [4], column_weights = [1], input_offset = 3, output_offset = -4, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>) -> tensor<1x2x1x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.resample': rows must be 4 numbers below 4, but are (0, 1, 2, 4)
func.func @source(%x : tensor<1x4x5x3xi8>) {
  %0 = cortex_m.resample %x {rows = [0, 1, 2, 4], row_weights = [512, 1536, 2048, 0], columns = [4], column_weights = [1], input_offset = 3, output_offset = -4, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>) -> tensor<1x2x1x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.resample': rows must have weights of 16 bits, as many as places
func.func @weight(%x : tensor<1x4x5x3xi8>) {
  %0 = cortex_m.resample %x {rows = [0, 1, 2, 3], row_weights = [512, 1536, 2048], columns = [4], column_weights = [1], input_offset = 3, output_offset = -4, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>) -> tensor<1x2x1x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.resample': columns must have weights of 16 bits
func.func @large(%x : tensor<1x4x5x3xi8>) {
  %0 = cortex_m.resample %x {rows = [0, 1, 2, 3], row_weights = [512, 1536, 2048, 0], columns = [4], column_weights = [32768], input_offset = 3, output_offset = -4, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>) -> tensor<1x2x1x3xi8>
  func.return
}
