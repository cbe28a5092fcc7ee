// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK-LABEL: @log_softmax
func.func @log_softmax(%x : tensor<2x3xi8>, %y : memref<3xi8>) {
  // CHECK: %0 = cortex_m.log_softmax %x {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128, multiplier = 5, log_multiplier = 7, shift = 3, output_offset = 127, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>) -> tensor<2x3xi8>
  %0 = cortex_m.log_softmax %x {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128, multiplier = 5, log_multiplier = 7, shift = 3, output_offset = 127, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>) -> tensor<2x3xi8>
  // CHECK: cortex_m.log_softmax %y out(%y) {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128, multiplier = 5, log_multiplier = 7, shift = 3, output_offset = 127, clamp = #cortex_m.clamp<-128, 127>} : (memref<3xi8>, memref<3xi8>) -> ()
  cortex_m.log_softmax %y out(%y) {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128, multiplier = 5, log_multiplier = 7, shift = 3, output_offset = 127, clamp = #cortex_m.clamp<-128, 127>} : (memref<3xi8>, memref<3xi8>) -> ()
  func.return
}
