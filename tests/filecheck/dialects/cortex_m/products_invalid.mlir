// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'cortex_m.linear': input must have elements of type i8 or i16, but has tensor<2x3xf32>
func.func @linear_input(%a : tensor<2x3xf32>, %b : tensor<4x3xi8>, %c : tensor<4xi32>) {
  %0 = cortex_m.linear %a, %b sums(%c) {input_offset = 0, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xf32>, tensor<4x3xi8>, tensor<4xi32>) -> tensor<2x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.linear': weights must have elements of type i8 or i4, but has tensor<4x3xi16>
func.func @linear_weights(%a : tensor<2x3xi8>, %b : tensor<4x3xi16>, %c : tensor<4xi32>) {
  %0 = cortex_m.linear %a, %b sums(%c) {input_offset = 0, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<4x3xi16>, tensor<4xi32>) -> tensor<2x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.linear': out must have elements of type i8 or i16, but has tensor<2x4xi32>
func.func @linear_out(%a : tensor<2x3xi8>, %b : tensor<4x3xi8>, %c : tensor<4xi32>) {
  %0 = cortex_m.linear %a, %b sums(%c) {input_offset = 0, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<4x3xi8>, tensor<4xi32>) -> tensor<2x4xi32>
  func.return
}
// -----
// CHECK: 'cortex_m.linear': input (2, 3) does not fit weights (4, 2): expected [..., K] and [N, K]
func.func @linear_depth(%a : tensor<2x3xi8>, %b : tensor<4x2xi8>, %c : tensor<4xi32>) {
  %0 = cortex_m.linear %a, %b sums(%c) {input_offset = 0, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<4x2xi8>, tensor<4xi32>) -> tensor<2x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.linear': input (2, 3) does not fit weights (1, 4, 3)
func.func @linear_weights_rank(%a : tensor<2x3xi8>, %b : tensor<1x4x3xi8>, %c : tensor<4xi32>) {
  %0 = cortex_m.linear %a, %b sums(%c) {input_offset = 0, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<1x4x3xi8>, tensor<4xi32>) -> tensor<2x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.linear': input () does not fit weights (4, 1)
func.func @linear_scalar(%a : tensor<i8>, %b : tensor<4x1xi8>, %c : tensor<4xi32>) {
  %0 = cortex_m.linear %a, %b sums(%c) {input_offset = 0, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<i8>, tensor<4x1xi8>, tensor<4xi32>) -> tensor<4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.linear': out must have shape 2x4, but has tensor<2x3xi8>
func.func @linear_shape(%a : tensor<2x3xi8>, %b : tensor<4x3xi8>, %c : tensor<4xi32>) {
  %0 = cortex_m.linear %a, %b sums(%c) {input_offset = 0, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<4x3xi8>, tensor<4xi32>) -> tensor<2x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.linear': bias is part of sums: give one of the two
func.func @linear_bias_and_sums(%a : tensor<2x3xi8>, %b : tensor<4x3xi8>, %c : tensor<4xi32>) {
  %0 = cortex_m.linear %a, %b bias(%c) sums(%c) {input_offset = 0, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<4x3xi8>, tensor<4xi32>, tensor<4xi32>) -> tensor<2x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.linear': cortex-m55 needs sums, into which the bias is folded
func.func @linear_without_sums(%a : tensor<2x3xi8>, %b : tensor<4x3xi8>, %c : tensor<4xi32>) {
  %0 = cortex_m.linear %a, %b bias(%c) {input_offset = 0, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<4x3xi8>, tensor<4xi32>) -> tensor<2x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.linear': cortex-m85 needs sums, into which the bias is folded
builtin.module attributes {cortex_m.target = "cortex-m85"} {
  func.func @linear_without_sums_on_m85(%a : tensor<2x3xi8>, %b : tensor<4x3xi8>) {
    %0 = cortex_m.linear %a, %b {input_offset = 0, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<4x3xi8>) -> tensor<2x4xi8>
    func.return
  }
}
// -----
// CHECK: 'cortex_m.linear': unknown target 'cortex-m99': choose from cortex-m0plus, cortex-m3
builtin.module attributes {cortex_m.target = "cortex-m99"} {
  func.func @linear_unknown_target(%a : tensor<2x3xi8>, %b : tensor<4x3xi8>) {
    %0 = cortex_m.linear %a, %b {input_offset = 0, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<4x3xi8>) -> tensor<2x4xi8>
    func.return
  }
}
// -----
// CHECK: 'cortex_m.linear': sums must have elements of type i32, but has tensor<4xi8>
func.func @linear_sums_type(%a : tensor<2x3xi8>, %b : tensor<4x3xi8>, %c : tensor<4xi8>) {
  %0 = cortex_m.linear %a, %b sums(%c) {input_offset = 0, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<4x3xi8>, tensor<4xi8>) -> tensor<2x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.linear': sums must have shape 4, but has tensor<3xi32>
func.func @linear_sums_shape(%a : tensor<2x3xi8>, %b : tensor<4x3xi8>, %c : tensor<3xi32>) {
  %0 = cortex_m.linear %a, %b sums(%c) {input_offset = 0, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<4x3xi8>, tensor<3xi32>) -> tensor<2x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.linear': bias must have elements of type i32, but has tensor<4xf32>
builtin.module attributes {cortex_m.target = "cortex-m4"} {
  func.func @linear_bias_type(%a : tensor<2x3xi8>, %b : tensor<4x3xi8>, %c : tensor<4xf32>) {
    %0 = cortex_m.linear %a, %b bias(%c) {input_offset = 0, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<4x3xi8>, tensor<4xf32>) -> tensor<2x4xi8>
    func.return
  }
}
// -----
// CHECK: 'cortex_m.linear': bias must have shape 4, but has tensor<1x4xi32>
builtin.module attributes {cortex_m.target = "cortex-m4"} {
  func.func @linear_bias_shape(%a : tensor<2x3xi8>, %b : tensor<4x3xi8>, %c : tensor<1x4xi32>) {
    %0 = cortex_m.linear %a, %b bias(%c) {input_offset = 0, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<4x3xi8>, tensor<1x4xi32>) -> tensor<2x4xi8>
    func.return
  }
}
// -----
// CHECK: 'cortex_m.linear': input_offset -128 is not in [-127, 128]
func.func @linear_input_offset(%a : tensor<2x3xi8>, %b : tensor<4x3xi8>, %c : tensor<4xi32>) {
  %0 = cortex_m.linear %a, %b sums(%c) {input_offset = -128, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<4x3xi8>, tensor<4xi32>) -> tensor<2x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.linear': weights_offset 129 is not in [-127, 128]
func.func @linear_weights_offset(%a : tensor<2x3xi8>, %b : tensor<4x3xi8>, %c : tensor<4xi32>) {
  %0 = cortex_m.linear %a, %b sums(%c) {input_offset = 0, weights_offset = 129, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<4x3xi8>, tensor<4xi32>) -> tensor<2x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.linear': output_offset 128 is not in [-128, 127]
func.func @linear_output_offset(%a : tensor<2x3xi8>, %b : tensor<4x3xi8>, %c : tensor<4xi32>) {
  %0 = cortex_m.linear %a, %b sums(%c) {input_offset = 0, weights_offset = 0, output_offset = 128, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<4x3xi8>, tensor<4xi32>) -> tensor<2x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.linear': rescale has 2 pairs for 4 channels
func.func @linear_pairs(%a : tensor<2x3xi8>, %b : tensor<4x3xi8>, %c : tensor<4xi32>) {
  %0 = cortex_m.linear %a, %b sums(%c) {input_offset = 0, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<4x3xi8>, tensor<4xi32>) -> tensor<2x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.linear': weights_offset must be 0 when the rescale is per channel
func.func @linear_offset_per_channel(%a : tensor<2x3xi8>, %b : tensor<2x3xi8>, %c : tensor<2xi32>) {
  %0 = cortex_m.linear %a, %b sums(%c) {input_offset = 0, weights_offset = 1, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<2x3xi8>, tensor<2xi32>) -> tensor<2x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.linear': 3 : i64 should be of base attribute cortex_m.rescale
func.func @linear_rescale_type(%a : tensor<2x3xi8>, %b : tensor<2x3xi8>, %c : tensor<2xi32>) {
  %0 = cortex_m.linear %a, %b sums(%c) {input_offset = 0, weights_offset = 1, output_offset = 0, rescale = 3, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<2x3xi8>, tensor<2xi32>) -> tensor<2x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.linear': property 'clamp' expected
func.func @linear_without_clamp(%a : tensor<2x3xi8>, %b : tensor<2x3xi8>, %c : tensor<2xi32>) {
  %0 = cortex_m.linear %a, %b sums(%c) {input_offset = 0, weights_offset = 1, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>} : (tensor<2x3xi8>, tensor<2x3xi8>, tensor<2xi32>) -> tensor<2x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.batch_matmul': lhs must have elements of type i8, but has tensor<2x3xi16>
func.func @product_lhs(%a : tensor<2x3xi16>, %b : tensor<4x3xi8>) {
  %0 = cortex_m.batch_matmul %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi16>, tensor<4x3xi8>) -> tensor<2x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.batch_matmul': rhs must have elements of type i8, but has tensor<4x3xf32>
func.func @product_rhs(%a : tensor<2x3xi8>, %b : tensor<4x3xf32>) {
  %0 = cortex_m.batch_matmul %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<4x3xf32>) -> tensor<2x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.batch_matmul': out must have elements of type i8 or i16, but has tensor<2x4xi32>
func.func @product_out(%a : tensor<2x3xi8>, %b : tensor<4x3xi8>) {
  %0 = cortex_m.batch_matmul %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<4x3xi8>) -> tensor<2x4xi32>
  func.return
}
// -----
// CHECK: 'cortex_m.batch_matmul': operands must have one rank of 2 to 4, but have (1, 2, 3) and (4, 3)
func.func @product_ranks(%a : tensor<1x2x3xi8>, %b : tensor<4x3xi8>) {
  %0 = cortex_m.batch_matmul %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x2x3xi8>, tensor<4x3xi8>) -> tensor<1x2x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.batch_matmul': operands must have one rank of 2 to 4, but have (3,) and (3,)
func.func @product_rank_1(%a : tensor<3xi8>) {
  %0 = cortex_m.batch_matmul %a, %a {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<3xi8>, tensor<3xi8>) -> tensor<i8>
  func.return
}
// -----
// CHECK: 'cortex_m.batch_matmul': operands must have one rank of 2 to 4, but have (1, 1, 1, 2, 3) and (1, 1, 1, 2, 3)
func.func @product_rank_5(%a : tensor<1x1x1x2x3xi8>) {
  %0 = cortex_m.batch_matmul %a, %a {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x1x1x2x3xi8>, tensor<1x1x1x2x3xi8>) -> tensor<1x1x1x2x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.batch_matmul': contraction sizes differ: (2, 3) and (3, 2)
func.func @product_depth(%a : tensor<2x3xi8>, %b : tensor<3x2xi8>) {
  %0 = cortex_m.batch_matmul %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<3x2xi8>) -> tensor<2x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.batch_matmul': shapes (2,) and (5,) do not broadcast
func.func @product_batch(%a : tensor<2x2x3xi8>, %b : tensor<5x4x3xi8>) {
  %0 = cortex_m.batch_matmul %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x2x3xi8>, tensor<5x4x3xi8>) -> tensor<5x2x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.batch_matmul': out must have shape 2x4, but has tensor<4x2xi8>
func.func @product_shape(%a : tensor<2x3xi8>, %b : tensor<4x3xi8>) {
  %0 = cortex_m.batch_matmul %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<4x3xi8>) -> tensor<4x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.batch_matmul': lhs_offset 129 is not in [-127, 128]
func.func @product_lhs_offset(%a : tensor<2x3xi8>) {
  %0 = cortex_m.batch_matmul %a, %a {lhs_offset = 129, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.batch_matmul': rhs_offset -128 is not in [-127, 128]
func.func @product_rhs_offset(%a : tensor<2x3xi8>) {
  %0 = cortex_m.batch_matmul %a, %a {lhs_offset = 0, rhs_offset = -128, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.batch_matmul': output_offset -129 is not in [-128, 127]
func.func @product_output_offset(%a : tensor<2x3xi8>) {
  %0 = cortex_m.batch_matmul %a, %a {lhs_offset = 0, rhs_offset = 0, output_offset = -129, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.batch_matmul': a batch matmul has one rescale pair
func.func @product_pairs(%a : tensor<2x3xi8>) {
  %0 = cortex_m.batch_matmul %a, %a {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x2xi8>
  func.return
}
