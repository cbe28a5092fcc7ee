// What can be known now is computed now: weights become their codes.

!w = !quant.uniform<i8<-127:127>:f32:0, {0.5, 0.25}>
ml_program.global private @weights(dense<[[1.0, 2.0], [3.0, -4.0]]> : tensor<2x2xf32>) : tensor<2x2xf32>
func.func @main() -> tensor<2x2x!w> {
  %0 = aten.constant @weights : () -> tensor<2x2xf32>
  %1 = quant.qcast %0 : tensor<2x2xf32> to tensor<2x2x!w>
  func.return %1 : tensor<2x2x!w>
}
