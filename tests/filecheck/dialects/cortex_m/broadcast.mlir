// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK-LABEL: @on_tensors
func.func @on_tensors(%x : tensor<2x3xi8>, %row : tensor<3xi8>, %column : tensor<2x1xi8>) {
  // CHECK: %0 = cortex_m.broadcast_mul %x, %row {lhs_offset = 128, rhs_offset = -127, output_offset = -128, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<3xi8>) -> tensor<2x3xi8>
  %0 = cortex_m.broadcast_mul %x, %row {lhs_offset = 128, rhs_offset = -127, output_offset = -128, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<3xi8>) -> tensor<2x3xi8>
  // CHECK: %1 = cortex_m.broadcast_add %column, %row {lhs_rescale = #cortex_m.rescale<1073741824, 0>, rhs_rescale = #cortex_m.rescale<1518500250, -3>, left_shift = 20, lhs_offset = 1, rhs_offset = 2, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -18>, clamp = #cortex_m.clamp<0, 127>} : (tensor<2x1xi8>, tensor<3xi8>) -> tensor<2x3xi8>
  %1 = cortex_m.broadcast_add %column, %row {lhs_offset = 1, rhs_offset = 2, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -18>, clamp = #cortex_m.clamp<0, 127>, lhs_rescale = #cortex_m.rescale<1073741824, 0>, rhs_rescale = #cortex_m.rescale<1518500250, -3>, left_shift = 20} : (tensor<2x1xi8>, tensor<3xi8>) -> tensor<2x3xi8>
  func.return
}

// CHECK-LABEL: @on_memrefs
func.func @on_memrefs(%x : memref<2x3xi8>, %row : memref<3xi8>) {
  // CHECK: cortex_m.broadcast_mul %row, %x out(%x) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (memref<3xi8>, memref<2x3xi8>, memref<2x3xi8>) -> ()
  cortex_m.broadcast_mul %row, %x out(%x) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (memref<3xi8>, memref<2x3xi8>, memref<2x3xi8>) -> ()
  // CHECK: cortex_m.broadcast_add %row, %x out(%x) {lhs_rescale = #cortex_m.rescale<1073741824, 0>, rhs_rescale = #cortex_m.rescale<0, 0>, left_shift = 16, lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (memref<3xi8>, memref<2x3xi8>, memref<2x3xi8>) -> ()
  cortex_m.broadcast_add %row, %x out(%x) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>, lhs_rescale = #cortex_m.rescale<1073741824, 0>, rhs_rescale = #cortex_m.rescale<0, 0>, left_shift = 16} : (memref<3xi8>, memref<2x3xi8>, memref<2x3xi8>) -> ()
  func.return
}
