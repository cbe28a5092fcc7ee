// RUN: cmlir-opt %s --convert-aten-to-cortex-m | filecheck %s

// What has no kernel for 16-bit codes runs in float.

!n = !quant.uniform<i8:f32, 0.5:-7>
!w = !quant.uniform<i16:f32, 0.00390625>
!p = !quant.uniform<i8:f32, 0.00390625:-128>
!tiny = !quant.uniform<i16:f32, 1.0e-05>

// CHECK: cortex_m.f32_binary {{.*}} {function = "div", why = "of 16-bit codes is not supported: !quant.uniform<i16:f32, 3.906250e-03>"}
// CHECK: cortex_m.f32_mul {{.*}} {why = "has products that do not fit into 32 bits, scaled to the result"}
// CHECK: cortex_m.f32_add {{.*}} {why = "has a result whose scale is 2^13 times finer than its operands'"}
// CHECK: cortex_m.f32_unary {{.*}} {function = "gelu", why = "needs 8-bit codes, but has !quant.uniform<i16:f32, 3.906250e-03>"}
// CHECK: cortex_m.f32_mul_scalar {{.*}} {value = 1.000000e+00, why = "has codes that are multiplied by 50000, more than 2^13"}
func.func @codes(%x : tensor<3x!w>, %y : tensor<3x!n>) -> (tensor<3x!w>, tensor<3x!tiny>, tensor<3x!tiny>, tensor<3x!n>, tensor<3x!tiny>) {
  %0 = aten.div %x, %y : (tensor<3x!w>, tensor<3x!n>) -> tensor<3x!w>
  %1 = aten.mul %x, %x : (tensor<3x!w>, tensor<3x!w>) -> tensor<3x!tiny>
  %2 = aten.add %x, %y : (tensor<3x!w>, tensor<3x!n>) -> tensor<3x!tiny>
  %3 = aten.gelu %x {approximate = "none"} : (tensor<3x!w>) -> tensor<3x!n>
  %4 = aten.mul_scalar %y {value = 1.0} : (tensor<3x!n>) -> tensor<3x!tiny>
  func.return %0, %1, %2, %3, %4 : tensor<3x!w>, tensor<3x!tiny>, tensor<3x!tiny>, tensor<3x!n>, tensor<3x!tiny>
}

// CHECK-LABEL: func.func @softmax(
// CHECK: cortex_m.f32_softmax {{.*}} {function = "softmax", why = "of 16-bit scores gives codes of scale 1/256 and zero point -128 only"}
// CHECK: cortex_m.f32_softmax {{.*}} {function = "softmax", why = "has rows of 5000 elements, more than 4095"}
func.func @softmax(%x : tensor<3x5x!w>, %y : tensor<1x5000x!w>) -> (tensor<3x5x!n>, tensor<1x5000x!p>) {
  %0 = aten.softmax %x {dim = 1} : (tensor<3x5x!w>) -> tensor<3x5x!n>
  %1 = aten.softmax %y {dim = 1} : (tensor<1x5000x!w>) -> tensor<1x5000x!p>
  func.return %0, %1 : tensor<3x5x!n>, tensor<1x5000x!p>
}
