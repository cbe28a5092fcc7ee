// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// Codes of 16 bits, alone and beside those of 8 bits.

// CHECK-LABEL: @boundary
func.func @boundary(%x : tensor<5xf32>, %y : tensor<5xi8>) {
  // CHECK: cortex_m.quantize %x {scale = 2.500000e-01, zero_point = -300, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<5xf32>) -> tensor<5xi16>
  %0 = cortex_m.quantize %x {scale = 2.500000e-01, zero_point = -300, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<5xf32>) -> tensor<5xi16>
  // CHECK: cortex_m.dequantize %0 {scale = 2.500000e-01, zero_point = -300} : (tensor<5xi16>) -> tensor<5xf32>
  %1 = cortex_m.dequantize %0 {scale = 2.500000e-01, zero_point = -300} : (tensor<5xi16>) -> tensor<5xf32>
  // CHECK: cortex_m.requantize %0 {input_offset = 300, output_offset = 1000, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<5xi16>) -> tensor<5xi16>
  %2 = cortex_m.requantize %0 {input_offset = 300, output_offset = 1000, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<5xi16>) -> tensor<5xi16>
  // CHECK: cortex_m.requantize %y {{{.*}}} : (tensor<5xi8>) -> tensor<5xi16>
  %3 = cortex_m.requantize %y {input_offset = 0, output_offset = 1000, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<5xi8>) -> tensor<5xi16>
  func.return
}

