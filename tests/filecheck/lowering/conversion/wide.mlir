// RUN: cmlir-opt %s --convert-aten-to-cortex-m | filecheck %s

!n = !quant.uniform<i8:f32, 0.5:-7>
!w = !quant.uniform<i16:f32, 0.00390625>
!v = !quant.uniform<i16:f32, 0.0078125:100>
!k = !quant.uniform<i8<-127:127>:f32, 0.25>
!p = !quant.uniform<i8:f32, 0.00390625:-128>
!t = !quant.uniform<i8:f32, 0.25>

ml_program.global private @k(dense<[[1, -2, 3], [4, 5, -6]]> : tensor<2x3xi8>) : tensor<2x3xi8>
ml_program.global private @e(dense<[[1, -200], [300, 4]]> : tensor<2x2xi16>) : tensor<2x2xi16>

// 7 * 2 and 7 * 3, on a target without the vector unit as well.
// CHECK: @k_sums(dense<[14, 21]> : tensor<2xi32>)

// The factor is 0.5 * 0.25 / 2^-8 = 32.
// CHECK-LABEL: func.func @linear(
// CHECK: cortex_m.linear %x, {{.*}} sums({{.*}}) {input_offset = 7, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, 6>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<4x3xi8>, tensor<2x3xi8>, tensor<2xi32>) -> tensor<4x2xi16>
func.func @linear(%x : tensor<4x3x!n>) -> tensor<4x2x!w> {
  %k = aten.constant @k : () -> tensor<2x3x!k>
  %y = aten.linear %x, %k : (tensor<4x3x!n>, tensor<2x3x!k>) -> tensor<4x2x!w>
  func.return %y : tensor<4x2x!w>
}

// Twice the larger scale is 1: the sides have the factors 2^-8 and 1/2, the sum 1 / (2^14 * 2^-7).
// CHECK-LABEL: func.func @add(
// CHECK: cortex_m.copy %y {{.*}} -> tensor<4x2xi8>
// CHECK: cortex_m.add %x, {{.*}} {lhs_rescale = #cortex_m.rescale<1073741824, -7>, rhs_rescale = #cortex_m.rescale<1073741824, 0>, left_shift = 14, lhs_offset = 0, rhs_offset = 7, output_offset = 100, rescale = #cortex_m.rescale<16777216, 0>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<4x2xi16>, tensor<4x2xi8>) -> tensor<4x2xi16>
func.func @add(%x : tensor<4x2x!w>, %y : tensor<2x!n>) -> tensor<4x2x!v> {
  %z = aten.add %x, %y : (tensor<4x2x!w>, tensor<2x!n>) -> tensor<4x2x!v>
  func.return %z : tensor<4x2x!v>
}

// CHECK-LABEL: func.func @sub(
// CHECK: cortex_m.add %x, {{.*}} {subtracted, lhs_rescale = #cortex_m.rescale<1073741824, -7>, rhs_rescale = #cortex_m.rescale<1073741824, 0>,
func.func @sub(%x : tensor<4x2x!w>, %y : tensor<4x2x!n>) -> tensor<4x2x!v> {
  %z = aten.sub %x, %y : (tensor<4x2x!w>, tensor<4x2x!n>) -> tensor<4x2x!v>
  func.return %z : tensor<4x2x!v>
}

// 2^-8 * 2^-8 / 0.5 and 2^-8 * 0.5 / 2^-7.
// CHECK-LABEL: func.func @mul(
// CHECK: cortex_m.mul %x, %x {{.*}} rescale = #cortex_m.rescale<1073741824, -14>, {{.*}} : (tensor<4x2xi16>, tensor<4x2xi16>) -> tensor<4x2xi8>
// CHECK: cortex_m.mul %x, {{.*}} {lhs_offset = 0, rhs_offset = 7, output_offset = 100, rescale = #cortex_m.rescale<536870912, 0>, {{.*}} : (tensor<4x2xi16>, tensor<4x2xi8>) -> tensor<4x2xi16>
func.func @mul(%x : tensor<4x2x!w>) -> tensor<4x2x!v> {
  %y = aten.mul %x, %x : (tensor<4x2x!w>, tensor<4x2x!w>) -> tensor<4x2x!n>
  %z = aten.mul %x, %y : (tensor<4x2x!w>, tensor<4x2x!n>) -> tensor<4x2x!v>
  func.return %z : tensor<4x2x!v>
}

// 0.5 * 0.5 * 0.25 / 2^-8 = 16.
// CHECK-LABEL: func.func @scores(
// CHECK: %[[s:.*]] = cortex_m.batch_matmul %q, {{.*}} {lhs_offset = 7, rhs_offset = 7, output_offset = 0, rescale = #cortex_m.rescale<1073741824, 5>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<2x4x3xi8>, tensor<2x5x3xi8>) -> tensor<2x4x5xi16>
// CHECK: %[[e:.*]] = cortex_m.constant @exponentials : () -> tensor<2x256xi32>
// CHECK: cortex_m.wide_softmax %[[s]], %[[e]] : (tensor<2x4x5xi16>, tensor<2x256xi32>) -> tensor<2x4x5xi8>
func.func @scores(%q : tensor<2x4x3x!n>, %k : tensor<2x3x5x!n>) -> tensor<2x4x5x!p> {
  %0 = aten.bmm %q, %k {scale = 0.25} : (tensor<2x4x3x!n>, tensor<2x3x5x!n>) -> tensor<2x4x5x!w>
  %1 = aten.softmax %0 {dim = 2} : (tensor<2x4x5x!w>) -> tensor<2x4x5x!p>
  func.return %1 : tensor<2x4x5x!p>
}

