// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'cortex_m.blocked_linear': input must have elements of type i8, but has tensor<2x3x4xi16>
func.func @input_type(%x : tensor<2x3x4xi16>, %w : tensor<5x4xi8>, %s : tensor<5xi32>) {
  %0 = cortex_m.blocked_linear %x, %w, %s {block_rows = 2, weights_offset = 0, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3x4xi16>, tensor<5x4xi8>, tensor<5xi32>) -> tensor<2x3x5xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.blocked_linear': out must have elements of type i8, but has tensor<2x3x5xi16>
func.func @out_type(%x : tensor<2x3x4xi8>, %w : tensor<5x4xi8>, %s : tensor<5xi32>) {
  %0 = cortex_m.blocked_linear %x, %w, %s {block_rows = 2, weights_offset = 0, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3x4xi8>, tensor<5x4xi8>, tensor<5xi32>) -> tensor<2x3x5xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.blocked_linear': input (2, 3, 4) does not fit weights (5, 3): expected [..., K] and [N, K]
func.func @depth(%x : tensor<2x3x4xi8>, %w : tensor<5x3xi8>, %s : tensor<5xi32>) {
  %0 = cortex_m.blocked_linear %x, %w, %s {block_rows = 2, weights_offset = 0, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3x4xi8>, tensor<5x3xi8>, tensor<5xi32>) -> tensor<2x3x5xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.blocked_linear': sums must have shape 5, but has tensor<6xi32>
func.func @sums(%x : tensor<2x3x4xi8>, %w : tensor<5x4xi8>, %s : tensor<6xi32>) {
  %0 = cortex_m.blocked_linear %x, %w, %s {block_rows = 2, weights_offset = 0, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3x4xi8>, tensor<5x4xi8>, tensor<6xi32>) -> tensor<2x3x5xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.blocked_linear': out must have shape 2x3x5, but has tensor<3x2x5xi8>
func.func @out_shape(%x : tensor<2x3x4xi8>, %w : tensor<5x4xi8>, %s : tensor<5xi32>) {
  %0 = cortex_m.blocked_linear %x, %w, %s {block_rows = 2, weights_offset = 0, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3x4xi8>, tensor<5x4xi8>, tensor<5xi32>) -> tensor<3x2x5xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.blocked_linear': block_rows must be 1 to 6, but is 7
func.func @block(%x : tensor<2x3x4xi8>, %w : tensor<5x4xi8>, %s : tensor<5xi32>) {
  %0 = cortex_m.blocked_linear %x, %w, %s {block_rows = 7, weights_offset = 0, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3x4xi8>, tensor<5x4xi8>, tensor<5xi32>) -> tensor<2x3x5xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.blocked_linear': weights_offset 129 is not in [-127, 128]
func.func @weights_offset(%x : tensor<2x3x4xi8>, %w : tensor<5x4xi8>, %s : tensor<5xi32>) {
  %0 = cortex_m.blocked_linear %x, %w, %s {block_rows = 2, weights_offset = 129, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3x4xi8>, tensor<5x4xi8>, tensor<5xi32>) -> tensor<2x3x5xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.blocked_linear': output_offset 128 is not in [-128, 127]
func.func @output_offset(%x : tensor<2x3x4xi8>, %w : tensor<5x4xi8>, %s : tensor<5xi32>) {
  %0 = cortex_m.blocked_linear %x, %w, %s {block_rows = 2, weights_offset = 0, output_offset = 128, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3x4xi8>, tensor<5x4xi8>, tensor<5xi32>) -> tensor<2x3x5xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.blocked_linear': rescale has 2 pairs for 5 channels
func.func @channels(%x : tensor<2x3x4xi8>, %w : tensor<5x4xi8>, %s : tensor<5xi32>) {
  %0 = cortex_m.blocked_linear %x, %w, %s {block_rows = 2, weights_offset = 0, output_offset = 3, rescale = #cortex_m.rescale<[1, 1], [-8, -8]>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3x4xi8>, tensor<5x4xi8>, tensor<5xi32>) -> tensor<2x3x5xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.feed_forward': input (2, 3, 4) does not fit weights (5, 3): expected [..., K] and [N, K]
func.func @hidden_depth(%x : tensor<2x3x4xi8>, %w : tensor<5x3xi8>, %s : tensor<5xi32>, %v : tensor<4x5xi8>, %t : tensor<4xi32>) {
  %0 = cortex_m.feed_forward %x, %w, %s, %v, %t {block_rows = 2, hidden_weights_offset = 0, hidden_output_offset = -128, hidden_rescale = #cortex_m.rescale<1518500250, -8>, hidden_clamp = #cortex_m.clamp<-128, 127>, weights_offset = 1, output_offset = 3, rescale = #cortex_m.rescale<[1518500250, 1, 2, 3], [-8, -7, 0, 1]>, clamp = #cortex_m.clamp<-100, 127>} : (tensor<2x3x4xi8>, tensor<5x3xi8>, tensor<5xi32>, tensor<4x5xi8>, tensor<4xi32>) -> tensor<2x3x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.feed_forward': input (2, 3, 5) does not fit weights (4, 6): expected [..., K] and [N, K]
func.func @hidden_width(%x : tensor<2x3x4xi8>, %w : tensor<5x4xi8>, %s : tensor<5xi32>, %v : tensor<4x6xi8>, %t : tensor<4xi32>) {
  %0 = cortex_m.feed_forward %x, %w, %s, %v, %t {block_rows = 2, hidden_weights_offset = 0, hidden_output_offset = -128, hidden_rescale = #cortex_m.rescale<1518500250, -8>, hidden_clamp = #cortex_m.clamp<-128, 127>, weights_offset = 1, output_offset = 3, rescale = #cortex_m.rescale<[1518500250, 1, 2, 3], [-8, -7, 0, 1]>, clamp = #cortex_m.clamp<-100, 127>} : (tensor<2x3x4xi8>, tensor<5x4xi8>, tensor<5xi32>, tensor<4x6xi8>, tensor<4xi32>) -> tensor<2x3x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.feed_forward': sums must have elements of type i32, but has tensor<5xi8>
func.func @hidden_sums(%x : tensor<2x3x4xi8>, %w : tensor<5x4xi8>, %s : tensor<5xi8>, %v : tensor<4x5xi8>, %t : tensor<4xi32>) {
  %0 = cortex_m.feed_forward %x, %w, %s, %v, %t {block_rows = 2, hidden_weights_offset = 0, hidden_output_offset = -128, hidden_rescale = #cortex_m.rescale<1518500250, -8>, hidden_clamp = #cortex_m.clamp<-128, 127>, weights_offset = 1, output_offset = 3, rescale = #cortex_m.rescale<[1518500250, 1, 2, 3], [-8, -7, 0, 1]>, clamp = #cortex_m.clamp<-100, 127>} : (tensor<2x3x4xi8>, tensor<5x4xi8>, tensor<5xi8>, tensor<4x5xi8>, tensor<4xi32>) -> tensor<2x3x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.feed_forward': block_rows must be 1 to 6, but is 0
func.func @rows(%x : tensor<2x3x4xi8>, %w : tensor<5x4xi8>, %s : tensor<5xi32>, %v : tensor<4x5xi8>, %t : tensor<4xi32>) {
  %0 = cortex_m.feed_forward %x, %w, %s, %v, %t {block_rows = 0, hidden_weights_offset = 0, hidden_output_offset = -128, hidden_rescale = #cortex_m.rescale<1518500250, -8>, hidden_clamp = #cortex_m.clamp<-128, 127>, weights_offset = 1, output_offset = 3, rescale = #cortex_m.rescale<[1518500250, 1, 2, 3], [-8, -7, 0, 1]>, clamp = #cortex_m.clamp<-100, 127>} : (tensor<2x3x4xi8>, tensor<5x4xi8>, tensor<5xi32>, tensor<4x5xi8>, tensor<4xi32>) -> tensor<2x3x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.feed_forward': hidden_output_offset -129 is not in [-128, 127]
func.func @hidden_offset(%x : tensor<2x3x4xi8>, %w : tensor<5x4xi8>, %s : tensor<5xi32>, %v : tensor<4x5xi8>, %t : tensor<4xi32>) {
  %0 = cortex_m.feed_forward %x, %w, %s, %v, %t {block_rows = 2, hidden_weights_offset = 0, hidden_output_offset = -129, hidden_rescale = #cortex_m.rescale<1518500250, -8>, hidden_clamp = #cortex_m.clamp<-128, 127>, weights_offset = 1, output_offset = 3, rescale = #cortex_m.rescale<[1518500250, 1, 2, 3], [-8, -7, 0, 1]>, clamp = #cortex_m.clamp<-100, 127>} : (tensor<2x3x4xi8>, tensor<5x4xi8>, tensor<5xi32>, tensor<4x5xi8>, tensor<4xi32>) -> tensor<2x3x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.feed_forward': hidden_weights_offset -128 is not in [-127, 128]
func.func @hidden_weights_offset(%x : tensor<2x3x4xi8>, %w : tensor<5x4xi8>, %s : tensor<5xi32>, %v : tensor<4x5xi8>, %t : tensor<4xi32>) {
  %0 = cortex_m.feed_forward %x, %w, %s, %v, %t {block_rows = 2, hidden_weights_offset = -128, hidden_output_offset = -128, hidden_rescale = #cortex_m.rescale<1518500250, -8>, hidden_clamp = #cortex_m.clamp<-128, 127>, weights_offset = 1, output_offset = 3, rescale = #cortex_m.rescale<[1518500250, 1, 2, 3], [-8, -7, 0, 1]>, clamp = #cortex_m.clamp<-100, 127>} : (tensor<2x3x4xi8>, tensor<5x4xi8>, tensor<5xi32>, tensor<4x5xi8>, tensor<4xi32>) -> tensor<2x3x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.feed_forward': table must be a tensor<256xi8>, but is tensor<2xi8>
func.func @table(%x : tensor<2x3x4xi8>, %w : tensor<5x4xi8>, %s : tensor<5xi32>, %v : tensor<4x5xi8>, %t : tensor<4xi32>) {
  %0 = cortex_m.feed_forward %x, %w, %s, %v, %t {block_rows = 2, hidden_weights_offset = 0, hidden_output_offset = -128, hidden_rescale = #cortex_m.rescale<1518500250, -8>, hidden_clamp = #cortex_m.clamp<-128, 127>, weights_offset = 1, output_offset = 3, rescale = #cortex_m.rescale<[1518500250, 1, 2, 3], [-8, -7, 0, 1]>, clamp = #cortex_m.clamp<-100, 127>, table = dense<0> : tensor<2xi8>} : (tensor<2x3x4xi8>, tensor<5x4xi8>, tensor<5xi32>, tensor<4x5xi8>, tensor<4xi32>) -> tensor<2x3x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.linear_table': input must have elements of type i8, but has tensor<2x3x4xi16>
func.func @lt_input(%x : tensor<2x3x4xi16>, %w : tensor<5x4xi8>, %s : tensor<5xi32>) {
  %0 = cortex_m.linear_table %x, %w, %s {weights_offset = 0, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, table = dense<0> : tensor<256xi8>} : (tensor<2x3x4xi16>, tensor<5x4xi8>, tensor<5xi32>) -> tensor<2x3x5xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.linear_table': out must have elements of type i8, but has tensor<2x3x5xi16>
func.func @lt_out(%x : tensor<2x3x4xi8>, %w : tensor<5x4xi8>, %s : tensor<5xi32>) {
  %0 = cortex_m.linear_table %x, %w, %s {weights_offset = 0, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, table = dense<0> : tensor<256xi8>} : (tensor<2x3x4xi8>, tensor<5x4xi8>, tensor<5xi32>) -> tensor<2x3x5xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.linear_table': input (2, 3, 4) does not fit weights (5, 3): expected [..., K] and [N, K]
func.func @lt_depth(%x : tensor<2x3x4xi8>, %w : tensor<5x3xi8>, %s : tensor<5xi32>) {
  %0 = cortex_m.linear_table %x, %w, %s {weights_offset = 0, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, table = dense<0> : tensor<256xi8>} : (tensor<2x3x4xi8>, tensor<5x3xi8>, tensor<5xi32>) -> tensor<2x3x5xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.linear_table': out must have shape 2x3x5, but has tensor<3x2x5xi8>
func.func @lt_out_shape(%x : tensor<2x3x4xi8>, %w : tensor<5x4xi8>, %s : tensor<5xi32>) {
  %0 = cortex_m.linear_table %x, %w, %s {weights_offset = 0, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, table = dense<0> : tensor<256xi8>} : (tensor<2x3x4xi8>, tensor<5x4xi8>, tensor<5xi32>) -> tensor<3x2x5xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.linear_table': weights_offset 129 is not in [-127, 128]
func.func @lt_weights_offset(%x : tensor<2x3x4xi8>, %w : tensor<5x4xi8>, %s : tensor<5xi32>) {
  %0 = cortex_m.linear_table %x, %w, %s {weights_offset = 129, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, table = dense<0> : tensor<256xi8>} : (tensor<2x3x4xi8>, tensor<5x4xi8>, tensor<5xi32>) -> tensor<2x3x5xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.linear_table': output_offset 128 is not in [-128, 127]
func.func @lt_output_offset(%x : tensor<2x3x4xi8>, %w : tensor<5x4xi8>, %s : tensor<5xi32>) {
  %0 = cortex_m.linear_table %x, %w, %s {weights_offset = 0, output_offset = 128, rescale = #cortex_m.rescale<1518500250, -8>, table = dense<0> : tensor<256xi8>} : (tensor<2x3x4xi8>, tensor<5x4xi8>, tensor<5xi32>) -> tensor<2x3x5xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.linear_table': table must be a tensor<256xi8>, but is tensor<255xi8>
func.func @lt_table(%x : tensor<2x3x4xi8>, %w : tensor<5x4xi8>, %s : tensor<5xi32>) {
  %0 = cortex_m.linear_table %x, %w, %s {weights_offset = 0, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, table = dense<0> : tensor<255xi8>} : (tensor<2x3x4xi8>, tensor<5x4xi8>, tensor<5xi32>) -> tensor<2x3x5xi8>
  func.return
}
