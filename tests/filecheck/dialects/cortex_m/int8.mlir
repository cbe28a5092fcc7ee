// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK-LABEL: @int8
func.func @int8(%x : tensor<2x3xi8>, %w : tensor<2x3xi16>) {
  // CHECK: %0 = cortex_m.mul %x, %x {lhs_offset = 128, rhs_offset = -127, output_offset = -128, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x3xi8>
  %0 = cortex_m.mul %x, %x {lhs_offset = 128, rhs_offset = -127, output_offset = -128, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x3xi8>
  // CHECK: %1 = cortex_m.add %x, %x {lhs_rescale = #cortex_m.rescale<1073741824, 0>, rhs_rescale = #cortex_m.rescale<1518500250, -3>, left_shift = 20, lhs_offset = 1, rhs_offset = 2, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -18>, clamp = #cortex_m.clamp<0, 127>} : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x3xi8>
  %1 = cortex_m.add %x, %x {lhs_offset = 1, rhs_offset = 2, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -18>, clamp = #cortex_m.clamp<0, 127>, lhs_rescale = #cortex_m.rescale<1073741824, 0>, rhs_rescale = #cortex_m.rescale<1518500250, -3>, left_shift = 20} : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x3xi8>
  // CHECK: %2 = cortex_m.requantize %x {input_offset = 5, output_offset = -6, rescale = #cortex_m.rescale<1518500250, 1>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>) -> tensor<2x3xi8>
  %2 = cortex_m.requantize %x {input_offset = 5, output_offset = -6, rescale = #cortex_m.rescale<1518500250, 1>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>) -> tensor<2x3xi8>
  // CHECK: %3 = cortex_m.requantize %w {input_offset = 32768, output_offset = 127, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi16>) -> tensor<2x3xi8>
  %3 = cortex_m.requantize %w {input_offset = 32768, output_offset = 127, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi16>) -> tensor<2x3xi8>
  // CHECK: %4 = cortex_m.table %x {table = dense<7> : tensor<256xi8>} : (tensor<2x3xi8>) -> tensor<2x3xi8>
  %4 = cortex_m.table %x {table = dense<7> : tensor<256xi8>} : (tensor<2x3xi8>) -> tensor<2x3xi8>
  func.return
}

// CHECK-LABEL: @int8_on_memrefs
func.func @int8_on_memrefs(%x : memref<3xi8>, %w : memref<3xi16>, %y : memref<3xi8>) {
  // CHECK: cortex_m.mul %x, %x out(%y) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (memref<3xi8>, memref<3xi8>, memref<3xi8>) -> ()
  cortex_m.mul %x, %x out(%y) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (memref<3xi8>, memref<3xi8>, memref<3xi8>) -> ()
  // CHECK: cortex_m.add %x, %y out(%x) {lhs_rescale = #cortex_m.rescale<1073741824, 0>, rhs_rescale = #cortex_m.rescale<0, 0>, left_shift = 16, lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (memref<3xi8>, memref<3xi8>, memref<3xi8>) -> ()
  cortex_m.add %x, %y out(%x) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>, lhs_rescale = #cortex_m.rescale<1073741824, 0>, rhs_rescale = #cortex_m.rescale<0, 0>, left_shift = 16} : (memref<3xi8>, memref<3xi8>, memref<3xi8>) -> ()
  // CHECK: cortex_m.requantize %w out(%y) {input_offset = -32767, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (memref<3xi16>, memref<3xi8>) -> ()
  cortex_m.requantize %w out(%y) {input_offset = -32767, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (memref<3xi16>, memref<3xi8>) -> ()
  // CHECK: cortex_m.table %x out(%y) {table = dense<7> : tensor<256xi8>} : (memref<3xi8>, memref<3xi8>) -> ()
  cortex_m.table %x out(%y) {table = dense<7> : tensor<256xi8>} : (memref<3xi8>, memref<3xi8>) -> ()
  func.return
}