// CHECK-LABEL: func.func @masked(
// CHECK: cortex_m.wide_softmax {{.*}} mask(%m) {mask_offset = 0, mask_strides = [5, 0, 1], diagonal = 0} : (tensor<2x4x5xi16>, tensor<2x256xi32>, tensor<2x1x5xi1>) -> tensor<2x4x5xi8>
func.func @masked(%x : tensor<2x4x5x!w>, %m : tensor<2x1x5xi1>) -> tensor<2x4x5x!p> {
  %0 = aten.masked_softmax %x mask(%m) {dim = 2, diagonal = 0} : (tensor<2x4x5x!w>, tensor<2x1x5xi1>) -> tensor<2x4x5x!p>
  func.return %0 : tensor<2x4x5x!p>
}

// CHECK-LABEL: func.func @along_another_axis(
// CHECK: %[[r:.*]] = cortex_m.copy %x {{.*}} -> tensor<5x4xi16>
// CHECK: cortex_m.wide_softmax %[[r]], {{.*}} -> tensor<5x4xi8>
func.func @along_another_axis(%x : tensor<4x5x!w>) -> tensor<4x5x!p> {
  %0 = aten.softmax %x {dim = 0} : (tensor<4x5x!w>) -> tensor<4x5x!p>
  func.return %0 : tensor<4x5x!p>
}

// CHECK-LABEL: func.func @norm(
// CHECK: cortex_m.layer_norm %x, {{.*}} : (tensor<2x16xi16>, tensor<16xi32>, tensor<16xi32>) -> tensor<2x16xi16>
// CHECK: cortex_m.rms_norm {{.*}} {input_offset = -100, {{.*}} : (tensor<2x16xi16>, tensor<16xi32>, tensor<16xi32>) -> tensor<2x16xi8>
func.func @norm(%x : tensor<2x16x!w>) -> tensor<2x16x!n> {
  %y = aten.layer_norm %x {axes = 1, eps = 1.0e-03} : (tensor<2x16x!w>) -> tensor<2x16x!v>
  %z = aten.rms_norm %y {axes = 1, eps = 1.0e-03} : (tensor<2x16x!v>) -> tensor<2x16x!n>
  func.return %z : tensor<2x16x!n>
}

// CHECK-LABEL: func.func @casts(
// CHECK: %[[w:.*]] = cortex_m.quantize %f {scale = 7.812500e-03, zero_point = 100, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<3xf32>) -> tensor<3xi16>
// CHECK: %[[n:.*]] = cortex_m.requantize %[[w]] {input_offset = -100, output_offset = -7, rescale = #cortex_m.rescale<33554432, 0>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<3xi16>) -> tensor<3xi8>
// CHECK: %[[v:.*]] = cortex_m.requantize %[[n]] {input_offset = 7, output_offset = 0, rescale = #cortex_m.rescale<1073741824, 8>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<3xi8>) -> tensor<3xi16>
// CHECK: cortex_m.dequantize %[[v]] {scale = 3.906250e-03, zero_point = 0} : (tensor<3xi16>) -> tensor<3xf32>
func.func @casts(%f : tensor<3xf32>) -> tensor<3xf32> {
  %0 = quant.qcast %f : tensor<3xf32> to tensor<3x!v>
  %1 = quant.dcast %0 : tensor<3x!v> to tensor<3xf32>
  %2 = quant.qcast %1 : tensor<3xf32> to tensor<3x!n>
  %3 = quant.dcast %2 : tensor<3x!n> to tensor<3xf32>
  %4 = quant.qcast %3 : tensor<3xf32> to tensor<3x!w>
  %5 = quant.dcast %4 : tensor<3x!w> to tensor<3xf32>
  func.return %5 : tensor<3xf32>
}

// A factor c > 0 between codes of 16 bits is a requantize.
// CHECK-LABEL: func.func @scaled(
// CHECK: cortex_m.requantize %x {{.*}} rescale = #cortex_m.rescale<1610612736, 0>
func.func @scaled(%x : tensor<3x!w>) -> tensor<3x!v> {
  %y = aten.mul_scalar %x {value = 1.5} : (tensor<3x!w>) -> tensor<3x!v>
  func.return %y : tensor<3x!v>
}

// CHECK-LABEL: func.func @moved(
// CHECK: cortex_m.embedding {{.*}} : (tensor<2x2xi16>, tensor<3xi64>) -> tensor<3x2xi16>
// CHECK: cortex_m.copy {{.*}} -> tensor<2x3xi16>
func.func @moved(%i : tensor<3xi64>) -> tensor<2x3x!w> {
  %e = aten.constant @e : () -> tensor<2x2x!w>
  %0 = aten.embedding %e, %i : (tensor<2x2x!w>, tensor<3xi64>) -> tensor<3x2x!w>
  %1 = aten.permute %0 {dims = array<i64: 1, 0>} : (tensor<3x2x!w>) -> tensor<2x3x!w>
  func.return %1 : tensor<2x3x!w>
}
