// RUN: cmlir-opt %s --absorb-scalar-scales | filecheck %s

!x = !quant.uniform<i8:f32, 0.5:3>
!y = !quant.uniform<i8:f32, 0.3:5>
!narrow = !quant.uniform<i8:f32, 0.2:5>
!faint = !quant.uniform<i8:f32, 1.0e-37:3>

// The consumer reads x's codes with s_x * 0.5, through a rearrangement.
// CHECK-LABEL: @absorbed
// CHECK-NEXT: [[C:%.*]] = quant.scast %x
// CHECK-NEXT: [[S:%.*]] = quant.scast [[C]] : tensor<1x2x4xi8> to tensor<1x2x4x!quant.uniform<i8:f32, 2.500000e-01:3>>
// CHECK-NEXT: [[P:%.*]] = aten.permute [[S]]
// CHECK-NEXT: [[B:%.*]] = aten.bmm [[S]], [[P]]
// CHECK-NEXT: aten.softmax [[S]]
// CHECK-NEXT: func.return [[B]]
func.func @absorbed(%x: tensor<1x2x4x!x>) -> (tensor<1x2x2x!y>, tensor<1x2x4x!y>) {
  %0 = aten.mul_scalar %x {value = 0.5} : (tensor<1x2x4x!x>) -> tensor<1x2x4x!y>
  %1 = aten.permute %0 {dims = [0, 2, 1]} : (tensor<1x2x4x!y>) -> tensor<1x4x2x!y>
  %2 = aten.bmm %0, %1 : (tensor<1x2x4x!y>, tensor<1x4x2x!y>) -> tensor<1x2x2x!y>
  %3 = aten.softmax %0 {dim = 2} : (tensor<1x2x4x!y>) -> tensor<1x2x4x!y>
  func.return %2, %3 : tensor<1x2x2x!y>, tensor<1x2x4x!y>
}

// Not where y saturates, for factors that are not positive, where a user needs y's own codes, nor
// for a scale that f32 does not hold.
// CHECK-LABEL: @stays
// CHECK: aten.mul_scalar %x {value = 5.000000e-01}
// CHECK: aten.mul_scalar %x {value = -5.000000e-01}
// CHECK: aten.div_scalar %x {value = 2.000000e+00}
// CHECK: aten.mul_scalar %x {value = 2.500000e-01}
// CHECK: aten.mul_scalar %z {value = 1.000000e-03}
// CHECK: func.return
func.func @stays(%x: tensor<2x4x!x>, %z: tensor<2x4x!faint>) -> (tensor<2x4x!x>, tensor<2x4x!x>, tensor<2x4x!y>, tensor<2x4xf32>, tensor<2x4x!y>) {
  %0 = aten.mul_scalar %x {value = 0.5} : (tensor<2x4x!x>) -> tensor<2x4x!narrow>
  %1 = aten.softmax %0 {dim = 1} : (tensor<2x4x!narrow>) -> tensor<2x4x!x>
  %2 = aten.mul_scalar %x {value = -0.5} : (tensor<2x4x!x>) -> tensor<2x4x!y>
  %3 = aten.softmax %2 {dim = 1} : (tensor<2x4x!y>) -> tensor<2x4x!x>
  %4 = aten.div_scalar %x {value = 2.0} : (tensor<2x4x!x>) -> tensor<2x4x!y>
  %5 = aten.mul_scalar %x {value = 0.25} : (tensor<2x4x!x>) -> tensor<2x4x!y>
  %6 = quant.dcast %5 : tensor<2x4x!y> to tensor<2x4xf32>
  %7 = aten.mul_scalar %z {value = 1.0e-3} : (tensor<2x4x!faint>) -> tensor<2x4x!y>
  %8 = aten.neg %7 : (tensor<2x4x!y>) -> tensor<2x4x!y>
  func.return %1, %3, %4, %6, %8 : tensor<2x4x!x>, tensor<2x4x!x>, tensor<2x4x!y>, tensor<2x4xf32>, tensor<2x4x!y>
}
