// RUN: cmlir-opt %s --convert-aten-to-cortex-m --split-input-file | filecheck %s

!s = !quant.uniform<i8:f32, 0.25:3>
!p = !quant.uniform<i8:f32, 0.00390625:-128>
!u = !quant.uniform<u8:f32, 0.00390625:0>
!q = !quant.uniform<i8:f32, 0.0078125:-128>

// 0.25 * 2^26 is 2^24: multiplier 0.5, shift 25. The sum of a row of 512 can exceed what the s8
// kernel holds. Parameters other than (1/256, -128) are rescaled from 16 bits.
// CHECK-LABEL: @parameters
// CHECK-NEXT: [[E:%.*]] = cortex_m.constant @exponentials : () -> tensor<256xi32>
// CHECK-NEXT: cortex_m.softmax %x exponentials([[E]]) {input_rescale = #cortex_m.rescale<1073741824, 25>, diff_min = -62} : (tensor<2x6xi8>, tensor<256xi32>) -> tensor<2x6xi8>
// CHECK-NEXT: [[F:%.*]] = cortex_m.constant @exponentials : () -> tensor<256xi32>
// CHECK-NEXT: cortex_m.softmax %x exponentials([[F]]) {input_rescale = #cortex_m.rescale<1073741824, 25>, diff_min = -62} :
// CHECK-NEXT: cortex_m.softmax %x {input_rescale = #cortex_m.rescale<1073741824, 25>, diff_min = -62, output_rescale = #cortex_m.rescale<4194304, 0>, output_offset = -128}
// CHECK-NEXT: cortex_m.softmax %long {{.*}} output_rescale = #cortex_m.rescale<8388608, 0>, output_offset = -128}
// CHECK-NEXT: func.return
func.func @parameters(%x: tensor<2x6x!s>, %long: tensor<512x!s>) -> (tensor<2x6x!p>, tensor<2x6x!u>, tensor<2x6x!q>, tensor<512x!p>) {
  %0 = aten.softmax %x {dim = 1} : (tensor<2x6x!s>) -> tensor<2x6x!p>
  %1 = aten.softmax %x {dim = 1} : (tensor<2x6x!s>) -> tensor<2x6x!u>
  %2 = aten.softmax %x {dim = 1} : (tensor<2x6x!s>) -> tensor<2x6x!q>
  %3 = aten.softmax %long {dim = 0} : (tensor<512x!s>) -> tensor<512x!p>
  func.return %0, %1, %2, %3 : tensor<2x6x!p>, tensor<2x6x!u>, tensor<2x6x!q>, tensor<512x!p>
}

// Along another axis it stands between two transposes, of which permutes around it are part.
// CHECK-LABEL: @axes
// CHECK-NEXT: [[V:%.*]] = cortex_m.transpose %x {permutation = [1, 0]}
// CHECK-NEXT: cortex_m.constant @exponentials
// CHECK-NEXT: [[P:%.*]] = cortex_m.softmax [[V]] {{.*}} -> tensor<6x2xi8>
// CHECK: [[W:%.*]] = cortex_m.softmax %x {{.*}} -> tensor<2x6xi8>
// CHECK-NEXT: [[R:%.*]] = cortex_m.transpose [[P]] {permutation = [1, 0]}
// CHECK-NEXT: [[T:%.*]] = cortex_m.transpose [[W]]
// CHECK-NEXT: func.return [[R]], [[T]]
func.func @axes(%x: tensor<2x6x!s>) -> (tensor<2x6x!p>, tensor<6x2x!p>) {
  %0 = aten.softmax %x {dim = 0} : (tensor<2x6x!s>) -> tensor<2x6x!p>
  %1 = aten.permute %x {dims = [1, 0]} : (tensor<2x6x!s>) -> tensor<6x2x!s>
  %2 = aten.softmax %1 {dim = 0} : (tensor<6x2x!s>) -> tensor<6x2x!p>
  func.return %0, %2 : tensor<2x6x!p>, tensor<6x2x!p>
}

// Scales so large that the next code contributes nothing, and so small that all are equal.
// CHECK-LABEL: @extremes
// CHECK: cortex_m.softmax %x {{.*}}{input_rescale = #cortex_m.rescale<2147483646, 30>, diff_min = -1}
// CHECK: cortex_m.softmax %z {{.*}}{input_rescale = #cortex_m.rescale<1073741824, 1>, diff_min = -1040187392}
func.func @extremes(%x: tensor<6x!quant.uniform<i8:f32, 1.0e9>>, %z: tensor<6x!quant.uniform<i8:f32, 1.0e-20>>) -> (tensor<6x!p>, tensor<6x!p>) {
  %0 = aten.softmax %x {dim = 0} : (tensor<6x!quant.uniform<i8:f32, 1.0e9>>) -> tensor<6x!p>
  %1 = aten.softmax %z {dim = 0} : (tensor<6x!quant.uniform<i8:f32, 1.0e-20>>) -> tensor<6x!p>
  func.return %0, %1 : tensor<6x!p>, tensor<6x!p>
}

// -----

// With CMSIS-NN's functions alone the rescaling is an operation of its own.
// CHECK-LABEL: @with_cmsis_nn
// CHECK-NEXT: [[W:%.*]] = cortex_m.softmax %x {input_rescale = #cortex_m.rescale<1073741824, 25>, diff_min = -62} : (tensor<2x6xi8>) -> tensor<2x6xi16>
// CHECK-NEXT: cortex_m.requantize [[W]] {input_offset = 32768, output_offset = -128, rescale = #cortex_m.rescale<4194304, 0>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x6xi16>) -> tensor<2x6xi8>
!s = !quant.uniform<i8:f32, 0.25:3>
!q = !quant.uniform<i8:f32, 0.0078125:-128>
builtin.module attributes {cortex_m.kernels = "cmsis-nn"} {
  func.func @with_cmsis_nn(%x: tensor<2x6x!s>) -> tensor<2x6x!q> {
    %0 = aten.softmax %x {dim = 1} : (tensor<2x6x!s>) -> tensor<2x6x!q>
    func.return %0 : tensor<2x6x!q>
  }
}
