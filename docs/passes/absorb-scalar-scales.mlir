// A factor that did not fold for nothing goes into the operations that read the product. This changes rounding, so it is on request.

!x = !quant.uniform<i8:f32, 0.5:3>
!y = !quant.uniform<i8:f32, 0.3:5>
func.func @main(%x: tensor<2x4x!x>) -> tensor<2x4x!y> {
  %0 = aten.mul_scalar %x {value = 0.5} : (tensor<2x4x!x>) -> tensor<2x4x!y>
  %1 = aten.softmax %0 {dim = 1} : (tensor<2x4x!y>) -> tensor<2x4x!y>
  func.return %1 : tensor<2x4x!y>
}
