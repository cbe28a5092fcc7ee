// RUN: cmlir-opt %s --fold-scalar-scales | filecheck %s

!x = !quant.uniform<i8:f32, 0.5:3>
!half = !quant.uniform<i8:f32, 0.25:3>
!third = !quant.uniform<i8:f32, 0.16666667:3>
!root = !quant.uniform<i8:f32, 0.17677669529663689:3>
!moved = !quant.uniform<i8:f32, 0.25:4>
!coarse = !quant.uniform<i8:f32, 0.3:3>
!short = !quant.uniform<i8<-127:127>:f32, 0.25:3>
!wide = !quant.uniform<i16:f32, 0.25:3>
!scores = !quant.uniform<i16:f32, 0.004>
!scaled_scores = !quant.uniform<i16:f32, 0.0007071067811865476>
!u = !quant.uniform<u8:f32, 0.25:3>
!f = tensor<2x4xf32>

// y = x / 2 where y's scale is half of x's: the codes of x, read with y's parameters.
// CHECK-LABEL: @identity
// CHECK-SAME: (%x: [[X:.*]]) -> [[Y:.*]] {
// CHECK-NEXT: [[CODES:%.*]] = quant.scast %x : [[X]] to tensor<2x4xi8>
// CHECK-NEXT: [[RESULT:%.*]] = quant.scast [[CODES]] : tensor<2x4xi8> to [[Y]]
// CHECK-NEXT: func.return [[RESULT]]
func.func @identity(%x: tensor<2x4x!x>) -> tensor<2x4x!half> {
  %0 = quant.dcast %x : tensor<2x4x!x> to !f
  %1 = aten.mul_scalar %0 {value = 0.5} : (!f) -> !f
  %2 = quant.qcast %1 : !f to tensor<2x4x!half>
  func.return %2 : tensor<2x4x!half>
}

// No number needs to be exact: 64^-0.25, a division by 3, both one after the other with 3 and 2.
// CHECK-LABEL: @inexact
// CHECK-NOT: aten
// CHECK: func.return
func.func @inexact(%x: tensor<2x4x!x>) -> (tensor<2x4x!root>, tensor<2x4x!third>, tensor<2x4x!half>) {
  %0 = quant.dcast %x : tensor<2x4x!x> to !f
  %1 = aten.mul_scalar %0 {value = 0.35355339059327379} : (!f) -> !f
  %2 = quant.qcast %1 : !f to tensor<2x4x!root>
  %3 = aten.div_scalar %0 {value = 3.0} : (!f) -> !f
  %4 = quant.qcast %3 : !f to tensor<2x4x!third>
  %5 = aten.mul_scalar %3 {value = 1.5} : (!f) -> !f
  %6 = quant.qcast %5 : !f to tensor<2x4x!half>
  func.return %2, %4, %6 : tensor<2x4x!root>, tensor<2x4x!third>, tensor<2x4x!half>
}

// Another zero point, scale, range or storage: codes change, so the operation stays.
// CHECK-LABEL: @no_identity
// CHECK-NEXT: [[R:%.*]] = quant.dcast %x
// CHECK-NEXT: [[Y:%.*]] = aten.mul_scalar [[R]] {value = 5.000000e-01}
// CHECK-NEXT: quant.qcast [[Y]]
// CHECK-NEXT: quant.qcast [[Y]]
// CHECK-NEXT: quant.qcast [[Y]]
// CHECK-NEXT: quant.qcast [[Y]]
// CHECK-NEXT: quant.qcast [[Y]]
// CHECK-NEXT: func.return
func.func @no_identity(%x: tensor<2x4x!x>) -> (tensor<2x4x!moved>, tensor<2x4x!coarse>, tensor<2x4x!short>, tensor<2x4x!wide>, tensor<2x4x!u>) {
  %0 = quant.dcast %x : tensor<2x4x!x> to !f
  %1 = aten.mul_scalar %0 {value = 0.5} : (!f) -> !f
  %2 = quant.qcast %1 : !f to tensor<2x4x!moved>
  %3 = quant.qcast %1 : !f to tensor<2x4x!coarse>
  %4 = quant.qcast %1 : !f to tensor<2x4x!short>
  %5 = quant.qcast %1 : !f to tensor<2x4x!wide>
  %6 = quant.qcast %1 : !f to tensor<2x4x!u>
  func.return %2, %3, %4, %5, %6 : tensor<2x4x!moved>, tensor<2x4x!coarse>, tensor<2x4x!short>, tensor<2x4x!wide>, tensor<2x4x!u>
}

