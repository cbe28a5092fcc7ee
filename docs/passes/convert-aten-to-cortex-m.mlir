// Types become the integers of kernel calls: offsets, multiplier and shift of each channel, clamp, sums of the weights. Which kernel, is decided here.

!a = !quant.uniform<i8:f32, 0.5:3>
!b = !quant.uniform<i8:f32, 0.25:-4>
!w = !quant.uniform<i8:f32:0, {0.5, 0.25}>
ml_program.global private @w(dense<[[1, 2], [3, -4]]> : tensor<2x2xi8>) : tensor<2x2xi8>
func.func @main(%x: tensor<2x2x!a>) -> tensor<2x2x!b> {
  %w = aten.constant @w : () -> tensor<2x2x!w>
  %0 = aten.linear %x, %w : (tensor<2x2x!a>, tensor<2x2x!w>) -> tensor<2x2x!b>
  func.return %0 : tensor<2x2x!b>
}
