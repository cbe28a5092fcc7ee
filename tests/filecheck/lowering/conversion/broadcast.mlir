// RUN: cmlir-opt %s --split-input-file --convert-aten-to-cortex-m | filecheck %s

!a = !quant.uniform<i8:f32, 0.5:3>
!b = !quant.uniform<i8:f32, 0.25:-4>

// What repeats is stored once.
// CHECK-LABEL: @row
// CHECK-NEXT:   %0 = cortex_m.broadcast_add %x, %y {{.*}} : (tensor<4x3xi8>, tensor<1x3xi8>) -> tensor<4x3xi8>
// CHECK-NEXT:   func.return %0 : tensor<4x3xi8>
func.func @row(%x : tensor<4x3x!a>, %y : tensor<1x3x!b>) -> tensor<4x3x!a> {
  %0 = aten.add %x, %y : (tensor<4x3x!a>, tensor<1x3x!b>) -> tensor<4x3x!a>
  func.return %0 : tensor<4x3x!a>
}

// Axes in front are of size 1; an expand moves nothing.
// CHECK-LABEL: @expanded
// CHECK-NEXT:   %0 = cortex_m.view %y {offset = 0} : (tensor<4xi8>) -> tensor<4x1xi8>
// CHECK-NEXT:   %1 = cortex_m.broadcast_mul %x, %0 {{.*}} : (tensor<4x3xi8>, tensor<4x1xi8>) -> tensor<4x3xi8>
// CHECK-NEXT:   func.return %1 : tensor<4x3xi8>
func.func @expanded(%x : tensor<4x3x!a>, %y : tensor<4x!b>) -> tensor<4x3x!a> {
  %0 = aten.view %y : (tensor<4x!b>) -> tensor<4x1x!b>
  %1 = aten.expand %0 : (tensor<4x1x!b>) -> tensor<4x3x!b>
  %2 = aten.mul %x, %1 : (tensor<4x3x!a>, tensor<4x3x!b>) -> tensor<4x3x!a>
  func.return %2 : tensor<4x3x!a>
}

// What repeats is negated once.
// CHECK-LABEL: @difference
// CHECK-NEXT:   %0 = cortex_m.view %y {offset = 0} : (tensor<3xi8>) -> tensor<1x3xi8>
// CHECK-NEXT:   %1 = cortex_m.table %0 {{.*}} : (tensor<1x3xi8>) -> tensor<1x3xi8>
// CHECK-NEXT:   %2 = cortex_m.broadcast_add %x, %1
func.func @difference(%x : tensor<4x3x!a>, %y : tensor<3x!b>) -> tensor<4x3x!a> {
  %0 = aten.sub %x, %y : (tensor<4x3x!a>, tensor<3x!b>) -> tensor<4x3x!a>
  func.return %0 : tensor<4x3x!a>
}

// Where both repeat, the result is computed once and repeats too.
// CHECK-LABEL: @both
// CHECK-NEXT:   %0 = cortex_m.view %x {offset = 0} : (tensor<3xi8>) -> tensor<1x3xi8>
// CHECK-NEXT:   %1 = cortex_m.view %x {offset = 0} : (tensor<3xi8>) -> tensor<1x3xi8>
// CHECK-NEXT:   %2 = cortex_m.mul %0, %1 {{.*}} : (tensor<1x3xi8>, tensor<1x3xi8>) -> tensor<1x3xi8>
// CHECK-NEXT:   %3 = cortex_m.copy %2 {offset = 0, strides = [0, 1]} : (tensor<1x3xi8>) -> tensor<2x3xi8>
func.func @both(%x : tensor<3x!a>) -> tensor<2x3x!a> {
  %0 = aten.expand %x : (tensor<3x!a>) -> tensor<2x3x!a>
  %1 = aten.mul %0, %0 : (tensor<2x3x!a>, tensor<2x3x!a>) -> tensor<2x3x!a>
  func.return %1 : tensor<2x3x!a>
}

// -----

!a = !quant.uniform<i8:f32, 0.5:3>

// CMSIS-NN has no broadcasting: the operand is written out.
// CHECK-LABEL: @cmsis_nn
// CHECK-NEXT:   %0 = cortex_m.copy %y {offset = 0, strides = [0, 1]} : (tensor<3xi8>) -> tensor<4x3xi8>
// CHECK-NEXT:   %1 = cortex_m.add %x, %0
builtin.module attributes {cortex_m.kernels = "cmsis-nn"} {
  func.func @cmsis_nn(%x : tensor<4x3x!a>, %y : tensor<3x!a>) -> tensor<4x3x!a> {
    %0 = aten.add %x, %y : (tensor<4x3x!a>, tensor<3x!a>) -> tensor<4x3x!a>
    func.return %0 : tensor<4x3x!a>
  }
}
