// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK-LABEL: @transpose_conv
func.func @transpose_conv(%x : tensor<1x4x5x3xi8>, %w : tensor<2x3x2x3xi8>, %b : tensor<2xi32>, %p : tensor<36xi8>, %s : tensor<2x2xi32>) {
  // CHECK: %0 = cortex_m.transpose_conv %x, %w bias(%b) {kernel_size = [3, 2], groups = 1, dilations = [1, 1], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>, tensor<2x3x2x3xi8>, tensor<2xi32>) -> tensor<1x8x6x2xi8>
  %0 = cortex_m.transpose_conv %x, %w bias(%b) {kernel_size = [3, 2], groups = 1, dilations = [1, 1], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>, tensor<2x3x2x3xi8>, tensor<2xi32>) -> tensor<1x8x6x2xi8>
  // CHECK: %1 = cortex_m.transpose_conv %x, %p sums(%s) {kernel_size = [3, 2], groups = 1, dilations = [2, 1], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>, tensor<36xi8>, tensor<2x2xi32>) -> tensor<1x8x6x2xi8>
  %1 = cortex_m.transpose_conv %x, %p sums(%s) {kernel_size = [3, 2], groups = 1, dilations = [2, 1], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>, tensor<36xi8>, tensor<2x2xi32>) -> tensor<1x8x6x2xi8>
  func.return
}

// CHECK-LABEL: @transpose_conv_on_memrefs
func.func @transpose_conv_on_memrefs(%x : memref<1x4x5x3xi8>, %w : memref<2x3x2x3xi8>, %b : memref<2xi32>, %y : memref<1x8x6x2xi8>, %z : memref<600xi8>, %p : memref<36xi8>, %s : memref<2x2xi32>) {
  // CHECK: cortex_m.transpose_conv %x, %w bias(%b) out(%y) scratch(%z) {kernel_size = [3, 2], groups = 1, dilations = [1, 1], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x4x5x3xi8>, memref<2x3x2x3xi8>, memref<2xi32>, memref<1x8x6x2xi8>, memref<600xi8>) -> ()
  cortex_m.transpose_conv %x, %w bias(%b) out(%y) scratch(%z) {kernel_size = [3, 2], groups = 1, dilations = [1, 1], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x4x5x3xi8>, memref<2x3x2x3xi8>, memref<2xi32>, memref<1x8x6x2xi8>, memref<600xi8>) -> ()
  // CHECK: cortex_m.transpose_conv %x, %p sums(%s) out(%y) scratch(%z) {kernel_size = [3, 2], groups = 1, dilations = [2, 1], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x4x5x3xi8>, memref<36xi8>, memref<2x2xi32>, memref<1x8x6x2xi8>, memref<600xi8>) -> ()
  cortex_m.transpose_conv %x, %p sums(%s) out(%y) scratch(%z) {kernel_size = [3, 2], groups = 1, dilations = [2, 1], input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x4x5x3xi8>, memref<36xi8>, memref<2x2xi32>, memref<1x8x6x2xi8>, memref<600xi8>) -> ()
  func.return
}

// CHECK-LABEL: @windows
func.func @windows(%x : tensor<1x4x5x3xi8>) {
  // CHECK: %0 = cortex_m.window_max %x {dilations = [2, 1], rows = [0, 2, 1, 1], columns = [0, 5, 2, 2, 4, 1], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>) -> tensor<1x2x3x3xi8>
  %0 = cortex_m.window_max %x {dilations = [2, 1], rows = [0, 2, 1, 1], columns = [0, 5, 2, 2, 4, 1], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>) -> tensor<1x2x3x3xi8>
  // CHECK: %1 = cortex_m.window_mean %x {row_kinds = [0, 1], column_kinds = [0, 0, 0], input_offset = 3, output_offset = -4, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, rows = [0, 2, 1, 1], columns = [0, 5, 2, 2, 4, 1], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>) -> tensor<1x2x3x3xi8>
  %1 = cortex_m.window_mean %x {row_kinds = [0, 1], column_kinds = [0, 0, 0], input_offset = 3, output_offset = -4, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, rows = [0, 2, 1, 1], columns = [0, 5, 2, 2, 4, 1], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>) -> tensor<1x2x3x3xi8>
  func.return
}

