// RUN: cmlir-opt %s --remove-softmax-guards | filecheck %s

!q = !quant.uniform<i8:f32, 0.1:3>
!c = !quant.uniform<i8:f32:0, {0.1, 0.2}>
!tiny = !quant.uniform<i8:f32, 1.0e-10>
!s = tensor<2x4xf32>

ml_program.global private @finite(dense<1.5> : tensor<2x4xf32>) : tensor<2x4xf32>
// The bits of [0, 0, 0, -inf].
ml_program.global private @mask(dense<[0, 0, 0, -8388608]> : tensor<4xi32>) : tensor<4xf32>

// Scores of codes are finite, whatever finite arithmetic made them.
// CHECK-LABEL: @of_codes
// CHECK-NOT: aten.safe_softmax
// CHECK: aten.softmax
// CHECK-NOT: aten.safe_softmax
// CHECK: func.return
func.func @of_codes(%a: tensor<1x2x3x!q>, %b: tensor<1x3x4x!q>, %w: tensor<2x4x!c>) -> (tensor<1x2x4xf32>, !s) {
  %0 = quant.dcast %a : tensor<1x2x3x!q> to tensor<1x2x3xf32>
  %1 = quant.dcast %b : tensor<1x3x4x!q> to tensor<1x3x4xf32>
  %2 = aten.bmm %0, %1 : (tensor<1x2x3xf32>, tensor<1x3x4xf32>) -> tensor<1x2x4xf32>
  %3 = aten.mul_scalar %2 {value = 0.35} : (tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %4 = aten.safe_softmax %3 {dim = 2} : (tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %5 = quant.dcast %w : tensor<2x4x!c> to !s
  %6 = aten.constant @finite : () -> !s
  %7 = aten.add %5, %6 : (!s, !s) -> !s
  %8 = aten.sub_scalar %7 {value = 3.0} : (!s) -> !s
  %9 = aten.div_scalar %8 {value = 3.0} : (!s) -> !s
  %10 = aten.neg %9 : (!s) -> !s
  %11 = aten.softmax %10 {dim = 1} : (!s) -> !s
  %12 = aten.mul %11, %10 : (!s, !s) -> !s
  %13 = aten.safe_softmax %12 {dim = 1} : (!s) -> !s
  func.return %4, %13 : tensor<1x2x4xf32>, !s
}

// CHECK-LABEL: @guard
// CHECK-NEXT: quant.dcast
// CHECK-NEXT: [[P:%.*]] = aten.softmax
// CHECK-NEXT: func.return [[P]]
func.func @guard(%x: tensor<2x4x!q>) -> !s {
  %0 = quant.dcast %x : tensor<2x4x!q> to !s
  %1 = aten.softmax %0 {dim = 1} : (!s) -> !s
  %2 = aten.eq_scalar %0 {value = 0xFFF0000000000000 : f64} : (!s) -> tensor<2x4xi1>
  %3 = aten.logical_not %2 : (tensor<2x4xi1>) -> tensor<2x4xi1>
  %4 = aten.any %3 {dim = 1, keepdim = true} : (tensor<2x4xi1>) -> tensor<2x1xi1>
  %5 = aten.logical_not %4 : (tensor<2x1xi1>) -> tensor<2x1xi1>
  %6 = aten.full {value = 0.0} : () -> !s
  %7 = aten.where %5, %6, %1 : (tensor<2x1xi1>, !s, !s) -> !s
  func.return %7 : !s
}

// A float input may hold infinities, and so may a mask; 1e39 is infinite in f32, and 1e-50 zero.
// CHECK-LABEL: @unknown
// CHECK: aten.safe_softmax
// CHECK: aten.safe_softmax
// CHECK: aten.safe_softmax
// CHECK: aten.safe_softmax
// CHECK: aten.safe_softmax
// CHECK: func.return
func.func @unknown(%x: !s, %t: tensor<2x4x!tiny>) -> (!s, !s, !s, !s, !s) {
  %0 = aten.safe_softmax %x {dim = 1} : (!s) -> !s
  %1 = quant.dcast %t : tensor<2x4x!tiny> to !s
  %2 = aten.constant @mask : () -> tensor<4xf32>
  %3 = aten.add %1, %2 : (!s, tensor<4xf32>) -> !s
  %4 = aten.safe_softmax %3 {dim = 1} : (!s) -> !s
  %5 = aten.mul_scalar %1 {value = 1.0e39} : (!s) -> !s
  %6 = aten.safe_softmax %5 {dim = 1} : (!s) -> !s
  %7 = aten.div_scalar %1 {value = 1.0e-50} : (!s) -> !s
  %8 = aten.safe_softmax %7 {dim = 1} : (!s) -> !s
  %9 = aten.reciprocal %1 : (!s) -> !s
  %10 = aten.safe_softmax %9 {dim = 1} : (!s) -> !s
  func.return %0, %4, %6, %8, %10 : !s, !s, !s, !s, !s
}

// NaN beside finite numbers is no number.
// CHECK-LABEL: @not_a_number
// CHECK: aten.safe_softmax
func.func @not_a_number(%t: tensor<2x2x!q>) -> !s {
  %0 = quant.dcast %t : tensor<2x2x!q> to tensor<2x2xf32>
  %1 = aten.full {value = 0x7FF8000000000000 : f64} : () -> tensor<2x2xf32>
  %2 = aten.cat %0, %1 {dim = 1} : (tensor<2x2xf32>, tensor<2x2xf32>) -> !s
  %3 = aten.safe_softmax %2 {dim = 1} : (!s) -> !s
  func.return %3 : !s
}

// The guard of a float input, a test for another number, and one without the inner negation.
// CHECK-LABEL: @no_guards
// CHECK: aten.where
// CHECK: aten.where
// CHECK: aten.where
// CHECK: func.return
func.func @no_guards(%x: !s, %t: tensor<2x4x!q>) -> (!s, !s, !s) {
  %zero = aten.full {value = 0.0} : () -> !s
  %0 = aten.eq_scalar %x {value = 0xFFF0000000000000 : f64} : (!s) -> tensor<2x4xi1>
  %1 = aten.logical_not %0 : (tensor<2x4xi1>) -> tensor<2x4xi1>
  %2 = aten.any %1 {dim = 1, keepdim = true} : (tensor<2x4xi1>) -> tensor<2x1xi1>
  %3 = aten.logical_not %2 : (tensor<2x1xi1>) -> tensor<2x1xi1>
  %4 = aten.where %3, %zero, %x : (tensor<2x1xi1>, !s, !s) -> !s
  %5 = quant.dcast %t : tensor<2x4x!q> to !s
  %6 = aten.eq_scalar %5 {value = 0.1} : (!s) -> tensor<2x4xi1>
  %7 = aten.logical_not %6 : (tensor<2x4xi1>) -> tensor<2x4xi1>
  %8 = aten.any %7 {dim = 1, keepdim = true} : (tensor<2x4xi1>) -> tensor<2x1xi1>
  %9 = aten.logical_not %8 : (tensor<2x1xi1>) -> tensor<2x1xi1>
  %10 = aten.where %9, %zero, %5 : (tensor<2x1xi1>, !s, !s) -> !s
  %11 = aten.eq_scalar %5 {value = 0xFFF0000000000000 : f64} : (!s) -> tensor<2x4xi1>
  %12 = aten.any %11 {dim = 1, keepdim = true} : (tensor<2x4xi1>) -> tensor<2x1xi1>
  %13 = aten.logical_not %12 : (tensor<2x1xi1>) -> tensor<2x1xi1>
  %14 = aten.where %13, %zero, %5 : (tensor<2x1xi1>, !s, !s) -> !s
  func.return %4, %10, %14 : !s, !s, !s
}

// The softmax has to have the shape of the result.
// CHECK-LABEL: @broadcast
// CHECK: aten.where
func.func @broadcast(%x: tensor<2x4x!q>, %y: tensor<1x4xf32>) -> !s {
  %0 = quant.dcast %x : tensor<2x4x!q> to !s
  %1 = aten.eq_scalar %0 {value = 0xFFF0000000000000 : f64} : (!s) -> tensor<2x4xi1>
  %2 = aten.logical_not %1 : (tensor<2x4xi1>) -> tensor<2x4xi1>
  %3 = aten.any %2 {dim = 1, keepdim = true} : (tensor<2x4xi1>) -> tensor<2x1xi1>
  %4 = aten.logical_not %3 : (tensor<2x1xi1>) -> tensor<2x1xi1>
  %5 = aten.full {value = 0.0} : () -> tensor<f32>
  %6 = aten.where %4, %5, %y : (tensor<2x1xi1>, tensor<f32>, tensor<1x4xf32>) -> !s
  func.return %6 : !s
}

// Scores that may be -inf keep their guard: it is what safe softmax does.
// CHECK-LABEL: @guard_of_masked
// CHECK-NEXT: [[P:%.*]] = aten.safe_softmax %x {dim = 1}
// CHECK-NEXT: func.return [[P]]
func.func @guard_of_masked(%x: !s) -> !s {
  %0 = aten.softmax %x {dim = 1} : (!s) -> !s
  %1 = aten.eq_scalar %x {value = 0xFFF0000000000000 : f64} : (!s) -> tensor<2x4xi1>
  %2 = aten.logical_not %1 : (tensor<2x4xi1>) -> tensor<2x4xi1>
  %3 = aten.any %2 {dim = 1, keepdim = true} : (tensor<2x4xi1>) -> tensor<2x1xi1>
  %4 = aten.logical_not %3 : (tensor<2x1xi1>) -> tensor<2x1xi1>
  %5 = aten.full {value = 0.0} : () -> !s
  %6 = aten.where %4, %5, %0 : (tensor<2x1xi1>, !s, !s) -> !s
  func.return %6 : !s
}

// A guard along another axis, one that gives another number than 0, one of other scores.
// CHECK-LABEL: @other_guards
// CHECK-NOT: safe_softmax
// CHECK: func.return
func.func @other_guards(%x: !s, %y: !s) -> (!s, !s, !s) {
  %0 = aten.softmax %x {dim = 0} : (!s) -> !s
  %1 = aten.eq_scalar %x {value = 0xFFF0000000000000 : f64} : (!s) -> tensor<2x4xi1>
  %2 = aten.logical_not %1 : (tensor<2x4xi1>) -> tensor<2x4xi1>
  %3 = aten.any %2 {dim = 1, keepdim = true} : (tensor<2x4xi1>) -> tensor<2x1xi1>
  %4 = aten.logical_not %3 : (tensor<2x1xi1>) -> tensor<2x1xi1>
  %5 = aten.full {value = 0.0} : () -> !s
  %6 = aten.where %4, %5, %0 : (tensor<2x1xi1>, !s, !s) -> !s
  %7 = aten.full {value = 1.0} : () -> !s
  %8 = aten.softmax %x {dim = 1} : (!s) -> !s
  %9 = aten.where %4, %7, %8 : (tensor<2x1xi1>, !s, !s) -> !s
  %10 = aten.softmax %y {dim = 1} : (!s) -> !s
  %11 = aten.where %4, %5, %10 : (tensor<2x1xi1>, !s, !s) -> !s
  func.return %6, %9, %11 : !s, !s, !s
}
