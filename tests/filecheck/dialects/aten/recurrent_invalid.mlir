// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'aten.lstm': input (2, 3) and hidden (1, 2) must be [T, B, I] and [B, H]
func.func @rank(%x : tensor<2x3xf32>, %h : tensor<1x2xf32>, %c : tensor<1x2xf32>, %w : tensor<8x3xf32>, %u : tensor<8x2xf32>) {
  %0 = aten.lstm %c, %x, %h, %w, %u {cell_scale = 0.0, reverse = 0, hidden_scale = 0.0, hidden_zero_point = 0} : (tensor<1x2xf32>, tensor<2x3xf32>, tensor<1x2xf32>, tensor<8x3xf32>, tensor<8x2xf32>) -> tensor<2x1x2xf32>
  func.return
}
// -----
// CHECK: 'aten.lstm': input (2, 4, 3) and hidden (1, 2) must be [T, B, I] and [B, H]
func.func @batch(%x : tensor<2x4x3xf32>, %h : tensor<1x2xf32>, %c : tensor<1x2xf32>, %w : tensor<8x3xf32>, %u : tensor<8x2xf32>) {
  %0 = aten.lstm %c, %x, %h, %w, %u {cell_scale = 0.0, reverse = 0, hidden_scale = 0.0, hidden_zero_point = 0} : (tensor<1x2xf32>, tensor<2x4x3xf32>, tensor<1x2xf32>, tensor<8x3xf32>, tensor<8x2xf32>) -> tensor<2x1x2xf32>
  func.return
}
// -----
// CHECK: 'aten.lstm': input_weight must have shape 8x3, but has tensor<6x3xf32>
func.func @input_weight(%x : tensor<2x1x3xf32>, %h : tensor<1x2xf32>, %c : tensor<1x2xf32>, %w : tensor<6x3xf32>, %u : tensor<8x2xf32>) {
  %0 = aten.lstm %c, %x, %h, %w, %u {cell_scale = 0.0, reverse = 0, hidden_scale = 0.0, hidden_zero_point = 0} : (tensor<1x2xf32>, tensor<2x1x3xf32>, tensor<1x2xf32>, tensor<6x3xf32>, tensor<8x2xf32>) -> tensor<2x1x2xf32>
  func.return
}
// -----
// CHECK: 'aten.lstm': hidden_weight must have shape 8x2, but has tensor<8x3xf32>
func.func @hidden_weight(%x : tensor<2x1x3xf32>, %h : tensor<1x2xf32>, %c : tensor<1x2xf32>, %w : tensor<8x3xf32>, %u : tensor<8x3xf32>) {
  %0 = aten.lstm %c, %x, %h, %w, %u {cell_scale = 0.0, reverse = 0, hidden_scale = 0.0, hidden_zero_point = 0} : (tensor<1x2xf32>, tensor<2x1x3xf32>, tensor<1x2xf32>, tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<2x1x2xf32>
  func.return
}
// -----
// CHECK: 'aten.lstm': bias must have shape 8, but has tensor<2xf32>
func.func @bias(%x : tensor<2x1x3xf32>, %h : tensor<1x2xf32>, %c : tensor<1x2xf32>, %w : tensor<8x3xf32>, %u : tensor<8x2xf32>, %b : tensor<2xf32>) {
  %0 = aten.lstm %c, %x, %h, %w, %u input_bias(%b) {cell_scale = 0.0, reverse = 0, hidden_scale = 0.0, hidden_zero_point = 0} : (tensor<1x2xf32>, tensor<2x1x3xf32>, tensor<1x2xf32>, tensor<8x3xf32>, tensor<8x2xf32>, tensor<2xf32>) -> tensor<2x1x2xf32>
  func.return
}
// -----
// CHECK: 'aten.lstm': result must have shape 2x1x2, but has tensor<1x2x2xf32>
func.func @result(%x : tensor<2x1x3xf32>, %h : tensor<1x2xf32>, %c : tensor<1x2xf32>, %w : tensor<8x3xf32>, %u : tensor<8x2xf32>) {
  %0 = aten.lstm %c, %x, %h, %w, %u {cell_scale = 0.0, reverse = 0, hidden_scale = 0.0, hidden_zero_point = 0} : (tensor<1x2xf32>, tensor<2x1x3xf32>, tensor<1x2xf32>, tensor<8x3xf32>, tensor<8x2xf32>) -> tensor<1x2x2xf32>
  func.return
}
// -----
// CHECK: 'aten.lstm': reverse must be 0 or 1, but is 2
func.func @reverse(%x : tensor<2x1x3xf32>, %h : tensor<1x2xf32>, %c : tensor<1x2xf32>, %w : tensor<8x3xf32>, %u : tensor<8x2xf32>) {
  %0 = aten.lstm %c, %x, %h, %w, %u {cell_scale = 0.0, reverse = 2, hidden_scale = 0.0, hidden_zero_point = 0} : (tensor<1x2xf32>, tensor<2x1x3xf32>, tensor<1x2xf32>, tensor<8x3xf32>, tensor<8x2xf32>) -> tensor<2x1x2xf32>
  func.return
}
// -----
// CHECK: 'aten.lstm': cell must have shape 1x2, but has tensor<2x1xf32>
func.func @cell(%x : tensor<2x1x3xf32>, %h : tensor<1x2xf32>, %c : tensor<2x1xf32>, %w : tensor<8x3xf32>, %u : tensor<8x2xf32>) {
  %0 = aten.lstm %c, %x, %h, %w, %u {cell_scale = 0.0, reverse = 0, hidden_scale = 0.0, hidden_zero_point = 0} : (tensor<2x1xf32>, tensor<2x1x3xf32>, tensor<1x2xf32>, tensor<8x3xf32>, tensor<8x2xf32>) -> tensor<2x1x2xf32>
  func.return
}
// -----
// CHECK: 'aten.lstm_hidden': cells must have shape 2x1x2, but has tensor<1x2xf32>
func.func @cells(%x : tensor<2x1x3xf32>, %h : tensor<1x2xf32>, %c : tensor<1x2xf32>, %w : tensor<8x3xf32>, %u : tensor<8x2xf32>) {
  %0 = aten.lstm_hidden %c, %x, %h, %w, %u {reverse = 0, hidden_scale = 0.0, hidden_zero_point = 0} : (tensor<1x2xf32>, tensor<2x1x3xf32>, tensor<1x2xf32>, tensor<8x3xf32>, tensor<8x2xf32>) -> tensor<2x1x2xf32>
  func.return
}
// -----
// CHECK: 'aten.rnn': function must be "tanh" or "relu", but is "exp"
func.func @function(%x : tensor<2x1x3xf32>, %h : tensor<1x2xf32>, %c : tensor<1x2xf32>, %w : tensor<2x3xf32>, %u : tensor<2x2xf32>) {
  %0 = aten.rnn %x, %h, %w, %u {function = "exp", reverse = 0, hidden_scale = 0.0, hidden_zero_point = 0} : (tensor<2x1x3xf32>, tensor<1x2xf32>, tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<2x1x2xf32>
  func.return
}
