// RUN: cmlir-opt %s --fold-pointwise-chains | filecheck %s

!a = !quant.uniform<i8<-2:3>:f32, 0.5:0>
!b = !quant.uniform<i8:f32, 0.25:1>
!u = !quant.uniform<u8<0:5>:f32, 0.5:2>
!v = !quant.uniform<u8:f32, 0.25:129>
!wide = !quant.uniform<i16:f32, 0.25>
!f = tensor<2x4xf32>

// (1 - x) * 2 of every code of x: -2 is -1, gives 4, which is code 17.
// CHECK-LABEL: @two_steps
// CHECK-NEXT: [[T:%.*]] = aten.table %x {table = dense<[17, 13, 9, 5, 1, -3]> : tensor<6xi8>}
// CHECK-NEXT: func.return [[T]]
func.func @two_steps(%x: tensor<2x4x!a>) -> tensor<2x4x!b> {
  %0 = quant.dcast %x : tensor<2x4x!a> to !f
  %1 = aten.rsub_scalar %0 {value = 1.0} : (!f) -> !f
  %2 = aten.mul_scalar %1 {value = 2.0} : (!f) -> !f
  %3 = quant.qcast %2 : !f to tensor<2x4x!b>
  func.return %3 : tensor<2x4x!b>
}

// The same in unsigned codes: entries 145, 141, …, 125, as the bytes that store them.
// CHECK-LABEL: @unsigned
// CHECK-NEXT: aten.table %x {table = dense<[-111, -115, -119, -123, -127, 125]> : tensor<6xi8>}
func.func @unsigned(%x: tensor<2x4x!u>) -> tensor<2x4x!v> {
  %0 = quant.dcast %x : tensor<2x4x!u> to !f
  %1 = aten.rsub_scalar %0 {value = 1.0} : (!f) -> !f
  %2 = aten.mul_scalar %1 {value = 2.0} : (!f) -> !f
  %3 = quant.qcast %2 : !f to tensor<2x4x!v>
  func.return %3 : tensor<2x4x!v>
}

// 1 / x of 0 saturates, and what is no number has the zero point.
// CHECK-LABEL: @not_finite
// CHECK-NEXT: aten.table %x {table = dense<[-3, -7, 127, 9, 5, 4]> : tensor<6xi8>}
// CHECK-NEXT: aten.table %x {table = dense<1> : tensor<6xi8>}
func.func @not_finite(%x: tensor<2x4x!a>) -> (tensor<2x4x!b>, tensor<2x4x!b>) {
  %0 = quant.dcast %x : tensor<2x4x!a> to !f
  %1 = aten.reciprocal %0 : (!f) -> !f
  %2 = aten.clone %1 : (!f) -> !f
  %3 = aten.add_scalar %1 {value = 0.0} : (!f) -> !f
  %4 = quant.qcast %3 : !f to tensor<2x4x!b>
  %5 = aten.mul_scalar %1 {value = 0x7FF8000000000000 : f64} : (!f) -> !f
  %6 = quant.qcast %5 : !f to tensor<2x4x!b>
  func.return %4, %6 : tensor<2x4x!b>, tensor<2x4x!b>
}

// One step is an operation on codes already; codes of 16 bits have no table; a sum has two inputs.
// CHECK-LABEL: @stays
// CHECK-NOT: aten.table
// CHECK: func.return
func.func @stays(%x: tensor<2x4x!a>, %w: tensor<2x4x!wide>) -> (tensor<2x4x!b>, tensor<2x4x!wide>, tensor<2x4x!b>, tensor<2x4x!b>) {
  %0 = quant.dcast %x : tensor<2x4x!a> to !f
  %1 = aten.neg %0 : (!f) -> !f
  %2 = quant.qcast %1 : !f to tensor<2x4x!b>
  %3 = aten.relu %1 : (!f) -> !f
  %4 = quant.qcast %3 : !f to tensor<2x4x!wide>
  %5 = quant.dcast %w : tensor<2x4x!wide> to !f
  %6 = aten.neg %5 : (!f) -> !f
  %7 = aten.relu %6 : (!f) -> !f
  %8 = quant.qcast %7 : !f to tensor<2x4x!b>
  %9 = aten.add %1, %6 : (!f, !f) -> !f
  %10 = aten.neg %9 : (!f) -> !f
  %11 = quant.qcast %10 : !f to tensor<2x4x!b>
  func.return %2, %4, %8, %11 : tensor<2x4x!b>, tensor<2x4x!wide>, tensor<2x4x!b>, tensor<2x4x!b>
}