// Numbers that are not positive and finite in f32 stay operations, with a quantize and without.
// CHECK-LABEL: @stays
// CHECK: aten.mul_scalar {{.*}} {value = -1.000000e+00}
// CHECK: aten.mul_scalar {{.*}} {value = 0.000000e+00}
// CHECK: aten.mul_scalar {{.*}} {value = 0x7ff0000000000000 : f64}
// CHECK: aten.mul_scalar {{.*}} {value = 0x7ff8000000000000 : f64}
// CHECK: aten.mul_scalar {{.*}} {value = 1.000000e-60}
// CHECK: aten.mul_scalar {{.*}} {value = 1.000000e+60}
// CHECK: aten.div_scalar {{.*}} {value = 0.000000e+00}
// CHECK: aten.div_scalar {{.*}} {value = 0x7ff0000000000000 : f64}
// CHECK: func.return
func.func @stays(%x: tensor<2x4x!x>) -> (tensor<2x4x!x>, !f, !f, !f, !f, !f, !f, !f) {
  %0 = quant.dcast %x : tensor<2x4x!x> to !f
  %1 = aten.mul_scalar %0 {value = -1.0} : (!f) -> !f
  %2 = quant.qcast %1 : !f to tensor<2x4x!x>
  %3 = aten.mul_scalar %0 {value = 0.0} : (!f) -> !f
  %4 = aten.mul_scalar %0 {value = 0x7FF0000000000000 : f64} : (!f) -> !f
  %5 = aten.mul_scalar %0 {value = 0x7FF8000000000000 : f64} : (!f) -> !f
  %6 = aten.mul_scalar %0 {value = 1.0e-60} : (!f) -> !f
  %7 = aten.mul_scalar %0 {value = 1.0e60} : (!f) -> !f
  %8 = aten.div_scalar %0 {value = 0.0} : (!f) -> !f
  %9 = aten.div_scalar %0 {value = 0x7FF0000000000000 : f64} : (!f) -> !f
  func.return %2, %3, %4, %5, %6, %7, %8, %9 : tensor<2x4x!x>, !f, !f, !f, !f, !f, !f, !f
}

// Through every rearrangement, whichever side of it the scale stands on.
// CHECK-LABEL: @rearranged
// CHECK-NOT: aten.mul_scalar
// CHECK: func.return
func.func @rearranged(%x: tensor<2x1x4x!x>) -> (tensor<4x2x3x!half>, tensor<4x2x3x!half>) {
  %0 = quant.dcast %x : tensor<2x1x4x!x> to tensor<2x1x4xf32>
  %1 = aten.expand %0 : (tensor<2x1x4xf32>) -> tensor<2x3x4xf32>
  %2 = aten.permute %1 {dims = [1, 0, 2]} : (tensor<2x3x4xf32>) -> tensor<3x2x4xf32>
  %3 = aten.clone %2 : (tensor<3x2x4xf32>) -> tensor<3x2x4xf32>
  %4 = aten.view %3 : (tensor<3x2x4xf32>) -> tensor<3x8xf32>
  %5 = aten.mul_scalar %4 {value = 0.5} : (tensor<3x8xf32>) -> tensor<3x8xf32>
  %6 = aten.permute %5 {dims = [1, 0]} : (tensor<3x8xf32>) -> tensor<8x3xf32>
  %7 = aten.view %6 : (tensor<8x3xf32>) -> tensor<4x2x3xf32>
  %8 = quant.qcast %7 : tensor<4x2x3xf32> to tensor<4x2x3x!half>
  %9 = aten.select %4 {dim = 0, index = 1} : (tensor<3x8xf32>) -> tensor<8xf32>
  %10 = aten.view %9 : (tensor<8xf32>) -> tensor<4x2x1xf32>
  %11 = aten.mul_scalar %10 {value = 0.5} : (tensor<4x2x1xf32>) -> tensor<4x2x1xf32>
  %12 = aten.expand %11 : (tensor<4x2x1xf32>) -> tensor<4x2x3xf32>
  %13 = quant.qcast %12 : tensor<4x2x3xf32> to tensor<4x2x3x!half>
  func.return %8, %13 : tensor<4x2x3x!half>, tensor<4x2x3x!half>
}

