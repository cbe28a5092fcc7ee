// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'cortex_m.max': input must have elements of type i8, but has tensor<2x3x4xi16>
func.func @element(%x : tensor<2x3x4xi16>) {
  %0 = cortex_m.max %x : (tensor<2x3x4xi16>) -> tensor<2x4xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.max': input must have 3 axes, the middle one not empty: (2, 3)
func.func @rank(%x : tensor<2x3xi8>) {
  %0 = cortex_m.max %x : (tensor<2x3xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.min': input must have 3 axes, the middle one not empty: (2, 0, 3)
func.func @empty(%x : tensor<2x0x3xi8>) {
  %0 = cortex_m.min %x : (tensor<2x0x3xi8>) -> tensor<2x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.min': out must have shape 2x4, but has tensor<2x3xi8>
func.func @shape(%x : tensor<2x3x4xi8>) {
  %0 = cortex_m.min %x : (tensor<2x3x4xi8>) -> tensor<2x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.argmax': out must have elements of type i64, but has tensor<2x4xi8>
func.func @index(%x : tensor<2x3x4xi8>) {
  %0 = cortex_m.argmax %x : (tensor<2x3x4xi8>) -> tensor<2x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.sum': out must have elements of type i8, but has tensor<2x4xi32>
func.func @sum_out(%x : tensor<2x3x4xi8>) {
  %0 = cortex_m.sum %x {input_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3x4xi8>) -> tensor<2x4xi32>
  func.return
}
// -----
// CHECK: 'cortex_m.sum': input_offset 129 is not in [-127, 128]
func.func @input_offset(%x : tensor<2x3x4xi8>) {
  %0 = cortex_m.sum %x {input_offset = 129, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3x4xi8>) -> tensor<2x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.sum': output_offset 128 is not in [-128, 127]
func.func @output_offset(%x : tensor<2x3x4xi8>) {
  %0 = cortex_m.sum %x {input_offset = 0, output_offset = 128, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3x4xi8>) -> tensor<2x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.sum': rescale must be one pair
func.func @channels(%x : tensor<2x3x4xi8>) {
  %0 = cortex_m.sum %x {input_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3x4xi8>) -> tensor<2x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.sum': sums of 70000 codes overflow 32 bits
func.func @overflow(%x : tensor<1x70000x1xi8>) {
  %0 = cortex_m.sum %x {input_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, 7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x70000x1xi8>) -> tensor<1x1xi8>
  func.return
}
