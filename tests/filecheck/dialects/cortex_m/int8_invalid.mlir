// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'cortex_m.mul': lhs must have elements of type i8 or i16, but has tensor<2xi32>
func.func @mul_lhs(%a : tensor<2xi32>, %b : tensor<2xi8>) {
  %0 = cortex_m.mul %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xi32>, tensor<2xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.mul': rhs must have elements of type i8 or i16, but has tensor<2xf32>
func.func @mul_rhs(%a : tensor<2xi8>, %b : tensor<2xf32>) {
  %0 = cortex_m.mul %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xi8>, tensor<2xf32>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.mul': out must have elements of type i8 or i16, but has tensor<2xi32>
func.func @mul_out(%a : tensor<2xi8>, %b : tensor<2xi8>) {
  %0 = cortex_m.mul %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi32>
  func.return
}
// -----
// CHECK: 'cortex_m.mul': shapes differ: (2,), (1,), (2,)
func.func @mul_shape(%a : tensor<2xi8>, %b : tensor<1xi8>) {
  %0 = cortex_m.mul %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xi8>, tensor<1xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.mul': shapes differ: (2,), (2,), (1, 2)
func.func @mul_out_shape(%a : tensor<2xi8>, %b : tensor<2xi8>) {
  %0 = cortex_m.mul %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xi8>, tensor<2xi8>) -> tensor<1x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.mul': lhs_offset -128 is not in [-127, 128]
func.func @mul_lhs_offset(%a : tensor<2xi8>, %b : tensor<2xi8>) {
  %0 = cortex_m.mul %a, %b {lhs_offset = -128, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.mul': rhs_offset 129 is not in [-127, 128]
func.func @mul_rhs_offset(%a : tensor<2xi8>, %b : tensor<2xi8>) {
  %0 = cortex_m.mul %a, %b {lhs_offset = 0, rhs_offset = 129, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.mul': output_offset 128 is not in [-128, 127]
func.func @mul_output_offset(%a : tensor<2xi8>, %b : tensor<2xi8>) {
  %0 = cortex_m.mul %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 128, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.mul': rescale must be one pair
func.func @mul_pairs(%a : tensor<2xi8>, %b : tensor<2xi8>) {
  %0 = cortex_m.mul %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.add': lhs must have elements of type i8 or i16, but has tensor<2xi32>
func.func @add_lhs(%a : tensor<2xi32>, %b : tensor<2xi8>) {
  %0 = cortex_m.add %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>, lhs_rescale = #cortex_m.rescale<1518500250, -8>, rhs_rescale = #cortex_m.rescale<1518500250, -8>, left_shift = 20} : (tensor<2xi32>, tensor<2xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.add': rhs must have elements of type i8 or i16, but has tensor<2xf32>
func.func @add_rhs(%a : tensor<2xi8>, %b : tensor<2xf32>) {
  %0 = cortex_m.add %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>, lhs_rescale = #cortex_m.rescale<1518500250, -8>, rhs_rescale = #cortex_m.rescale<1518500250, -8>, left_shift = 20} : (tensor<2xi8>, tensor<2xf32>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.add': out must have elements of type i8 or i16, but has tensor<2xi32>
func.func @add_out(%a : tensor<2xi8>, %b : tensor<2xi8>) {
  %0 = cortex_m.add %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>, lhs_rescale = #cortex_m.rescale<1518500250, -8>, rhs_rescale = #cortex_m.rescale<1518500250, -8>, left_shift = 20} : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi32>
  func.return
}
// -----
// CHECK: 'cortex_m.add': shapes differ: (2,), (1,), (2,)
func.func @add_shape(%a : tensor<2xi8>, %b : tensor<1xi8>) {
  %0 = cortex_m.add %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>, lhs_rescale = #cortex_m.rescale<1518500250, -8>, rhs_rescale = #cortex_m.rescale<1518500250, -8>, left_shift = 20} : (tensor<2xi8>, tensor<1xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.add': shapes differ: (2,), (2,), (1, 2)
func.func @add_out_shape(%a : tensor<2xi8>, %b : tensor<2xi8>) {
  %0 = cortex_m.add %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>, lhs_rescale = #cortex_m.rescale<1518500250, -8>, rhs_rescale = #cortex_m.rescale<1518500250, -8>, left_shift = 20} : (tensor<2xi8>, tensor<2xi8>) -> tensor<1x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.add': lhs_offset -128 is not in [-127, 128]
func.func @add_lhs_offset(%a : tensor<2xi8>, %b : tensor<2xi8>) {
  %0 = cortex_m.add %a, %b {lhs_offset = -128, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>, lhs_rescale = #cortex_m.rescale<1518500250, -8>, rhs_rescale = #cortex_m.rescale<1518500250, -8>, left_shift = 20} : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.add': rhs_offset 129 is not in [-127, 128]
func.func @add_rhs_offset(%a : tensor<2xi8>, %b : tensor<2xi8>) {
  %0 = cortex_m.add %a, %b {lhs_offset = 0, rhs_offset = 129, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>, lhs_rescale = #cortex_m.rescale<1518500250, -8>, rhs_rescale = #cortex_m.rescale<1518500250, -8>, left_shift = 20} : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.add': output_offset 128 is not in [-128, 127]
func.func @add_output_offset(%a : tensor<2xi8>, %b : tensor<2xi8>) {
  %0 = cortex_m.add %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 128, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>, lhs_rescale = #cortex_m.rescale<1518500250, -8>, rhs_rescale = #cortex_m.rescale<1518500250, -8>, left_shift = 20} : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.add': rescale must be one pair
func.func @add_pairs(%a : tensor<2xi8>, %b : tensor<2xi8>) {
  %0 = cortex_m.add %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, clamp = #cortex_m.clamp<-128, 127>, lhs_rescale = #cortex_m.rescale<1518500250, -8>, rhs_rescale = #cortex_m.rescale<1518500250, -8>, left_shift = 20} : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.add': lhs_rescale and rhs_rescale must be one pair
func.func @add_lhs_pairs(%a : tensor<2xi8>, %b : tensor<2xi8>) {
  %0 = cortex_m.add %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>, lhs_rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, rhs_rescale = #cortex_m.rescale<1518500250, -8>, left_shift = 20} : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.add': lhs_rescale and rhs_rescale must be one pair
func.func @add_rhs_pairs(%a : tensor<2xi8>, %b : tensor<2xi8>) {
  %0 = cortex_m.add %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>, lhs_rescale = #cortex_m.rescale<1518500250, -8>, rhs_rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, left_shift = 20} : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.add': left_shift must be 16 to 20: CMSIS-NN is wrong below on some targets
func.func @add_small_shift(%a : tensor<2xi8>, %b : tensor<2xi8>) {
  %0 = cortex_m.add %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>, lhs_rescale = #cortex_m.rescale<1518500250, -8>, rhs_rescale = #cortex_m.rescale<1518500250, -8>, left_shift = 15} : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.add': left_shift must be 16 to 20: CMSIS-NN is wrong below on some targets
func.func @add_large_shift(%a : tensor<2xi8>, %b : tensor<2xi8>) {
  %0 = cortex_m.add %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>, lhs_rescale = #cortex_m.rescale<1518500250, -8>, rhs_rescale = #cortex_m.rescale<1518500250, -8>, left_shift = 21} : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.requantize': input must have elements of type i8 or i16, but has tensor<2xi32>
func.func @requantize_input(%a : tensor<2xi32>) {
  %0 = cortex_m.requantize %a {input_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xi32>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.requantize': out must have elements of type i8 or i16, but has tensor<2xi32>
func.func @requantize_out(%a : tensor<2xi8>) {
  %0 = cortex_m.requantize %a {input_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xi8>) -> tensor<2xi32>
  func.return
}
// -----
// CHECK: 'cortex_m.requantize': shapes differ: (2,), (3,)
func.func @requantize_shape(%a : tensor<2xi8>) {
  %0 = cortex_m.requantize %a {input_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xi8>) -> tensor<3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.requantize': input_offset 32769 is not in [-32767, 32768]
func.func @requantize_input_offset(%a : tensor<2xi8>) {
  %0 = cortex_m.requantize %a {input_offset = 32769, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.requantize': input_offset -32768 is not in [-32767, 32768]
func.func @requantize_small_input_offset(%a : tensor<2xi8>) {
  %0 = cortex_m.requantize %a {input_offset = -32768, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.requantize': output_offset -129 is not in [-128, 127]
func.func @requantize_output_offset(%a : tensor<2xi8>) {
  %0 = cortex_m.requantize %a {input_offset = 0, output_offset = -129, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.requantize': rescale must be one pair
func.func @requantize_pairs(%a : tensor<2xi8>) {
  %0 = cortex_m.requantize %a {input_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.table': input must have elements of type i8, but has tensor<2xi16>
func.func @table_input(%a : tensor<2xi16>) {
  %0 = cortex_m.table %a {table = dense<0> : tensor<256xi8>} : (tensor<2xi16>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.table': out must have elements of type i8, but has tensor<2xi16>
func.func @table_out(%a : tensor<2xi8>) {
  %0 = cortex_m.table %a {table = dense<0> : tensor<256xi8>} : (tensor<2xi8>) -> tensor<2xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.table': shapes differ: (2,), (2, 1)
func.func @table_shape(%a : tensor<2xi8>) {
  %0 = cortex_m.table %a {table = dense<0> : tensor<256xi8>} : (tensor<2xi8>) -> tensor<2x1xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.table': table must be a tensor<256xi8>, but is tensor<255xi8>
func.func @table_size(%a : tensor<2xi8>) {
  %0 = cortex_m.table %a {table = dense<0> : tensor<255xi8>} : (tensor<2xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.table': table must be a tensor<256xi8>, but is tensor<256xi16>
func.func @table_elements(%a : tensor<2xi8>) {
  %0 = cortex_m.table %a {table = dense<0> : tensor<256xi16>} : (tensor<2xi8>) -> tensor<2xi8>
  func.return
}
