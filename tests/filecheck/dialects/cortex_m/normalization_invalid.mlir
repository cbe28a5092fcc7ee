// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'cortex_m.layer_norm': input must have elements of type i8 or i16, but has tensor<2x7xi32>
func.func @input(%x : tensor<2x7xi32>, %m : tensor<7xi32>, %b : tensor<7xi32>) {
  %0 = cortex_m.layer_norm %x, %m, %b {epsilon = 52613349, epsilon_bits = 30, range_bits = 2, shift = 20, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x7xi32>, tensor<7xi32>, tensor<7xi32>) -> tensor<2x7xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.layer_norm': out must have elements of type i8 or i16, but has tensor<2x7xf32>
func.func @out(%x : tensor<2x7xi8>, %m : tensor<7xi32>, %b : tensor<7xi32>) {
  %0 = cortex_m.layer_norm %x, %m, %b {epsilon = 52613349, epsilon_bits = 30, range_bits = 2, shift = 20, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x7xi8>, tensor<7xi32>, tensor<7xi32>) -> tensor<2x7xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.layer_norm': shapes differ: (2, 7), (7, 2)
func.func @shape(%x : tensor<2x7xi8>, %m : tensor<7xi32>, %b : tensor<7xi32>) {
  %0 = cortex_m.layer_norm %x, %m, %b {epsilon = 52613349, epsilon_bits = 30, range_bits = 2, shift = 20, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x7xi8>, tensor<7xi32>, tensor<7xi32>) -> tensor<7x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.layer_norm': rows must have 1 to 65536 elements, but shape is ()
func.func @scalar(%x : tensor<i8>, %m : tensor<7xi32>, %b : tensor<7xi32>) {
  %0 = cortex_m.layer_norm %x, %m, %b {epsilon = 52613349, epsilon_bits = 30, range_bits = 2, shift = 20, clamp = #cortex_m.clamp<-128, 127>} : (tensor<i8>, tensor<7xi32>, tensor<7xi32>) -> tensor<i8>
  func.return
}
// -----
// CHECK: 'cortex_m.layer_norm': rows must have 1 to 65536 elements, but shape is (65537,)
func.func @long_row(%x : tensor<65537xi8>, %m : tensor<7xi32>, %b : tensor<7xi32>) {
  %0 = cortex_m.layer_norm %x, %m, %b {epsilon = 52613349, epsilon_bits = 30, range_bits = 2, shift = 20, clamp = #cortex_m.clamp<-128, 127>} : (tensor<65537xi8>, tensor<7xi32>, tensor<7xi32>) -> tensor<65537xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.layer_norm': rows must have 1 to 65536 elements, but shape is (2, 0)
func.func @empty_row(%x : tensor<2x0xi8>, %m : tensor<7xi32>, %b : tensor<7xi32>) {
  %0 = cortex_m.layer_norm %x, %m, %b {epsilon = 52613349, epsilon_bits = 30, range_bits = 2, shift = 20, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x0xi8>, tensor<7xi32>, tensor<7xi32>) -> tensor<2x0xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.layer_norm': multipliers must have elements of type i32, but has tensor<7xi16>
func.func @multipliers(%x : tensor<2x7xi8>, %m : tensor<7xi16>, %b : tensor<7xi32>) {
  %0 = cortex_m.layer_norm %x, %m, %b {epsilon = 52613349, epsilon_bits = 30, range_bits = 2, shift = 20, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x7xi8>, tensor<7xi16>, tensor<7xi32>) -> tensor<2x7xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.layer_norm': multipliers must have shape 7, but has tensor<2xi32>
func.func @multipliers_shape(%x : tensor<2x7xi8>, %m : tensor<2xi32>, %b : tensor<7xi32>) {
  %0 = cortex_m.layer_norm %x, %m, %b {epsilon = 52613349, epsilon_bits = 30, range_bits = 2, shift = 20, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x7xi8>, tensor<2xi32>, tensor<7xi32>) -> tensor<2x7xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.layer_norm': bias must have shape 7, but has tensor<1x7xi32>
func.func @bias_shape(%x : tensor<2x7xi8>, %m : tensor<7xi32>, %b : tensor<1x7xi32>) {
  %0 = cortex_m.layer_norm %x, %m, %b {epsilon = 52613349, epsilon_bits = 30, range_bits = 2, shift = 20, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x7xi8>, tensor<7xi32>, tensor<1x7xi32>) -> tensor<2x7xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.layer_norm': epsilon must not be negative, but is -1
func.func @epsilon(%x : tensor<2x7xi8>, %m : tensor<7xi32>, %b : tensor<7xi32>) {
  %0 = cortex_m.layer_norm %x, %m, %b {epsilon = -1, epsilon_bits = 30, range_bits = 2, shift = 20, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x7xi8>, tensor<7xi32>, tensor<7xi32>) -> tensor<2x7xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.layer_norm': epsilon_bits must be even, but is 29
func.func @epsilon_odd(%x : tensor<2x7xi8>, %m : tensor<7xi32>, %b : tensor<7xi32>) {
  %0 = cortex_m.layer_norm %x, %m, %b {epsilon = 52613349, epsilon_bits = 29, range_bits = 2, shift = 20, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x7xi8>, tensor<7xi32>, tensor<7xi32>) -> tensor<2x7xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.layer_norm': epsilon_bits 32 is not in [-62, 30]
func.func @epsilon_bits(%x : tensor<2x7xi8>, %m : tensor<7xi32>, %b : tensor<7xi32>) {
  %0 = cortex_m.layer_norm %x, %m, %b {epsilon = 52613349, epsilon_bits = 32, range_bits = 2, shift = 20, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x7xi8>, tensor<7xi32>, tensor<7xi32>) -> tensor<2x7xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.layer_norm': range_bits 17 is not in [-60, 16]
func.func @range_bits(%x : tensor<2x7xi8>, %m : tensor<7xi32>, %b : tensor<7xi32>) {
  %0 = cortex_m.layer_norm %x, %m, %b {epsilon = 52613349, epsilon_bits = 30, range_bits = 17, shift = 20, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x7xi8>, tensor<7xi32>, tensor<7xi32>) -> tensor<2x7xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.layer_norm': shift -1 is not in [0, 29]
func.func @shift(%x : tensor<2x7xi8>, %m : tensor<7xi32>, %b : tensor<7xi32>) {
  %0 = cortex_m.layer_norm %x, %m, %b {epsilon = 52613349, epsilon_bits = 30, range_bits = 2, shift = -1, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x7xi8>, tensor<7xi32>, tensor<7xi32>) -> tensor<2x7xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.rms_norm': input_offset -128 is not in [-127, 128]
func.func @offset(%x : tensor<2x7xi8>, %m : tensor<7xi32>, %b : tensor<7xi32>) {
  %0 = cortex_m.rms_norm %x, %m, %b {epsilon = 52613349, epsilon_bits = 30, range_bits = 2, shift = 20, clamp = #cortex_m.clamp<-128, 127>, input_offset = -128} : (tensor<2x7xi8>, tensor<7xi32>, tensor<7xi32>) -> tensor<2x7xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.rms_norm': property 'input_offset' expected
func.func @no_offset(%x : tensor<2x7xi8>, %m : tensor<7xi32>, %b : tensor<7xi32>) {
  %0 = cortex_m.rms_norm %x, %m, %b {epsilon = 52613349, epsilon_bits = 30, range_bits = 2, shift = 20, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x7xi8>, tensor<7xi32>, tensor<7xi32>) -> tensor<2x7xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.rms_norm': bias must have elements of type i32, but has tensor<7xi8>
func.func @rms_bias(%x : tensor<2x7xi8>, %m : tensor<7xi32>, %b : tensor<7xi8>) {
  %0 = cortex_m.rms_norm %x, %m, %b {epsilon = 52613349, epsilon_bits = 30, range_bits = 2, shift = 20, clamp = #cortex_m.clamp<-128, 127>, input_offset = 5} : (tensor<2x7xi8>, tensor<7xi32>, tensor<7xi8>) -> tensor<2x7xi8>
  func.return
}