// CHECK-LABEL: @operations
func.func @operations(%x : tensor<2x3xi8>, %w : tensor<4x3xi8>, %s : tensor<4xi32>, %a : tensor<2x4xi8>, %m : tensor<4xi32>) {
  // CHECK: cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<2x3xi8>, tensor<4x3xi8>, tensor<4xi32>) -> tensor<2x4xi16>
  %0 = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<2x3xi8>, tensor<4x3xi8>, tensor<4xi32>) -> tensor<2x4xi16>
  // CHECK: cortex_m.add %0, %a {{{.*}}} : (tensor<2x4xi16>, tensor<2x4xi8>) -> tensor<2x4xi16>
  %1 = cortex_m.add %0, %a {lhs_offset = 300, rhs_offset = 128, output_offset = -300, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-32768, 32767>, lhs_rescale = #cortex_m.rescale<1518500250, -8>, rhs_rescale = #cortex_m.rescale<1073741824, 0>, left_shift = 14} : (tensor<2x4xi16>, tensor<2x4xi8>) -> tensor<2x4xi16>
  // CHECK: cortex_m.layer_norm %1, %m, %m {{{.*}}} : (tensor<2x4xi16>, tensor<4xi32>, tensor<4xi32>) -> tensor<2x4xi8>
  %2 = cortex_m.layer_norm %1, %m, %m {epsilon = 526, epsilon_bits = 10, range_bits = 2, shift = 20, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x4xi16>, tensor<4xi32>, tensor<4xi32>) -> tensor<2x4xi8>
  // CHECK: cortex_m.rms_norm %2, %m, %m {{{.*}}} : (tensor<2x4xi8>, tensor<4xi32>, tensor<4xi32>) -> tensor<2x4xi16>
  %3 = cortex_m.rms_norm %2, %m, %m {epsilon = 526, epsilon_bits = 10, range_bits = 2, shift = 12, clamp = #cortex_m.clamp<-32768, 32767>, input_offset = 5} : (tensor<2x4xi8>, tensor<4xi32>, tensor<4xi32>) -> tensor<2x4xi16>
  // CHECK: cortex_m.add %0, %a {subtracted, {{.*}}} : (tensor<2x4xi16>, tensor<2x4xi8>) -> tensor<2x4xi16>
  %4 = cortex_m.add %0, %a {subtracted, lhs_offset = 300, rhs_offset = 128, output_offset = -300, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-32768, 32767>, lhs_rescale = #cortex_m.rescale<1518500250, -8>, rhs_rescale = #cortex_m.rescale<1073741824, 0>, left_shift = 14} : (tensor<2x4xi16>, tensor<2x4xi8>) -> tensor<2x4xi16>
  // CHECK: cortex_m.mul %4, %a {{{.*}}} : (tensor<2x4xi16>, tensor<2x4xi8>) -> tensor<2x4xi16>
  %5 = cortex_m.mul %4, %a {lhs_offset = 300, rhs_offset = 128, output_offset = 0, rescale = #cortex_m.rescale<1518500250, 6>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<2x4xi16>, tensor<2x4xi8>) -> tensor<2x4xi16>
  func.return
}

// CHECK-LABEL: @scores
func.func @scores(%x : tensor<2x4x3xi8>, %y : tensor<2x5x3xi8>, %e : tensor<2x256xi32>, %m : tensor<7xi1>) {
  // CHECK: %0 = cortex_m.batch_matmul %x, %y {{{.*}}} : (tensor<2x4x3xi8>, tensor<2x5x3xi8>) -> tensor<2x4x5xi16>
  %0 = cortex_m.batch_matmul %x, %y {lhs_offset = 1, rhs_offset = 2, output_offset = 1000, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<2x4x3xi8>, tensor<2x5x3xi8>) -> tensor<2x4x5xi16>
  // CHECK: %1 = cortex_m.strided_matmul %x, %y {{{.*}}} : (tensor<2x4x3xi8>, tensor<2x5x3xi8>) -> tensor<2x4x5xi16>
  %1 = cortex_m.strided_matmul %x, %y {sizes = [1, 2, 4, 5, 3], lhs_start = 0, lhs_strides = [0, 12, 3], rhs_start = 0, rhs_strides = [0, 15, 3, 1], out_strides = [0, 20, 5], lhs_offset = 1, rhs_offset = 2, output_offset = 1000, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<2x4x3xi8>, tensor<2x5x3xi8>) -> tensor<2x4x5xi16>
  // CHECK: %2 = cortex_m.wide_softmax %0, %e : (tensor<2x4x5xi16>, tensor<2x256xi32>) -> tensor<2x4x5xi8>
  %2 = cortex_m.wide_softmax %0, %e : (tensor<2x4x5xi16>, tensor<2x256xi32>) -> tensor<2x4x5xi8>
  // CHECK: %3 = cortex_m.wide_softmax %0, %e mask(%m) {mask_offset = 1, mask_strides = [1, 0, 1], diagonal = -2} : (tensor<2x4x5xi16>, tensor<2x256xi32>, tensor<7xi1>) -> tensor<2x4x5xi8>
  %3 = cortex_m.wide_softmax %0, %e mask(%m) {mask_offset = 1, mask_strides = [1, 0, 1], diagonal = -2} : (tensor<2x4x5xi16>, tensor<2x256xi32>, tensor<7xi1>) -> tensor<2x4x5xi8>
  func.return
}

// CHECK-LABEL: @on_memory
func.func @on_memory(%x : memref<2x4xi16>, %a : memref<2x4xi8>, %m : memref<4xi32>, %e : memref<2x256xi32>) {
  // CHECK: cortex_m.add %x, %a out(%x)
  cortex_m.add %x, %a out(%x) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-32768, 32767>, lhs_rescale = #cortex_m.rescale<1518500250, -8>, rhs_rescale = #cortex_m.rescale<1073741824, 0>, left_shift = 0} : (memref<2x4xi16>, memref<2x4xi8>, memref<2x4xi16>) -> ()
  // CHECK: cortex_m.layer_norm %x, %m, %m out(%x)
  cortex_m.layer_norm %x, %m, %m out(%x) {epsilon = 526, epsilon_bits = 10, range_bits = 2, shift = 12, clamp = #cortex_m.clamp<-32768, 32767>} : (memref<2x4xi16>, memref<4xi32>, memref<4xi32>, memref<2x4xi16>) -> ()
  // CHECK: cortex_m.wide_softmax %x, %e out(%a) {diagonal = 0}
  cortex_m.wide_softmax %x, %e out(%a) {diagonal = 0} : (memref<2x4xi16>, memref<2x256xi32>, memref<2x4xi8>) -> ()
  // CHECK: cortex_m.requantize %x out(%a)
  cortex_m.requantize %x out(%a) {input_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (memref<2x4xi16>, memref<2x4xi8>) -> ()
  func.return
}
