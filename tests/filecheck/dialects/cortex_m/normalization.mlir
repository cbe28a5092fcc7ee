// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK-LABEL: @norms
func.func @norms(%x : tensor<2x7xi8>, %m : tensor<7xi32>, %b : tensor<7xi32>) {
  // CHECK: %0 = cortex_m.layer_norm %x, %m, %b {epsilon = 52613349, epsilon_bits = 30, range_bits = 2, shift = 20, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x7xi8>, tensor<7xi32>, tensor<7xi32>) -> tensor<2x7xi8>
  %0 = cortex_m.layer_norm %x, %m, %b {epsilon = 52613349, epsilon_bits = 30, range_bits = 2, shift = 20, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x7xi8>, tensor<7xi32>, tensor<7xi32>) -> tensor<2x7xi8>
  // CHECK: %1 = cortex_m.rms_norm %x, %m, %b {input_offset = 5, epsilon = 52613349, epsilon_bits = 30, range_bits = 2, shift = 20, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x7xi8>, tensor<7xi32>, tensor<7xi32>) -> tensor<2x7xi8>
  %1 = cortex_m.rms_norm %x, %m, %b {epsilon = 52613349, epsilon_bits = 30, range_bits = 2, shift = 20, clamp = #cortex_m.clamp<-128, 127>, input_offset = 5} : (tensor<2x7xi8>, tensor<7xi32>, tensor<7xi32>) -> tensor<2x7xi8>
  func.return
}

// CHECK-LABEL: @norms_in_place
func.func @norms_in_place(%x : memref<2x7xi8>, %m : memref<7xi32>, %b : memref<7xi32>) {
  // CHECK: cortex_m.layer_norm %x, %m, %b out(%x) {epsilon = 52613349, epsilon_bits = 30, range_bits = 2, shift = 20, clamp = #cortex_m.clamp<-128, 127>} : (memref<2x7xi8>, memref<7xi32>, memref<7xi32>, memref<2x7xi8>) -> ()
  cortex_m.layer_norm %x, %m, %b out(%x) {epsilon = 52613349, epsilon_bits = 30, range_bits = 2, shift = 20, clamp = #cortex_m.clamp<-128, 127>} : (memref<2x7xi8>, memref<7xi32>, memref<7xi32>, memref<2x7xi8>) -> ()
  // CHECK: cortex_m.rms_norm %x, %m, %b out(%x) {input_offset = 5, epsilon = 52613349, epsilon_bits = 30, range_bits = 2, shift = 20, clamp = #cortex_m.clamp<-128, 127>} : (memref<2x7xi8>, memref<7xi32>, memref<7xi32>, memref<2x7xi8>) -> ()
  cortex_m.rms_norm %x, %m, %b out(%x) {epsilon = 52613349, epsilon_bits = 30, range_bits = 2, shift = 20, clamp = #cortex_m.clamp<-128, 127>, input_offset = 5} : (memref<2x7xi8>, memref<7xi32>, memref<7xi32>, memref<2x7xi8>) -> ()
  func.return
}
