// RUN: cmlir-opt %s --convert-aten-to-cortex-m | filecheck %s

!x = !quant.uniform<i8:f32, 0.5:3>
!y = !quant.uniform<i8:f32, 0.0625:127>

// 8 output steps for a code with 26 fraction bits, ln(2) * 16 steps for a doubled sum with 10.
// CHECK-LABEL: @rows
// CHECK-NEXT:   %0 = cortex_m.log_softmax %x {input_rescale = #cortex_m.rescale<1073741824, 26>, diff_min = -31, multiplier = 536870912, log_multiplier = 11357, shift = 26, output_offset = 127, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x9xi8>) -> tensor<2x9xi8>
// CHECK-NEXT:   func.return %0 : tensor<2x9xi8>
func.func @rows(%x : tensor<2x9x!x>) -> tensor<2x9x!y> {
  %0 = aten.log_softmax %x {dim = 1} : (tensor<2x9x!x>) -> tensor<2x9x!y>
  func.return %0 : tensor<2x9x!y>
}

// CHECK-LABEL: @columns
// CHECK-NEXT:   %0 = cortex_m.transpose %x {permutation = [1, 0]} : (tensor<2x9xi8>) -> tensor<9x2xi8>
// CHECK-NEXT:   %1 = cortex_m.log_softmax %0 {{.*}} : (tensor<9x2xi8>) -> tensor<9x2xi8>
// CHECK-NEXT:   %2 = cortex_m.transpose %1 {permutation = [1, 0]} : (tensor<9x2xi8>) -> tensor<2x9xi8>
func.func @columns(%x : tensor<2x9x!x>) -> tensor<2x9x!y> {
  %0 = aten.log_softmax %x {dim = 0} : (tensor<2x9x!x>) -> tensor<2x9x!y>
  func.return %0 : tensor<2x9x!y>
}
