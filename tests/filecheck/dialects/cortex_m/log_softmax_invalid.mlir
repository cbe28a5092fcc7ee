// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'cortex_m.log_softmax': input must have elements of type i8, but has tensor<2x3xi16>
func.func @f(%x : tensor<2x3xi16>) {
  %0 = cortex_m.log_softmax %x {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128, multiplier = 5, log_multiplier = 7, shift = 3, output_offset = 127, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi16>) -> tensor<2x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.log_softmax': out must have elements of type i8, but has tensor<2x3xi16>
func.func @f(%x : tensor<2x3xi8>) {
  %0 = cortex_m.log_softmax %x {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128, multiplier = 5, log_multiplier = 7, shift = 3, output_offset = 127, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>) -> tensor<2x3xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.log_softmax': shapes differ: (2, 3), (3,)
func.func @f(%x : tensor<2x3xi8>) {
  %0 = cortex_m.log_softmax %x {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128, multiplier = 5, log_multiplier = 7, shift = 3, output_offset = 127, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>) -> tensor<3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.log_softmax': input must have rows, but is a scalar
func.func @f(%x : tensor<i8>) {
  %0 = cortex_m.log_softmax %x {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128, multiplier = 5, log_multiplier = 7, shift = 3, output_offset = 127, clamp = #cortex_m.clamp<-128, 127>} : (tensor<i8>) -> tensor<i8>
  func.return
}
// -----
// CHECK: 'cortex_m.log_softmax': input_rescale must be one pair with a shift >= 0
func.func @f(%x : tensor<3xi8>) {
  %0 = cortex_m.log_softmax %x {input_rescale = #cortex_m.rescale<1518500250, -1>, diff_min = -128, multiplier = 5, log_multiplier = 7, shift = 3, output_offset = 127, clamp = #cortex_m.clamp<-128, 127>} : (tensor<3xi8>) -> tensor<3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.log_softmax': shift 0 is not in [1, 40]
func.func @f(%x : tensor<3xi8>) {
  %0 = cortex_m.log_softmax %x {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128, multiplier = 5, log_multiplier = 7, shift = 0, output_offset = 127, clamp = #cortex_m.clamp<-128, 127>} : (tensor<3xi8>) -> tensor<3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.log_softmax': output_offset 128 is not in [-128, 127]
func.func @f(%x : tensor<3xi8>) {
  %0 = cortex_m.log_softmax %x {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128, multiplier = 5, log_multiplier = 7, shift = 3, output_offset = 128, clamp = #cortex_m.clamp<-128, 127>} : (tensor<3xi8>) -> tensor<3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.log_softmax': multiplier -5 is not in [0, 2147483647]
func.func @f(%x : tensor<3xi8>) {
  %0 = cortex_m.log_softmax %x {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128, multiplier = -5, log_multiplier = 7, shift = 3, output_offset = 127, clamp = #cortex_m.clamp<-128, 127>} : (tensor<3xi8>) -> tensor<3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.log_softmax': log_multiplier 2147483648 is not in [0, 2147483647]
func.func @f(%x : tensor<3xi8>) {
  %0 = cortex_m.log_softmax %x {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128, multiplier = 5, log_multiplier = 2147483648, shift = 3, output_offset = 127, clamp = #cortex_m.clamp<-128, 127>} : (tensor<3xi8>) -> tensor<3xi8>
  func.return
}
