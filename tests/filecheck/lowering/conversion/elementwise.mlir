// RUN: cmlir-opt %s --convert-aten-to-cortex-m | filecheck %s

!a = !quant.uniform<i8:f32, 0.5:3>
!b = !quant.uniform<i8:f32, 0.25:-4>
!n = !quant.uniform<i8<3:6>:f32, 0.5:3>
!u = !quant.uniform<u8:f32, 0.5:131>
!f = tensor<4xf32>

// A positive factor is a multiplier and a shift where every code comes out right, else a table.
// CHECK-LABEL: @factors
// CHECK-NEXT: cortex_m.requantize %x {input_offset = -3, output_offset = -4, rescale = #cortex_m.rescale<1073741824, 3>
// CHECK-NEXT: cortex_m.table %x
// CHECK-NEXT: cortex_m.table %x
// CHECK-NEXT: func.return
func.func @factors(%x: tensor<4x!a>) -> (tensor<4x!b>, tensor<4x!b>, tensor<4x!b>) {
  %0 = aten.div_scalar %x {value = 0.5} : (tensor<4x!a>) -> tensor<4x!b>
  %1 = aten.mul_scalar %x {value = 0.25} : (tensor<4x!a>) -> tensor<4x!b>
  %2 = aten.mul_scalar %x {value = -2.0} : (tensor<4x!a>) -> tensor<4x!b>
  func.return %0, %1, %2 : tensor<4x!b>, tensor<4x!b>, tensor<4x!b>
}

// Codes outside of the input's range are as its nearest one. Codes 3 to 6 are 0, 0.5, 1 and 1.5.
// CHECK-LABEL: @functions
// CHECK-NEXT: cortex_m.table %n {table = dense<"0x[[F:(FC){132}]]FAF8F6[[L:(F6){121}]]"> : tensor<256xi8>}
// CHECK-NEXT: cortex_m.table %n {table = dense<"0x[[M:(0A){132}]]141E28[[N:(28){121}]]"> : tensor<256xi8>}
// CHECK-NEXT: func.return
func.func @functions(%n: tensor<4x!n>) -> (tensor<4x!b>, tensor<4x!a>) {
  %0 = aten.neg %n : (tensor<4x!n>) -> tensor<4x!b>
  %1 = aten.table %n {table = dense<[10, 20, 30, 40]> : tensor<4xi8>} : (tensor<4x!n>) -> tensor<4x!a>
  func.return %0, %1 : tensor<4x!b>, tensor<4x!a>
}

// (a - 3) * (b + 4) with the factor 0.5 * 0.25 / 0.5.
// CHECK-LABEL: @mul
// CHECK-NEXT: cortex_m.mul %x, %z {lhs_offset = -3, rhs_offset = 4, output_offset = 3, rescale = #cortex_m.rescale<536870912, 0>, clamp = #cortex_m.clamp<3, 6>} : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
func.func @mul(%x: tensor<4x!a>, %z: tensor<4x!b>) -> tensor<4x!n> {
  %0 = aten.mul %x, %z : (tensor<4x!a>, tensor<4x!b>) -> tensor<4x!n>
  func.return %0 : tensor<4x!n>
}

// Both sides scaled to twice the larger scale, a half and a quarter of 1; then 1 / (2^20 * 0.25).
// CHECK-LABEL: @add
// CHECK-NEXT: cortex_m.add %x, %z {lhs_rescale = #cortex_m.rescale<1073741824, 0>, rhs_rescale = #cortex_m.rescale<1073741824, -1>, left_shift = 20, lhs_offset = -3, rhs_offset = 4, output_offset = -4, rescale = #cortex_m.rescale<1073741824, -17>
func.func @add(%x: tensor<4x!a>, %z: tensor<4x!b>) -> tensor<4x!b> {
  %0 = aten.add %x, %z : (tensor<4x!a>, tensor<4x!b>) -> tensor<4x!b>
  func.return %0 : tensor<4x!b>
}

// x - z is x + (-z): codes of z with all bits inverted.
// CHECK-LABEL: @sub
// CHECK-NEXT: [[T:%.*]] = cortex_m.table %z {table = dense<"0x7F7E7D{{.*}}838281{{80}}"> : tensor<256xi8>}
// CHECK-NEXT: cortex_m.add %x, [[T]] {{.*}} lhs_offset = -3, rhs_offset = -3, output_offset = -4
func.func @sub(%x: tensor<4x!a>, %z: tensor<4x!b>) -> tensor<4x!b> {
  %0 = aten.sub %x, %z : (tensor<4x!a>, tensor<4x!b>) -> tensor<4x!b>
  func.return %0 : tensor<4x!b>
}

// With one repeated number, of any size and on either side, it is a function of one code.
// CHECK-LABEL: @repeated
// CHECK-NEXT: cortex_m.fill
// CHECK-NEXT: cortex_m.table %x
// CHECK-NEXT: cortex_m.table %x
// CHECK-NEXT: cortex_m.fill
// CHECK-NEXT: [[Y:%.*]] = cortex_m.table %x {{.*}} -> tensor<4xi8>
// CHECK-NEXT: cortex_m.copy [[Y]] {offset = 0, strides = [0, 1]} : (tensor<4xi8>) -> tensor<3x4xi8>
// CHECK-NEXT: func.return
func.func @repeated(%x: tensor<4x!a>) -> (tensor<4x!b>, tensor<4x!b>, tensor<3x4x!a>) {
  %c = aten.full {value = 3.0} : () -> !f
  %0 = aten.add %x, %c : (tensor<4x!a>, !f) -> tensor<4x!b>
  %1 = aten.div %c, %x : (!f, tensor<4x!a>) -> tensor<4x!b>
  %d = aten.full {value = 3.0} : () -> tensor<3x1xf32>
  %2 = aten.mul %x, %d : (tensor<4x!a>, tensor<3x1xf32>) -> tensor<3x4x!a>
  func.return %0, %1, %2 : tensor<4x!b>, tensor<4x!b>, tensor<3x4x!a>
}

// CHECK-LABEL: @unsigned
// CHECK-NEXT: cortex_m.mul %x, %u {lhs_offset = -3, rhs_offset = -3, output_offset = 3
// CHECK-SAME: clamp = #cortex_m.clamp<-128, 127>}
func.func @unsigned(%x: tensor<4x!a>, %u: tensor<4x!u>) -> tensor<4x!u> {
  %0 = aten.mul %x, %u : (tensor<4x!a>, tensor<4x!u>) -> tensor<4x!u>
  func.return %0 : tensor<4x!u>
}

// CHECK-LABEL: @float
// CHECK-NEXT: [[M:%.*]] = cortex_m.f32_mul %x, %z
// CHECK-NEXT: [[A:%.*]] = cortex_m.f32_add [[M]], %x
// CHECK-NEXT: cortex_m.f32_mul_scalar [[A]] {value = 5.000000e-01, why = "it is not quantized"}
func.func @float(%x: !f, %z: !f) -> !f {
  %0 = aten.mul %x, %z : (!f, !f) -> !f
  %1 = aten.add %0, %x : (!f, !f) -> !f
  %2 = aten.mul_scalar %1 {value = 0.5} : (!f) -> !f
  func.return %2 : !f
}
