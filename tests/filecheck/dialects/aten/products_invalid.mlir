// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'aten.linear': scale must be positive and finite, but is 0.0
func.func @scale_zero(%a : tensor<2x3xf32>, %b : tensor<4x3xf32>) {
  %0 = aten.linear %a, %b {scale = 0.0} : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
// CHECK: 'aten.mm': scale must be positive and finite, but is -1.0
func.func @scale_negative(%a : tensor<2x3xf32>, %b : tensor<3x4xf32>) {
  %0 = aten.mm %a, %b {scale = -1.0} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
// CHECK: 'aten.matmul': scale must be positive and finite, but is inf
func.func @scale_infinite(%a : tensor<2x3xf32>, %b : tensor<3x4xf32>) {
  %0 = aten.matmul %a, %b {scale = 0x7FF0000000000000 : f64} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
// CHECK: 'aten.bmm': scale must be positive and finite, but is nan
func.func @scale_nan(%a : tensor<1x2x3xf32>, %b : tensor<1x3x4xf32>) {
  %0 = aten.bmm %a, %b {scale = 0x7FF8000000000000 : f64} : (tensor<1x2x3xf32>, tensor<1x3x4xf32>) -> tensor<1x2x4xf32>
  func.return
}
// -----
// CHECK: 'aten.linear': input (2, 3) does not fit weight (4, 2): expected [..., K] and [N, K]
func.func @linear_depth(%a : tensor<2x3xf32>, %b : tensor<4x2xf32>) {
  %0 = aten.linear %a, %b : (tensor<2x3xf32>, tensor<4x2xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
// CHECK: 'aten.linear': input (2, 3) does not fit weight (3,)
func.func @linear_weight_rank(%a : tensor<2x3xf32>, %b : tensor<3xf32>) {
  %0 = aten.linear %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'aten.linear': input () does not fit weight (4, 1)
func.func @linear_scalar(%a : tensor<f32>, %b : tensor<4x1xf32>) {
  %0 = aten.linear %a, %b : (tensor<f32>, tensor<4x1xf32>) -> tensor<4xf32>
  func.return
}
// -----
// CHECK: 'aten.linear': bias must have shape 4, but has tensor<3xf32>
func.func @linear_bias(%a : tensor<2x3xf32>, %b : tensor<4x3xf32>, %c : tensor<3xf32>) {
  %0 = aten.linear %a, %b bias(%c) : (tensor<2x3xf32>, tensor<4x3xf32>, tensor<3xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
// CHECK: 'aten.linear': result must have shape 2x4, but has tensor<2x3xf32>
func.func @linear_shape(%a : tensor<2x3xf32>, %b : tensor<4x3xf32>) {
  %0 = aten.linear %a, %b : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// CHECK: 'aten.mm': operands must have rank 2, but have shapes (1, 2, 3) and (3, 4)
func.func @mm_rank(%a : tensor<1x2x3xf32>, %b : tensor<3x4xf32>) {
  %0 = aten.mm %a, %b : (tensor<1x2x3xf32>, tensor<3x4xf32>) -> tensor<1x2x4xf32>
  func.return
}
// -----
// CHECK: 'aten.mm': operands must have rank 2, but have shapes (2, 3) and (3,)
func.func @mm_rhs_rank(%a : tensor<2x3xf32>, %b : tensor<3xf32>) {
  %0 = aten.mm %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'aten.mm': contraction sizes differ: (2, 3) and (4, 3)
func.func @mm_depth(%a : tensor<2x3xf32>, %b : tensor<4x3xf32>) {
  %0 = aten.mm %a, %b : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// CHECK: 'aten.mm': result must have shape 2x4, but has tensor<4x2xf32>
func.func @mm_shape(%a : tensor<2x3xf32>, %b : tensor<3x4xf32>) {
  %0 = aten.mm %a, %b : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<4x2xf32>
  func.return
}
// -----
// CHECK: 'aten.addmm': operands must have rank 2, but have shapes (3,) and (3, 4)
func.func @addmm_rank(%a : tensor<4xf32>, %b : tensor<3xf32>, %c : tensor<3x4xf32>) {
  %0 = aten.addmm %a, %b, %c : (tensor<4xf32>, tensor<3xf32>, tensor<3x4xf32>) -> tensor<4xf32>
  func.return
}
// -----
// CHECK: 'aten.addmm': shapes (3,) and (2, 4) do not broadcast
func.func @addmm_bias(%a : tensor<3xf32>, %b : tensor<2x3xf32>, %c : tensor<3x4xf32>) {
  %0 = aten.addmm %a, %b, %c : (tensor<3xf32>, tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
// CHECK: 'aten.addmm': bias (3, 1, 4) does not broadcast to (2, 4)
func.func @addmm_large_bias(%a : tensor<3x1x4xf32>, %b : tensor<2x3xf32>, %c : tensor<3x4xf32>) {
  %0 = aten.addmm %a, %b, %c : (tensor<3x1x4xf32>, tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
// CHECK: 'aten.addmm': result must have shape 2x4, but has tensor<2x3xf32>
func.func @addmm_shape(%a : tensor<4xf32>, %b : tensor<2x3xf32>, %c : tensor<3x4xf32>) {
  %0 = aten.addmm %a, %b, %c : (tensor<4xf32>, tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3xf32>
  func.return
}
// -----
// CHECK: 'aten.bmm': operands must have rank 3, but have shapes (2, 3) and (3, 4)
func.func @bmm_rank(%a : tensor<2x3xf32>, %b : tensor<3x4xf32>) {
  %0 = aten.bmm %a, %b : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
// CHECK: 'aten.bmm': batches differ: (1, 2, 3) and (5, 3, 4)
func.func @bmm_batches(%a : tensor<1x2x3xf32>, %b : tensor<5x3x4xf32>) {
  %0 = aten.bmm %a, %b : (tensor<1x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  func.return
}
// -----
// CHECK: 'aten.bmm': contraction sizes differ: (5, 2, 3) and (5, 4, 3)
func.func @bmm_depth(%a : tensor<5x2x3xf32>, %b : tensor<5x4x3xf32>) {
  %0 = aten.bmm %a, %b : (tensor<5x2x3xf32>, tensor<5x4x3xf32>) -> tensor<5x2x3xf32>
  func.return
}
// -----
// CHECK: 'aten.bmm': result must have shape 5x2x4, but has tensor<2x4xf32>
func.func @bmm_shape(%a : tensor<5x2x3xf32>, %b : tensor<5x3x4xf32>) {
  %0 = aten.bmm %a, %b : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<2x4xf32>
  func.return
}
// -----
// CHECK: 'aten.matmul': operands must have rank >= 2, but have (3,) and (3, 4)
func.func @matmul_rank(%a : tensor<3xf32>, %b : tensor<3x4xf32>) {
  %0 = aten.matmul %a, %b : (tensor<3xf32>, tensor<3x4xf32>) -> tensor<4xf32>
  func.return
}
// -----
// CHECK: 'aten.matmul': contraction sizes differ: (2, 3) and (5, 4, 3)
func.func @matmul_depth(%a : tensor<2x3xf32>, %b : tensor<5x4x3xf32>) {
  %0 = aten.matmul %a, %b : (tensor<2x3xf32>, tensor<5x4x3xf32>) -> tensor<5x2x3xf32>
  func.return
}
// -----
// CHECK: 'aten.matmul': shapes (2,) and (5,) do not broadcast
func.func @matmul_batches(%a : tensor<2x2x3xf32>, %b : tensor<5x3x4xf32>) {
  %0 = aten.matmul %a, %b : (tensor<2x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  func.return
}
// -----
// CHECK: 'aten.matmul': result must have shape 5x2x4, but has tensor<2x4xf32>
func.func @matmul_shape(%a : tensor<2x3xf32>, %b : tensor<5x3x4xf32>) {
  %0 = aten.matmul %a, %b : (tensor<2x3xf32>, tensor<5x3x4xf32>) -> tensor<2x4xf32>
  func.return
}
