// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK-LABEL: @softmax
func.func @softmax(%x : tensor<2x511xi8>, %long : tensor<4095xi8>) {
  // CHECK: %0 = cortex_m.softmax %x {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128} : (tensor<2x511xi8>) -> tensor<2x511xi8>
  %0 = cortex_m.softmax %x {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128} : (tensor<2x511xi8>) -> tensor<2x511xi8>
  // CHECK: %1 = cortex_m.softmax %long {input_rescale = #cortex_m.rescale<1518500250, 0>, diff_min = -128} : (tensor<4095xi8>) -> tensor<4095xi16>
  %1 = cortex_m.softmax %long {input_rescale = #cortex_m.rescale<1518500250, 0>, diff_min = -128} : (tensor<4095xi8>) -> tensor<4095xi16>
  // CHECK: %2 = cortex_m.softmax %long {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128, output_rescale = #cortex_m.rescale<1518500250, -8>, output_offset = -128} : (tensor<4095xi8>) -> tensor<4095xi8>
  %2 = cortex_m.softmax %long {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128, output_rescale = #cortex_m.rescale<1518500250, -8>, output_offset = -128} : (tensor<4095xi8>) -> tensor<4095xi8>
  func.return
}

// CHECK-LABEL: @softmax_on_memrefs
func.func @softmax_on_memrefs(%x : memref<2x3xi8>, %y : memref<2x3xi8>, %z : memref<2x3xi16>) {
  // CHECK: cortex_m.softmax %x out(%y) {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128} : (memref<2x3xi8>, memref<2x3xi8>) -> ()
  cortex_m.softmax %x out(%y) {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128} : (memref<2x3xi8>, memref<2x3xi8>) -> ()
  // CHECK: cortex_m.softmax %x out(%z) {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128} : (memref<2x3xi8>, memref<2x3xi16>) -> ()
  cortex_m.softmax %x out(%z) {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128} : (memref<2x3xi8>, memref<2x3xi16>) -> ()
  // CHECK: cortex_m.softmax %x out(%y) {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128, output_rescale = #cortex_m.rescale<1518500250, -8>, output_offset = 127} : (memref<2x3xi8>, memref<2x3xi8>) -> ()
  cortex_m.softmax %x out(%y) {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128, output_rescale = #cortex_m.rescale<1518500250, -8>, output_offset = 127} : (memref<2x3xi8>, memref<2x3xi8>) -> ()
  func.return
}

// CHECK-LABEL: @softmax_by_table
func.func @softmax_by_table(%x : tensor<2x3xi8>, %e : tensor<256xi32>) {
  // CHECK: cortex_m.softmax %x exponentials(%e) {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128} : (tensor<2x3xi8>, tensor<256xi32>) -> tensor<2x3xi8>
  %0 = cortex_m.softmax %x exponentials(%e) {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128} : (tensor<2x3xi8>, tensor<256xi32>) -> tensor<2x3xi8>
  func.return
}
