// ATen says one thing in several ways: a product with a number as a tensor of that number, a linear layer as addmm with a turned weight, a copy as clone.
// Behind this pass there is one way, which all others may expect.

ml_program.global private @bias(dense<[0.5, -0.5, 0.0]> : tensor<3xf32>) : tensor<3xf32>
func.func @main(%x: tensor<2x4xf32>, %w: tensor<3x4xf32>) -> tensor<2x3xf32> {
  %half = aten.full {value = 0.5} : () -> tensor<1xf32>
  %scaled = aten.mul %x, %half : (tensor<2x4xf32>, tensor<1xf32>) -> tensor<2x4xf32>
  %copy = aten.clone %scaled : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %bias = aten.constant @bias : () -> tensor<3xf32>
  %turned = aten.permute %w {dims = [1, 0]} : (tensor<3x4xf32>) -> tensor<4x3xf32>
  %y = aten.addmm %bias, %copy, %turned : (tensor<3xf32>, tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}