// What does not fold is computed where there are the fewest elements: before expand, after select.
// CHECK-LABEL: @fewest
// CHECK: aten.mul_scalar {{.*}} : (tensor<1x4xf32>) -> tensor<1x4xf32>
// CHECK: aten.mul_scalar {{.*}} : (tensor<4xf32>) -> tensor<4xf32>
// CHECK: func.return
func.func @fewest(%x: tensor<1x4x!x>, %z: tensor<9x4x!x>) -> (tensor<7x4x!coarse>, tensor<4x!coarse>) {
  %0 = quant.dcast %x : tensor<1x4x!x> to tensor<1x4xf32>
  %1 = aten.expand %0 : (tensor<1x4xf32>) -> tensor<7x4xf32>
  %2 = aten.mul_scalar %1 {value = 0.5} : (tensor<7x4xf32>) -> tensor<7x4xf32>
  %3 = quant.qcast %2 : tensor<7x4xf32> to tensor<7x4x!coarse>
  %4 = quant.dcast %z : tensor<9x4x!x> to tensor<9x4xf32>
  %5 = aten.select %4 {dim = 0, index = 8} : (tensor<9x4xf32>) -> tensor<4xf32>
  %6 = aten.mul_scalar %5 {value = 0.5} : (tensor<4xf32>) -> tensor<4xf32>
  %7 = quant.qcast %6 : tensor<4xf32> to tensor<4x!coarse>
  func.return %3, %7 : tensor<7x4x!coarse>, tensor<4x!coarse>
}

// A product takes factors into its rescale, also two of them and through a view.
// CHECK-LABEL: @products
// CHECK: [[A:%.*]] = aten.bmm %a, %b {scale = 7.500000e-01}
// CHECK-NEXT: quant.qcast [[A]]
// CHECK: [[L:%.*]] = aten.linear %l, %w bias(%c) {scale = 5.000000e-01}
// CHECK-NEXT: quant.qcast [[L]]
// CHECK-NOT: aten.mul_scalar
// CHECK: func.return
func.func @products(%a: tensor<3x2x4xf32>, %b: tensor<3x4x2xf32>, %l: !f, %w: tensor<5x4xf32>, %c: tensor<5xf32>) -> (tensor<6x2x!x>, tensor<2x5x!half>) {
  %0 = aten.bmm %a, %b : (tensor<3x2x4xf32>, tensor<3x4x2xf32>) -> tensor<3x2x2xf32>
  %1 = aten.mul_scalar %0 {value = 3.0} : (tensor<3x2x2xf32>) -> tensor<3x2x2xf32>
  %2 = aten.view %1 : (tensor<3x2x2xf32>) -> tensor<6x2xf32>
  %3 = aten.div_scalar %2 {value = 4.0} : (tensor<6x2xf32>) -> tensor<6x2xf32>
  %4 = quant.qcast %3 : tensor<6x2xf32> to tensor<6x2x!x>
  %5 = aten.linear %l, %w bias(%c) : (!f, tensor<5x4xf32>, tensor<5xf32>) -> tensor<2x5xf32>
  %6 = aten.mul_scalar %5 {value = 0.5} : (tensor<2x5xf32>) -> tensor<2x5xf32>
  %7 = quant.qcast %6 : tensor<2x5xf32> to tensor<2x5x!half>
  func.return %4, %7 : tensor<6x2x!x>, tensor<2x5x!half>
}

