// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'cortex_m.lstm': input (2, 3) and hidden (1, 2) must be [T, B, I] and [B, H]
func.func @rank(%x : tensor<2x3xi8>, %h : tensor<1x2xi8>, %k : tensor<1x2xi16>, %w : tensor<8x3xi8>, %u : tensor<8x2xi8>, %s : tensor<8xi32>, %v : tensor<8xi32>, %b : tensor<8xi32>) {
  %0 = cortex_m.lstm %k, %x, %h, %w, %u, %s, %v, %b {cell_bits = 12, reverse = 0, input_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, hidden_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, rescale = #cortex_m.rescale<1518500250, -23>, output_offset = -3, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x2xi16>, tensor<2x3xi8>, tensor<1x2xi8>, tensor<8x3xi8>, tensor<8x2xi8>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) -> tensor<2x1x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.lstm': input_weights must have elements of type i8, but has tensor<8x3xi16>
func.func @weights(%x : tensor<2x1x3xi8>, %h : tensor<1x2xi8>, %k : tensor<1x2xi16>, %w : tensor<8x3xi16>, %u : tensor<8x2xi8>, %s : tensor<8xi32>, %v : tensor<8xi32>, %b : tensor<8xi32>) {
  %0 = cortex_m.lstm %k, %x, %h, %w, %u, %s, %v, %b {cell_bits = 12, reverse = 0, input_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, hidden_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, rescale = #cortex_m.rescale<1518500250, -23>, output_offset = -3, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x2xi16>, tensor<2x1x3xi8>, tensor<1x2xi8>, tensor<8x3xi16>, tensor<8x2xi8>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) -> tensor<2x1x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.lstm': input_weights must have shape 8x3, but has tensor<8x2xi8>
func.func @weights_shape(%x : tensor<2x1x3xi8>, %h : tensor<1x2xi8>, %k : tensor<1x2xi16>, %w : tensor<8x2xi8>, %u : tensor<8x2xi8>, %s : tensor<8xi32>, %v : tensor<8xi32>, %b : tensor<8xi32>) {
  %0 = cortex_m.lstm %k, %x, %h, %w, %u, %s, %v, %b {cell_bits = 12, reverse = 0, input_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, hidden_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, rescale = #cortex_m.rescale<1518500250, -23>, output_offset = -3, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x2xi16>, tensor<2x1x3xi8>, tensor<1x2xi8>, tensor<8x2xi8>, tensor<8x2xi8>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) -> tensor<2x1x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.lstm': hidden_weights must have shape 8x2, but has tensor<6x2xi8>
func.func @hidden_weights(%x : tensor<2x1x3xi8>, %h : tensor<1x2xi8>, %k : tensor<1x2xi16>, %w : tensor<8x3xi8>, %u : tensor<6x2xi8>, %s : tensor<8xi32>, %v : tensor<8xi32>, %b : tensor<8xi32>) {
  %0 = cortex_m.lstm %k, %x, %h, %w, %u, %s, %v, %b {cell_bits = 12, reverse = 0, input_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, hidden_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, rescale = #cortex_m.rescale<1518500250, -23>, output_offset = -3, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x2xi16>, tensor<2x1x3xi8>, tensor<1x2xi8>, tensor<8x3xi8>, tensor<6x2xi8>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) -> tensor<2x1x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.lstm': hidden must have elements of type i8, but has tensor<1x2xi16>
func.func @hidden(%x : tensor<2x1x3xi8>, %h : tensor<1x2xi16>, %k : tensor<1x2xi16>, %w : tensor<8x3xi8>, %u : tensor<8x2xi8>, %s : tensor<8xi32>, %v : tensor<8xi32>, %b : tensor<8xi32>) {
  %0 = cortex_m.lstm %k, %x, %h, %w, %u, %s, %v, %b {cell_bits = 12, reverse = 0, input_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, hidden_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, rescale = #cortex_m.rescale<1518500250, -23>, output_offset = -3, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x2xi16>, tensor<2x1x3xi8>, tensor<1x2xi16>, tensor<8x3xi8>, tensor<8x2xi8>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) -> tensor<2x1x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.lstm': input_sums must have elements of type i32, but has tensor<8xi8>
func.func @sums(%x : tensor<2x1x3xi8>, %h : tensor<1x2xi8>, %k : tensor<1x2xi16>, %w : tensor<8x3xi8>, %u : tensor<8x2xi8>, %s : tensor<8xi8>, %v : tensor<8xi32>, %b : tensor<8xi32>) {
  %0 = cortex_m.lstm %k, %x, %h, %w, %u, %s, %v, %b {cell_bits = 12, reverse = 0, input_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, hidden_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, rescale = #cortex_m.rescale<1518500250, -23>, output_offset = -3, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x2xi16>, tensor<2x1x3xi8>, tensor<1x2xi8>, tensor<8x3xi8>, tensor<8x2xi8>, tensor<8xi8>, tensor<8xi32>, tensor<8xi32>) -> tensor<2x1x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.lstm': hidden_sums must have shape 8, but has tensor<2xi32>
func.func @hidden_sums(%x : tensor<2x1x3xi8>, %h : tensor<1x2xi8>, %k : tensor<1x2xi16>, %w : tensor<8x3xi8>, %u : tensor<8x2xi8>, %s : tensor<8xi32>, %v : tensor<2xi32>, %b : tensor<8xi32>) {
  %0 = cortex_m.lstm %k, %x, %h, %w, %u, %s, %v, %b {cell_bits = 12, reverse = 0, input_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, hidden_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, rescale = #cortex_m.rescale<1518500250, -23>, output_offset = -3, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x2xi16>, tensor<2x1x3xi8>, tensor<1x2xi8>, tensor<8x3xi8>, tensor<8x2xi8>, tensor<8xi32>, tensor<2xi32>, tensor<8xi32>) -> tensor<2x1x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.gru': bias must have shape 8, but has tensor<6xi32>
func.func @gru_bias(%x : tensor<2x1x3xi8>, %h : tensor<1x2xi8>, %k : tensor<1x2xi16>, %w : tensor<6x3xi8>, %u : tensor<6x2xi8>, %s : tensor<6xi32>, %v : tensor<6xi32>, %b : tensor<6xi32>) {
  %0 = cortex_m.gru %k, %x, %h, %w, %u, %s, %v, %b {cell_bits = 12, reverse = 0, input_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8]>, hidden_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8]>, rescale = #cortex_m.rescale<1518500250, -23>, output_offset = -3, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x2xi16>, tensor<2x1x3xi8>, tensor<1x2xi8>, tensor<6x3xi8>, tensor<6x2xi8>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>) -> tensor<2x1x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.lstm': bias must have elements of type i32, but has tensor<8xi16>
func.func @bias(%x : tensor<2x1x3xi8>, %h : tensor<1x2xi8>, %k : tensor<1x2xi16>, %w : tensor<8x3xi8>, %u : tensor<8x2xi8>, %s : tensor<8xi32>, %v : tensor<8xi32>, %b : tensor<8xi16>) {
  %0 = cortex_m.lstm %k, %x, %h, %w, %u, %s, %v, %b {cell_bits = 12, reverse = 0, input_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, hidden_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, rescale = #cortex_m.rescale<1518500250, -23>, output_offset = -3, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x2xi16>, tensor<2x1x3xi8>, tensor<1x2xi8>, tensor<8x3xi8>, tensor<8x2xi8>, tensor<8xi32>, tensor<8xi32>, tensor<8xi16>) -> tensor<2x1x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.lstm': out must have elements of type i8, but has tensor<2x1x2xi16>
func.func @out(%x : tensor<2x1x3xi8>, %h : tensor<1x2xi8>, %k : tensor<1x2xi16>, %w : tensor<8x3xi8>, %u : tensor<8x2xi8>, %s : tensor<8xi32>, %v : tensor<8xi32>, %b : tensor<8xi32>) {
  %0 = cortex_m.lstm %k, %x, %h, %w, %u, %s, %v, %b {cell_bits = 12, reverse = 0, input_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, hidden_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, rescale = #cortex_m.rescale<1518500250, -23>, output_offset = -3, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x2xi16>, tensor<2x1x3xi8>, tensor<1x2xi8>, tensor<8x3xi8>, tensor<8x2xi8>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) -> tensor<2x1x2xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.gru_states': out must have elements of type i16, but has tensor<2x1x2xi8>
func.func @states(%x : tensor<2x1x3xi8>, %h : tensor<1x2xi8>, %k : tensor<1x2xi16>, %w : tensor<6x3xi8>, %u : tensor<6x2xi8>, %s : tensor<6xi32>, %v : tensor<6xi32>, %b : tensor<8xi32>) {
  %0 = cortex_m.gru_states %k, %x, %h, %w, %u, %s, %v, %b {cell_bits = 12, reverse = 0, input_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8]>, hidden_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8]>, rescale = #cortex_m.rescale<1518500250, -23>, output_offset = -3, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x2xi16>, tensor<2x1x3xi8>, tensor<1x2xi8>, tensor<6x3xi8>, tensor<6x2xi8>, tensor<6xi32>, tensor<6xi32>, tensor<8xi32>) -> tensor<2x1x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.lstm': out must have shape 2x1x2, but has tensor<1x2x2xi8>
func.func @out_shape(%x : tensor<2x1x3xi8>, %h : tensor<1x2xi8>, %k : tensor<1x2xi16>, %w : tensor<8x3xi8>, %u : tensor<8x2xi8>, %s : tensor<8xi32>, %v : tensor<8xi32>, %b : tensor<8xi32>) {
  %0 = cortex_m.lstm %k, %x, %h, %w, %u, %s, %v, %b {cell_bits = 12, reverse = 0, input_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, hidden_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, rescale = #cortex_m.rescale<1518500250, -23>, output_offset = -3, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x2xi16>, tensor<2x1x3xi8>, tensor<1x2xi8>, tensor<8x3xi8>, tensor<8x2xi8>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) -> tensor<1x2x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.lstm': reverse must be 0 or 1, but is 3
func.func @reverse(%x : tensor<2x1x3xi8>, %h : tensor<1x2xi8>, %k : tensor<1x2xi16>, %w : tensor<8x3xi8>, %u : tensor<8x2xi8>, %s : tensor<8xi32>, %v : tensor<8xi32>, %b : tensor<8xi32>) {
  %0 = cortex_m.lstm %k, %x, %h, %w, %u, %s, %v, %b {cell_bits = 12, reverse = 3, input_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, hidden_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, rescale = #cortex_m.rescale<1518500250, -23>, output_offset = -3, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x2xi16>, tensor<2x1x3xi8>, tensor<1x2xi8>, tensor<8x3xi8>, tensor<8x2xi8>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) -> tensor<2x1x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.lstm': input_rescale must have 8 pairs with shifts of 0 or more
func.func @pairs(%x : tensor<2x1x3xi8>, %h : tensor<1x2xi8>, %k : tensor<1x2xi16>, %w : tensor<8x3xi8>, %u : tensor<8x2xi8>, %s : tensor<8xi32>, %v : tensor<8xi32>, %b : tensor<8xi32>) {
  %0 = cortex_m.lstm %k, %x, %h, %w, %u, %s, %v, %b {cell_bits = 12, reverse = 0, input_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8]>, hidden_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8]>, rescale = #cortex_m.rescale<1518500250, -23>, output_offset = -3, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x2xi16>, tensor<2x1x3xi8>, tensor<1x2xi8>, tensor<8x3xi8>, tensor<8x2xi8>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) -> tensor<2x1x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.lstm': input_rescale must have 8 pairs with shifts of 0 or more
func.func @shifts(%x : tensor<2x1x3xi8>, %h : tensor<1x2xi8>, %k : tensor<1x2xi16>, %w : tensor<8x3xi8>, %u : tensor<8x2xi8>, %s : tensor<8xi32>, %v : tensor<8xi32>, %b : tensor<8xi32>) {
  %0 = cortex_m.lstm %k, %x, %h, %w, %u, %s, %v, %b {cell_bits = 12, reverse = 0, input_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [-1, -1, -1, -1, -1, -1, -1, -1]>, hidden_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [-1, -1, -1, -1, -1, -1, -1, -1]>, rescale = #cortex_m.rescale<1518500250, -23>, output_offset = -3, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x2xi16>, tensor<2x1x3xi8>, tensor<1x2xi8>, tensor<8x3xi8>, tensor<8x2xi8>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) -> tensor<2x1x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.lstm': rescale must be one pair
func.func @one_pair(%x : tensor<2x1x3xi8>, %h : tensor<1x2xi8>, %k : tensor<1x2xi16>, %w : tensor<8x3xi8>, %u : tensor<8x2xi8>, %s : tensor<8xi32>, %v : tensor<8xi32>, %b : tensor<8xi32>) {
  %0 = cortex_m.lstm %k, %x, %h, %w, %u, %s, %v, %b {cell_bits = 12, reverse = 0, input_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, hidden_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, rescale = #cortex_m.rescale<[1518500250, 1518500250], [-23, -23]>, output_offset = -3, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x2xi16>, tensor<2x1x3xi8>, tensor<1x2xi8>, tensor<8x3xi8>, tensor<8x2xi8>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) -> tensor<2x1x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.lstm': output_offset 128 is not in [-128, 127]
func.func @offset(%x : tensor<2x1x3xi8>, %h : tensor<1x2xi8>, %k : tensor<1x2xi16>, %w : tensor<8x3xi8>, %u : tensor<8x2xi8>, %s : tensor<8xi32>, %v : tensor<8xi32>, %b : tensor<8xi32>) {
  %0 = cortex_m.lstm %k, %x, %h, %w, %u, %s, %v, %b {cell_bits = 12, reverse = 0, input_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, hidden_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, rescale = #cortex_m.rescale<1518500250, -23>, output_offset = 128, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x2xi16>, tensor<2x1x3xi8>, tensor<1x2xi8>, tensor<8x3xi8>, tensor<8x2xi8>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) -> tensor<2x1x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.lstm': clamp (-128, 300) is no range of 8-bit codes
func.func @clamp(%x : tensor<2x1x3xi8>, %h : tensor<1x2xi8>, %k : tensor<1x2xi16>, %w : tensor<8x3xi8>, %u : tensor<8x2xi8>, %s : tensor<8xi32>, %v : tensor<8xi32>, %b : tensor<8xi32>) {
  %0 = cortex_m.lstm %k, %x, %h, %w, %u, %s, %v, %b {cell_bits = 12, reverse = 0, input_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, hidden_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, rescale = #cortex_m.rescale<1518500250, -23>, output_offset = -3, clamp = #cortex_m.clamp<-128, 300>} : (tensor<1x2xi16>, tensor<2x1x3xi8>, tensor<1x2xi8>, tensor<8x3xi8>, tensor<8x2xi8>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) -> tensor<2x1x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.lstm': cell must have elements of type i16, but has tensor<1x2xi8>
func.func @cell(%x : tensor<2x1x3xi8>, %h : tensor<1x2xi8>, %k : tensor<1x2xi8>, %w : tensor<8x3xi8>, %u : tensor<8x2xi8>, %s : tensor<8xi32>, %v : tensor<8xi32>, %b : tensor<8xi32>) {
  %0 = cortex_m.lstm %k, %x, %h, %w, %u, %s, %v, %b {cell_bits = 12, reverse = 0, input_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, hidden_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, rescale = #cortex_m.rescale<1518500250, -23>, output_offset = -3, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x2xi8>, tensor<2x1x3xi8>, tensor<1x2xi8>, tensor<8x3xi8>, tensor<8x2xi8>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) -> tensor<2x1x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.lstm': cell must have shape 1x2, but has tensor<2x2xi16>
func.func @cell_shape(%x : tensor<2x1x3xi8>, %h : tensor<1x2xi8>, %k : tensor<2x2xi16>, %w : tensor<8x3xi8>, %u : tensor<8x2xi8>, %s : tensor<8xi32>, %v : tensor<8xi32>, %b : tensor<8xi32>) {
  %0 = cortex_m.lstm %k, %x, %h, %w, %u, %s, %v, %b {cell_bits = 12, reverse = 0, input_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, hidden_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, rescale = #cortex_m.rescale<1518500250, -23>, output_offset = -3, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x2xi16>, tensor<2x1x3xi8>, tensor<1x2xi8>, tensor<8x3xi8>, tensor<8x2xi8>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) -> tensor<2x1x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.lstm': cell_bits 16 is not in [-7, 15]
func.func @cell_bits(%x : tensor<2x1x3xi8>, %h : tensor<1x2xi8>, %k : tensor<1x2xi16>, %w : tensor<8x3xi8>, %u : tensor<8x2xi8>, %s : tensor<8xi32>, %v : tensor<8xi32>, %b : tensor<8xi32>) {
  %0 = cortex_m.lstm %k, %x, %h, %w, %u, %s, %v, %b {cell_bits = 16, reverse = 0, input_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, hidden_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, rescale = #cortex_m.rescale<1518500250, -23>, output_offset = -3, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x2xi16>, tensor<2x1x3xi8>, tensor<1x2xi8>, tensor<8x3xi8>, tensor<8x2xi8>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) -> tensor<2x1x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.lstm_hidden': cells must have shape 2x1x2, but has tensor<1x2xi16>
func.func @cells(%x : tensor<2x1x3xi8>, %h : tensor<1x2xi8>, %k : tensor<1x2xi16>, %w : tensor<8x3xi8>, %u : tensor<8x2xi8>, %s : tensor<8xi32>, %v : tensor<8xi32>, %b : tensor<8xi32>) {
  %0 = cortex_m.lstm_hidden %k, %x, %h, %w, %u, %s, %v, %b {cell_bits = 12, reverse = 0, input_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, hidden_rescale = #cortex_m.rescale<[1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250, 1518500250], [8, 8, 8, 8, 8, 8, 8, 8]>, rescale = #cortex_m.rescale<1518500250, -23>, output_offset = -3, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x2xi16>, tensor<2x1x3xi8>, tensor<1x2xi8>, tensor<8x3xi8>, tensor<8x2xi8>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) -> tensor<2x1x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.rnn': function must be "tanh" or "relu", but is "exp"
func.func @function(%x : tensor<2x1x3xi8>, %h : tensor<1x2xi8>, %k : tensor<1x2xi16>, %w : tensor<2x3xi8>, %u : tensor<2x2xi8>, %s : tensor<2xi32>, %v : tensor<2xi32>, %b : tensor<2xi32>) {
  %0 = cortex_m.rnn %x, %h, %w, %u, %s, %v, %b {function = "exp", reverse = 0, input_rescale = #cortex_m.rescale<[1518500250, 1518500250], [8, 8]>, hidden_rescale = #cortex_m.rescale<[1518500250, 1518500250], [8, 8]>, rescale = #cortex_m.rescale<1518500250, -23>, output_offset = -3, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x1x3xi8>, tensor<1x2xi8>, tensor<2x3xi8>, tensor<2x2xi8>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x1x2xi8>
  func.return
}
