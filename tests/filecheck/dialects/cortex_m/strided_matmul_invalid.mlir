// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'cortex_m.strided_matmul': lhs must have elements of type i8, but has tensor<8x64xi16>
func.func @lhs_type(%a : tensor<8x64xi16>, %b : tensor<6x64xi8>) {
  %0 = cortex_m.strided_matmul %a, %b {sizes = [1, 4, 8, 6, 16], lhs_start = 0, lhs_strides = [0, 16, 64], rhs_start = 0, rhs_strides = [0, 16, 64, 1], out_strides = [0, 48, 6], lhs_offset = 3, rhs_offset = -5, output_offset = 7, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x64xi16>, tensor<6x64xi8>) -> tensor<4x8x6xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.strided_matmul': rhs must have elements of type i8, but has tensor<6x64xf32>
func.func @rhs_type(%a : tensor<8x64xi8>, %b : tensor<6x64xf32>) {
  %0 = cortex_m.strided_matmul %a, %b {sizes = [1, 4, 8, 6, 16], lhs_start = 0, lhs_strides = [0, 16, 64], rhs_start = 0, rhs_strides = [0, 16, 64, 1], out_strides = [0, 48, 6], lhs_offset = 3, rhs_offset = -5, output_offset = 7, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x64xi8>, tensor<6x64xf32>) -> tensor<4x8x6xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.strided_matmul': out must have elements of type i8 or i16, but has tensor<4x8x6xi32>
func.func @out_type(%a : tensor<8x64xi8>, %b : tensor<6x64xi8>) {
  %0 = cortex_m.strided_matmul %a, %b {sizes = [1, 4, 8, 6, 16], lhs_start = 0, lhs_strides = [0, 16, 64], rhs_start = 0, rhs_strides = [0, 16, 64, 1], out_strides = [0, 48, 6], lhs_offset = 3, rhs_offset = -5, output_offset = 7, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x64xi8>, tensor<6x64xi8>) -> tensor<4x8x6xi32>
  func.return
}
// -----
// CHECK: 'cortex_m.strided_matmul': sizes must be 5 integers, but are 4
func.func @sizes_length(%a : tensor<8x64xi8>, %b : tensor<6x64xi8>) {
  %0 = cortex_m.strided_matmul %a, %b {sizes = [4, 8, 6, 16], lhs_start = 0, lhs_strides = [0, 16, 64], rhs_start = 0, rhs_strides = [0, 16, 64, 1], out_strides = [0, 48, 6], lhs_offset = 3, rhs_offset = -5, output_offset = 7, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x64xi8>, tensor<6x64xi8>) -> tensor<4x8x6xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.strided_matmul': lhs_strides must be 3 integers, but are 2
func.func @lhs_length(%a : tensor<8x64xi8>, %b : tensor<6x64xi8>) {
  %0 = cortex_m.strided_matmul %a, %b {sizes = [1, 4, 8, 6, 16], lhs_start = 0, lhs_strides = [16, 64], rhs_start = 0, rhs_strides = [0, 16, 64, 1], out_strides = [0, 48, 6], lhs_offset = 3, rhs_offset = -5, output_offset = 7, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x64xi8>, tensor<6x64xi8>) -> tensor<4x8x6xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.strided_matmul': rhs_strides must be 4 integers, but are 3
func.func @rhs_length(%a : tensor<8x64xi8>, %b : tensor<6x64xi8>) {
  %0 = cortex_m.strided_matmul %a, %b {sizes = [1, 4, 8, 6, 16], lhs_start = 0, lhs_strides = [0, 16, 64], rhs_start = 0, rhs_strides = [16, 64, 1], out_strides = [0, 48, 6], lhs_offset = 3, rhs_offset = -5, output_offset = 7, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x64xi8>, tensor<6x64xi8>) -> tensor<4x8x6xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.strided_matmul': out_strides must be 3 integers, but are 1
func.func @out_length(%a : tensor<8x64xi8>, %b : tensor<6x64xi8>) {
  %0 = cortex_m.strided_matmul %a, %b {sizes = [1, 4, 8, 6, 16], lhs_start = 0, lhs_strides = [0, 16, 64], rhs_start = 0, rhs_strides = [0, 16, 64, 1], out_strides = [6], lhs_offset = 3, rhs_offset = -5, output_offset = 7, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x64xi8>, tensor<6x64xi8>) -> tensor<4x8x6xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.strided_matmul': sizes must be positive
func.func @no_rows(%a : tensor<8x64xi8>, %b : tensor<6x64xi8>) {
  %0 = cortex_m.strided_matmul %a, %b {sizes = [1, 4, 0, 6, 16], lhs_start = 0, lhs_strides = [0, 16, 64], rhs_start = 0, rhs_strides = [0, 16, 64, 1], out_strides = [0, 48, 6], lhs_offset = 3, rhs_offset = -5, output_offset = 7, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x64xi8>, tensor<6x64xi8>) -> tensor<4x8x6xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.strided_matmul': one of the last two strides of rhs must be 1, but has [0, 16, 64, 2]
func.func @scattered_rhs(%a : tensor<8x64xi8>, %b : tensor<6x64xi8>) {
  %0 = cortex_m.strided_matmul %a, %b {sizes = [1, 4, 8, 6, 16], lhs_start = 0, lhs_strides = [0, 16, 64], rhs_start = 0, rhs_strides = [0, 16, 64, 2], out_strides = [0, 48, 6], lhs_offset = 3, rhs_offset = -5, output_offset = 7, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x64xi8>, tensor<6x64xi8>) -> tensor<4x8x6xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.strided_matmul': reads elements 1 to 512 of lhs, which has 512
func.func @lhs_outside(%a : tensor<8x64xi8>, %b : tensor<6x64xi8>) {
  %0 = cortex_m.strided_matmul %a, %b {sizes = [1, 4, 8, 6, 16], lhs_start = 1, lhs_strides = [0, 16, 64], rhs_start = 0, rhs_strides = [0, 16, 64, 1], out_strides = [0, 48, 6], lhs_offset = 3, rhs_offset = -5, output_offset = 7, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x64xi8>, tensor<6x64xi8>) -> tensor<4x8x6xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.strided_matmul': reads elements -1 to 382 of rhs, which has 384
func.func @rhs_outside(%a : tensor<8x64xi8>, %b : tensor<6x64xi8>) {
  %0 = cortex_m.strided_matmul %a, %b {sizes = [1, 4, 8, 6, 16], lhs_start = 0, lhs_strides = [0, 16, 64], rhs_start = -1, rhs_strides = [0, 16, 64, 1], out_strides = [0, 48, 6], lhs_offset = 3, rhs_offset = -5, output_offset = 7, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x64xi8>, tensor<6x64xi8>) -> tensor<4x8x6xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.strided_matmul': out_strides do not reach every element of out once
func.func @out_overlaps(%a : tensor<8x64xi8>, %b : tensor<6x64xi8>) {
  %0 = cortex_m.strided_matmul %a, %b {sizes = [1, 4, 8, 6, 16], lhs_start = 0, lhs_strides = [0, 16, 64], rhs_start = 0, rhs_strides = [0, 16, 64, 1], out_strides = [0, 8, 6], lhs_offset = 3, rhs_offset = -5, output_offset = 7, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x64xi8>, tensor<6x64xi8>) -> tensor<4x8x6xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.strided_matmul': writes 192 elements of an out of 384
func.func @out_too_large(%a : tensor<8x64xi8>, %b : tensor<6x64xi8>) {
  %0 = cortex_m.strided_matmul %a, %b {sizes = [1, 4, 8, 6, 16], lhs_start = 0, lhs_strides = [0, 16, 64], rhs_start = 0, rhs_strides = [0, 16, 64, 1], out_strides = [0, 48, 6], lhs_offset = 3, rhs_offset = -5, output_offset = 7, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x64xi8>, tensor<6x64xi8>) -> tensor<8x8x6xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.strided_matmul': lhs_offset 129 is not in [-127, 128]
func.func @lhs_offset(%a : tensor<8x64xi8>, %b : tensor<6x64xi8>) {
  %0 = cortex_m.strided_matmul %a, %b {sizes = [1, 4, 8, 6, 16], lhs_start = 0, lhs_strides = [0, 16, 64], rhs_start = 0, rhs_strides = [0, 16, 64, 1], out_strides = [0, 48, 6], lhs_offset = 129, rhs_offset = -5, output_offset = 7, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x64xi8>, tensor<6x64xi8>) -> tensor<4x8x6xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.strided_matmul': rhs_offset -128 is not in [-127, 128]
func.func @rhs_offset(%a : tensor<8x64xi8>, %b : tensor<6x64xi8>) {
  %0 = cortex_m.strided_matmul %a, %b {sizes = [1, 4, 8, 6, 16], lhs_start = 0, lhs_strides = [0, 16, 64], rhs_start = 0, rhs_strides = [0, 16, 64, 1], out_strides = [0, 48, 6], lhs_offset = 3, rhs_offset = -128, output_offset = 7, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x64xi8>, tensor<6x64xi8>) -> tensor<4x8x6xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.strided_matmul': output_offset 128 is not in [-128, 127]
func.func @output_offset(%a : tensor<8x64xi8>, %b : tensor<6x64xi8>) {
  %0 = cortex_m.strided_matmul %a, %b {sizes = [1, 4, 8, 6, 16], lhs_start = 0, lhs_strides = [0, 16, 64], rhs_start = 0, rhs_strides = [0, 16, 64, 1], out_strides = [0, 48, 6], lhs_offset = 3, rhs_offset = -5, output_offset = 128, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x64xi8>, tensor<6x64xi8>) -> tensor<4x8x6xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.strided_matmul': a strided matmul has one rescale pair
func.func @per_channel(%a : tensor<8x64xi8>, %b : tensor<6x64xi8>) {
  %0 = cortex_m.strided_matmul %a, %b {sizes = [1, 4, 8, 6, 16], lhs_start = 0, lhs_strides = [0, 16, 64], rhs_start = 0, rhs_strides = [0, 16, 64, 1], out_strides = [0, 48, 6], lhs_offset = 3, rhs_offset = -5, output_offset = 7, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x64xi8>, tensor<6x64xi8>) -> tensor<4x8x6xi8>
  func.return
}
