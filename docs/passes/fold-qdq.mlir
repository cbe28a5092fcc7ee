// Dequantize, compute, quantize is one operation on codes. Its types say all that an integer kernel has to know.

!a = !quant.uniform<i8:f32, 0.5:3>
!b = !quant.uniform<i8:f32, 0.25:-4>
!w = !quant.uniform<i8:f32:0, {0.5, 0.25, 0.125}>
func.func @main(%x: tensor<2x4x!a>, %w: tensor<3x4x!w>, %bias: tensor<3xf32>) -> tensor<2x3x!b> {
  %0 = quant.dcast %x : tensor<2x4x!a> to tensor<2x4xf32>
  %1 = quant.dcast %w : tensor<3x4x!w> to tensor<3x4xf32>
  %2 = aten.linear %0, %1 bias(%bias) : (tensor<2x4xf32>, tensor<3x4xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %3 = quant.qcast %2 : tensor<2x3xf32> to tensor<2x3x!b>
  func.return %3 : tensor<2x3x!b>
}