// Not where something else reads the product, nor where the scaled product is not quantized.
// CHECK-LABEL: @products_stay
// CHECK: aten.bmm %a, %b :
// CHECK: aten.mul_scalar
// CHECK: aten.bmm %a, %b :
// CHECK: aten.mul_scalar
// CHECK: func.return
func.func @products_stay(%a: tensor<3x2x4xf32>, %b: tensor<3x4x2xf32>) -> (tensor<3x2x2xf32>, tensor<3x2x2x!x>, tensor<3x2x2xf32>) {
  %0 = aten.bmm %a, %b : (tensor<3x2x4xf32>, tensor<3x4x2xf32>) -> tensor<3x2x2xf32>
  %1 = aten.mul_scalar %0 {value = 3.0} : (tensor<3x2x2xf32>) -> tensor<3x2x2xf32>
  %2 = quant.qcast %1 : tensor<3x2x2xf32> to tensor<3x2x2x!x>
  %3 = aten.bmm %a, %b : (tensor<3x2x4xf32>, tensor<3x4x2xf32>) -> tensor<3x2x2xf32>
  %4 = aten.mul_scalar %3 {value = 3.0} : (tensor<3x2x2xf32>) -> tensor<3x2x2xf32>
  func.return %0, %2, %4 : tensor<3x2x2xf32>, tensor<3x2x2x!x>, tensor<3x2x2xf32>
}

// Where nothing quantizes the scaled value, its users read the codes with the scaled parameters.
// CHECK-LABEL: @operand
// CHECK-NEXT: [[C:%.*]] = quant.scast %x
// CHECK-NEXT: [[S:%.*]] = quant.scast [[C]] : tensor<3x2x4xi8> to tensor<3x2x4x!quant.uniform<i8:f32, 2.500000e-01:3>>
// CHECK-NEXT: [[A:%.*]] = quant.dcast [[S]]
// CHECK-NEXT: aten.bmm [[A]], %b
func.func @operand(%x: tensor<3x2x4x!x>, %b: tensor<3x4x2xf32>) -> tensor<3x2x2x!x> {
  %0 = quant.dcast %x : tensor<3x2x4x!x> to tensor<3x2x4xf32>
  %1 = aten.mul_scalar %0 {value = 0.5} : (tensor<3x2x4xf32>) -> tensor<3x2x4xf32>
  %2 = aten.bmm %1, %b : (tensor<3x2x4xf32>, tensor<3x4x2xf32>) -> tensor<3x2x2xf32>
  %3 = quant.qcast %2 : tensor<3x2x2xf32> to tensor<3x2x2x!x>
  func.return %3 : tensor<3x2x2x!x>
}

// CHECK-LABEL: @unsigned_operand
// CHECK: quant.scast {{.*}} : tensor<2x4xi8> to tensor<2x4x!quant.uniform<u8:f32, 5.000000e-01:3>>
func.func @unsigned_operand(%x: tensor<2x4x!u>) -> !f {
  %0 = quant.dcast %x : tensor<2x4x!u> to !f
  %1 = aten.mul_scalar %0 {value = 2.0} : (!f) -> !f
  func.return %1 : !f
}

// A constant stays a constant: its type says what its codes mean.
// CHECK-LABEL: @constant_operand
// CHECK-NEXT: [[W:%.*]] = aten.constant @w : () -> tensor<4x4x!quant.uniform<i8:f32, 2.500000e-01:3>>
// CHECK-NEXT: [[R:%.*]] = quant.dcast [[W]]
// CHECK-NEXT: aten.linear %x, [[R]]
ml_program.global private @w(dense<1> : tensor<4x4xi8>) : tensor<4x4xi8>
func.func @constant_operand(%x: !f) -> !f {
  %0 = aten.constant @w : () -> tensor<4x4x!x>
  %1 = quant.dcast %0 : tensor<4x4x!x> to tensor<4x4xf32>
  %2 = aten.mul_scalar %1 {value = 0.5} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = aten.linear %x, %2 : (!f, tensor<4x4xf32>) -> !f
  func.return %3 : !f
}

// 16-bit scores: each of the 65536 codes stays itself.
// CHECK-LABEL: @wide_scores
// CHECK-NOT: aten
// CHECK: quant.scast {{.*}} to tensor<2x4xi16>
// CHECK: func.return
func.func @wide_scores(%x: tensor<2x4x!scores>) -> tensor<2x4x!scaled_scores> {
  %0 = quant.dcast %x : tensor<2x4x!scores> to !f
  %1 = aten.mul_scalar %0 {value = 0.17677669529663689} : (!f) -> !f
  %2 = quant.qcast %1 : !f to tensor<2x4x!scaled_scores>
  func.return %2 : tensor<2x4x!scaled_scores>
}
