// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK-LABEL: @heads
func.func @heads(%a : tensor<8x64xi8>, %b : tensor<6x64xi8>) {
  // CHECK: %0 = cortex_m.strided_matmul %a, %b {sizes = [1, 4, 8, 6, 16], lhs_start = 0, lhs_strides = [0, 16, 64], rhs_start = 0, rhs_strides = [0, 16, 64, 1], out_strides = [0, 48, 6], lhs_offset = 3, rhs_offset = -5, output_offset = 7, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x64xi8>, tensor<6x64xi8>) -> tensor<4x8x6xi8>
  %0 = cortex_m.strided_matmul %a, %b {sizes = [1, 4, 8, 6, 16], lhs_start = 0, lhs_strides = [0, 16, 64], rhs_start = 0, rhs_strides = [0, 16, 64, 1], out_strides = [0, 48, 6], lhs_offset = 3, rhs_offset = -5, output_offset = 7, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x64xi8>, tensor<6x64xi8>) -> tensor<4x8x6xi8>
  func.return
}

// Columns of the second operand are neighbours; the result is written head by head into rows.
// CHECK-LABEL: @on_memrefs
func.func @on_memrefs(%a : memref<4x8x6xi8>, %b : memref<7x64xi8>, %y : memref<8x64xi8>, %t : memref<96xi8>) {
  // CHECK: cortex_m.strided_matmul %a, %b out(%y) scratch(%t) {sizes = [1, 4, 8, 16, 6], lhs_start = 0, lhs_strides = [0, 48, 6], rhs_start = 64, rhs_strides = [0, 16, 1, 64], out_strides = [0, 16, 64], lhs_offset = 3, rhs_offset = -5, output_offset = 7, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (memref<4x8x6xi8>, memref<7x64xi8>, memref<8x64xi8>, memref<96xi8>) -> ()
  cortex_m.strided_matmul %a, %b out(%y) scratch(%t) {sizes = [1, 4, 8, 16, 6], lhs_start = 0, lhs_strides = [0, 48, 6], rhs_start = 64, rhs_strides = [0, 16, 1, 64], out_strides = [0, 16, 64], lhs_offset = 3, rhs_offset = -5, output_offset = 7, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (memref<4x8x6xi8>, memref<7x64xi8>, memref<8x64xi8>, memref<96xi8>) -> ()
  func.return
}