// CHECK-LABEL: @windows_on_memrefs
func.func @windows_on_memrefs(%x : memref<1x4x5x3xi8>, %y : memref<1x2x3x3xi8>) {
  // CHECK: cortex_m.window_max %x out(%y) {dilations = [2, 1], rows = [0, 2, 1, 1], columns = [0, 5, 2, 2, 4, 1], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x4x5x3xi8>, memref<1x2x3x3xi8>) -> ()
  cortex_m.window_max %x out(%y) {dilations = [2, 1], rows = [0, 2, 1, 1], columns = [0, 5, 2, 2, 4, 1], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x4x5x3xi8>, memref<1x2x3x3xi8>) -> ()
  // CHECK: cortex_m.window_mean %x out(%y) {row_kinds = [0, 1], column_kinds = [0, 0, 0], input_offset = 3, output_offset = -4, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, rows = [0, 2, 1, 1], columns = [0, 5, 2, 2, 4, 1], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x4x5x3xi8>, memref<1x2x3x3xi8>) -> ()
  cortex_m.window_mean %x out(%y) {row_kinds = [0, 1], column_kinds = [0, 0, 0], input_offset = 3, output_offset = -4, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, rows = [0, 2, 1, 1], columns = [0, 5, 2, 2, 4, 1], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x4x5x3xi8>, memref<1x2x3x3xi8>) -> ()
  func.return
}

// CHECK-LABEL: @pick
func.func @pick(%x : tensor<1x4x5x3xf32>) {
  // CHECK: %0 = cortex_m.pick %x {rows = [0, 0, 3], columns = [4, 1]} : (tensor<1x4x5x3xf32>) -> tensor<1x3x2x3xf32>
  %0 = cortex_m.pick %x {rows = [0, 0, 3], columns = [4, 1]} : (tensor<1x4x5x3xf32>) -> tensor<1x3x2x3xf32>
  func.return
}

// CHECK-LABEL: @pick_on_memrefs
func.func @pick_on_memrefs(%x : memref<1x4x5x3xi8>, %y : memref<1x3x2x3xi8>) {
  // CHECK: cortex_m.pick %x out(%y) {rows = [0, 0, 3], columns = [4, 1]} : (memref<1x4x5x3xi8>, memref<1x3x2x3xi8>) -> ()
  cortex_m.pick %x out(%y) {rows = [0, 0, 3], columns = [4, 1]} : (memref<1x4x5x3xi8>, memref<1x3x2x3xi8>) -> ()
  func.return
}

// CHECK-LABEL: @resample
func.func @resample(%x : tensor<1x4x5x3xi8>) {
  // CHECK: %0 = cortex_m.resample %x {rows = [0, 1, 2, 3], row_weights = [512, 1536, 2048, 0], columns = [4], column_weights = [1], input_offset = 3, output_offset = -4, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>) -> tensor<1x2x1x3xi8>
  %0 = cortex_m.resample %x {rows = [0, 1, 2, 3], row_weights = [512, 1536, 2048, 0], columns = [4], column_weights = [1], input_offset = 3, output_offset = -4, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x3xi8>) -> tensor<1x2x1x3xi8>
  func.return
}

// CHECK-LABEL: @resample_on_memrefs
func.func @resample_on_memrefs(%x : memref<1x4x5x3xi8>, %y : memref<1x2x1x3xi8>) {
  // CHECK: cortex_m.resample %x out(%y) {rows = [0, 1, 2, 3], row_weights = [512, 1536, 2048, 0], columns = [4], column_weights = [1], input_offset = 3, output_offset = -4, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (memref<1x4x5x3xi8>, memref<1x2x1x3xi8>) -> ()
  cortex_m.resample %x out(%y) {rows = [0, 1, 2, 3], row_weights = [512, 1536, 2048, 0], columns = [4], column_weights = [1], input_offset = 3, output_offset = -4, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (memref<1x4x5x3xi8>, memref<1x2x1x3xi8>) -> ()
  func.return
}
