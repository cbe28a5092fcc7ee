// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'cortex_m.softmax': input must have elements of type i8, but has tensor<2xi16>
func.func @input(%a : tensor<2xi16>) {
  %0 = cortex_m.softmax %a {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128} : (tensor<2xi16>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.softmax': out must have elements of type i8 or i16, but has tensor<2xf32>
func.func @out(%a : tensor<2xi8>) {
  %0 = cortex_m.softmax %a {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128} : (tensor<2xi8>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.softmax': shapes differ: (2,), (3,)
func.func @shape(%a : tensor<2xi8>) {
  %0 = cortex_m.softmax %a {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128} : (tensor<2xi8>) -> tensor<3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.softmax': rows must have 1 to 4095 elements, but shape is ()
func.func @scalar(%a : tensor<i8>) {
  %0 = cortex_m.softmax %a {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128} : (tensor<i8>) -> tensor<i8>
  func.return
}
// -----
// CHECK: 'cortex_m.softmax': rows must have 1 to 4095 elements, but shape is (1, 4096)
func.func @long_row(%a : tensor<1x4096xi8>) {
  %0 = cortex_m.softmax %a {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128} : (tensor<1x4096xi8>) -> tensor<1x4096xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.softmax': input_rescale must be one pair with a shift >= 0
func.func @input_pairs(%a : tensor<2xi8>) {
  %0 = cortex_m.softmax %a {input_rescale = #cortex_m.rescale<[1518500250, 0], [20, 0]>, diff_min = -128} : (tensor<2xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.softmax': input_rescale must be one pair with a shift >= 0
func.func @input_shift(%a : tensor<2xi8>) {
  %0 = cortex_m.softmax %a {input_rescale = #cortex_m.rescale<1518500250, -1>, diff_min = -128} : (tensor<2xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.softmax': output_rescale and output_offset belong together
func.func @rescale_alone(%a : tensor<2xi8>) {
  %0 = cortex_m.softmax %a {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128, output_rescale = #cortex_m.rescale<1518500250, -8>} : (tensor<2xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.softmax': output_rescale and output_offset belong together
func.func @offset_alone(%a : tensor<2xi8>) {
  %0 = cortex_m.softmax %a {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128, output_offset = 0} : (tensor<2xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.softmax': a rescaled out must have elements of type i8, but has tensor<2xi16>
func.func @wide_rescaled_out(%a : tensor<2xi8>) {
  %0 = cortex_m.softmax %a {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128, output_rescale = #cortex_m.rescale<1518500250, -8>, output_offset = 0} : (tensor<2xi8>) -> tensor<2xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.softmax': output_offset 128 is not in [-128, 127]
func.func @output_offset(%a : tensor<2xi8>) {
  %0 = cortex_m.softmax %a {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128, output_rescale = #cortex_m.rescale<1518500250, -8>, output_offset = 128} : (tensor<2xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.softmax': output_rescale must be one pair
func.func @output_pairs(%a : tensor<2xi8>) {
  %0 = cortex_m.softmax %a {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128, output_rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, output_offset = 0} : (tensor<2xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.softmax': rows of 512 elements need output_rescale: arm_softmax_s8 breaks above 511
func.func @long_s8_row(%a : tensor<1x512xi8>) {
  %0 = cortex_m.softmax %a {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128} : (tensor<1x512xi8>) -> tensor<1x512xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.softmax': exponentials must have elements of type i32, but has tensor<256xi16>
func.func @exponentials_type(%a : tensor<2x3xi8>, %e : tensor<256xi16>) {
  %0 = cortex_m.softmax %a exponentials(%e) {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128} : (tensor<2x3xi8>, tensor<256xi16>) -> tensor<2x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.softmax': exponentials must have shape 256, but has tensor<255xi32>
func.func @exponentials_shape(%a : tensor<2x3xi8>, %e : tensor<255xi32>) {
  %0 = cortex_m.softmax %a exponentials(%e) {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128} : (tensor<2x3xi8>, tensor<255xi32>) -> tensor<2x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.softmax': exponentials are for the fixed output parameters as i8
func.func @exponentials_to_i16(%a : tensor<2x3xi8>, %e : tensor<256xi32>) {
  %0 = cortex_m.softmax %a exponentials(%e) {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128} : (tensor<2x3xi8>, tensor<256xi32>) -> tensor<2x3xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.softmax': exponentials are for the fixed output parameters as i8
func.func @exponentials_rescaled(%a : tensor<2x3xi8>, %e : tensor<256xi32>) {
  %0 = cortex_m.softmax %a exponentials(%e) {input_rescale = #cortex_m.rescale<1518500250, 20>, diff_min = -128, output_rescale = #cortex_m.rescale<1518500250, -8>, output_offset = 127} : (tensor<2x3xi8>, tensor<256xi32>) -> tensor<2x3xi8>
  func.return
}
