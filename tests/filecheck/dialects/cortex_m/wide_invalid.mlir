// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'cortex_m.quantize': zero_point 300 is not in [-128, 127]
func.func @zero_point(%x : tensor<5xf32>) {
  %0 = cortex_m.quantize %x {scale = 0.25, zero_point = 300, clamp = #cortex_m.clamp<-128, 127>} : (tensor<5xf32>) -> tensor<5xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.quantize': clamp's greatest code 128 is not in [-128, 127]
func.func @clamp(%x : tensor<5xf32>) {
  %0 = cortex_m.quantize %x {scale = 0.25, zero_point = 0, clamp = #cortex_m.clamp<-128, 128>} : (tensor<5xf32>) -> tensor<5xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.quantize': out must have elements of type i8 or i16, but has tensor<5xi32>
func.func @wider(%x : tensor<5xf32>) {
  %0 = cortex_m.quantize %x {scale = 0.25, zero_point = 0, clamp = #cortex_m.clamp<-128, 127>} : (tensor<5xf32>) -> tensor<5xi32>
  func.return
}
// -----
// CHECK: 'cortex_m.dequantize': zero_point 32768 is not in [-32768, 32767]
func.func @dequantize(%x : tensor<5xi16>) {
  %0 = cortex_m.dequantize %x {scale = 0.25, zero_point = 32768} : (tensor<5xi16>) -> tensor<5xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.requantize': clamp's least code -129 is not in [-128, 127]
func.func @requantize(%x : tensor<5xi16>) {
  %0 = cortex_m.requantize %x {input_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-129, 127>} : (tensor<5xi16>) -> tensor<5xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.linear': a result of i16 needs sums, into which the bias is folded
builtin.module attributes {cortex_m.target = "cortex-m4"} {
  func.func @linear(%x : tensor<2x3xi8>, %w : tensor<4x3xi8>, %b : tensor<4xi32>) {
    %0 = cortex_m.linear %x, %w bias(%b) {input_offset = 1, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<2x3xi8>, tensor<4x3xi8>, tensor<4xi32>) -> tensor<2x4xi16>
    func.return
  }
}
// -----
// CHECK: 'cortex_m.linear': an input of i16 needs a bias of i32 or i64, and no sums
func.func @wide_input(%x : tensor<2x3xi16>, %w : tensor<4x3xi8>, %s : tensor<4xi32>) {
  %0 = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<2x3xi16>, tensor<4x3xi8>, tensor<4xi32>) -> tensor<2x4xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.add': left_shift must be 0 to 14 beside 16-bit codes: their 17 bits with an offset must stay in 32
func.func @left_shift(%x : tensor<4xi16>, %y : tensor<4xi8>) {
  %0 = cortex_m.add %x, %y {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>, lhs_rescale = #cortex_m.rescale<1518500250, -8>, rhs_rescale = #cortex_m.rescale<1073741824, 0>, left_shift = 15} : (tensor<4xi16>, tensor<4xi8>) -> tensor<4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.add': rhs_offset 129 is not in [-127, 128]
func.func @offset(%x : tensor<4xi16>, %y : tensor<4xi8>) {
  %0 = cortex_m.add %x, %y {lhs_offset = 129, rhs_offset = 129, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>, lhs_rescale = #cortex_m.rescale<1518500250, -8>, rhs_rescale = #cortex_m.rescale<1073741824, 0>, left_shift = 14} : (tensor<4xi16>, tensor<4xi8>) -> tensor<4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.mul': rhs must have elements of type i8 or i16, but has tensor<4xi32>
func.func @product(%x : tensor<4xi16>, %y : tensor<4xi32>) {
  %0 = cortex_m.mul %x, %y {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4xi16>, tensor<4xi32>) -> tensor<4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.mul': products of up to 2147483646, shifted by 1, do not fit into 32 bits
func.func @large_product(%x : tensor<4xi16>) {
  %0 = cortex_m.mul %x, %x {lhs_offset = 32767, rhs_offset = -1, output_offset = 0, rescale = #cortex_m.rescale<1518500250, 1>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4xi16>, tensor<4xi16>) -> tensor<4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.add': subtracted is for 16-bit codes
func.func @difference(%x : tensor<4xi8>) {
  %0 = cortex_m.add %x, %x {subtracted, lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>, lhs_rescale = #cortex_m.rescale<1518500250, -8>, rhs_rescale = #cortex_m.rescale<1073741824, 0>, left_shift = 20} : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.layer_norm': rows must have 1 to 16384 elements, but shape is (16385,)
func.func @long_row(%x : tensor<16385xi8>, %m : tensor<16385xi32>) {
  %0 = cortex_m.layer_norm %x, %m, %m {epsilon = 526, epsilon_bits = 10, range_bits = 2, shift = 20, clamp = #cortex_m.clamp<-128, 127>} : (tensor<16385xi8>, tensor<16385xi32>, tensor<16385xi32>) -> tensor<16385xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.batch_matmul': output_offset 32768 is not in [-32768, 32767]
func.func @scores_offset(%x : tensor<4x3xi8>, %y : tensor<5x3xi8>) {
  %0 = cortex_m.batch_matmul %x, %y {lhs_offset = 1, rhs_offset = 2, output_offset = 32768, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x3xi8>, tensor<5x3xi8>) -> tensor<4x5xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.strided_matmul': lhs must have elements of type i8, but has tensor<4x3xi16>
func.func @strided(%x : tensor<4x3xi16>, %y : tensor<5x3xi8>) {
  %0 = cortex_m.strided_matmul %x, %y {sizes = [1, 1, 4, 5, 3], lhs_start = 0, lhs_strides = [0, 0, 3], rhs_start = 0, rhs_strides = [0, 0, 3, 1], out_strides = [0, 0, 5], lhs_offset = 1, rhs_offset = 2, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x3xi16>, tensor<5x3xi8>) -> tensor<4x5xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.strided_matmul': clamp's greatest code 32767 is not in [-128, 127]
func.func @strided_clamp(%x : tensor<4x3xi8>, %y : tensor<5x3xi8>) {
  %0 = cortex_m.strided_matmul %x, %y {sizes = [1, 1, 4, 5, 3], lhs_start = 0, lhs_strides = [0, 0, 3], rhs_start = 0, rhs_strides = [0, 0, 3, 1], out_strides = [0, 0, 5], lhs_offset = 1, rhs_offset = 2, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 32767>} : (tensor<4x3xi8>, tensor<5x3xi8>) -> tensor<4x5xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.wide_softmax': input must have elements of type i16, but has tensor<4x5xi8>
func.func @softmax_input(%x : tensor<4x5xi8>, %e : tensor<2x256xi32>) {
  %0 = cortex_m.wide_softmax %x, %e : (tensor<4x5xi8>, tensor<2x256xi32>) -> tensor<4x5xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.wide_softmax': out must have elements of type i8, but has tensor<4x5xi16>
func.func @softmax_out(%x : tensor<4x5xi16>, %e : tensor<2x256xi32>) {
  %0 = cortex_m.wide_softmax %x, %e : (tensor<4x5xi16>, tensor<2x256xi32>) -> tensor<4x5xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.wide_softmax': exponentials must have shape 2x256, but has tensor<512xi32>
func.func @exponentials(%x : tensor<4x5xi16>, %e : tensor<512xi32>) {
  %0 = cortex_m.wide_softmax %x, %e : (tensor<4x5xi16>, tensor<512xi32>) -> tensor<4x5xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.wide_softmax': exponentials must have elements of type i32, but has tensor<2x256xi16>
func.func @exponentials_type(%x : tensor<4x5xi16>, %e : tensor<2x256xi16>) {
  %0 = cortex_m.wide_softmax %x, %e : (tensor<4x5xi16>, tensor<2x256xi16>) -> tensor<4x5xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.wide_softmax': rows must have 1 to 4095 elements and the input 1 to 8 axes, but its shape is (4096,)
func.func @softmax_row(%x : tensor<4096xi16>, %e : tensor<2x256xi32>) {
  %0 = cortex_m.wide_softmax %x, %e : (tensor<4096xi16>, tensor<2x256xi32>) -> tensor<4096xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.wide_softmax': mask, mask_offset and mask_strides belong together
func.func @softmax_mask(%x : tensor<4x5xi16>, %e : tensor<2x256xi32>, %m : tensor<5xi1>) {
  %0 = cortex_m.wide_softmax %x, %e mask(%m) {mask_offset = 0} : (tensor<4x5xi16>, tensor<2x256xi32>, tensor<5xi1>) -> tensor<4x5xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.wide_softmax': a diagonal needs two axes
func.func @softmax_diagonal(%x : tensor<5xi16>, %e : tensor<2x256xi32>) {
  %0 = cortex_m.wide_softmax %x, %e {diagonal = 0} : (tensor<5xi16>, tensor<2x256xi32>) -> tensor<5xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.wide_softmax': reads elements 1 to 5 of mask, which has 5
func.func @softmax_reads(%x : tensor<4x5xi16>, %e : tensor<2x256xi32>, %m : tensor<5xi1>) {
  %0 = cortex_m.wide_softmax %x, %e mask(%m) {mask_offset = 1, mask_strides = [0, 1]} : (tensor<4x5xi16>, tensor<2x256xi32>, tensor<5xi1>) -> tensor<4x5xi8>
  func.return
}
