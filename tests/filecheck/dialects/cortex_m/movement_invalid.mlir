// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'cortex_m.transpose': input must have elements of type i8, but has tensor<2x3xf32>
func.func @transpose_input(%a : tensor<2x3xf32>) {
  %0 = cortex_m.transpose %a {permutation = [1, 0]} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.transpose': [0] does not permute the axes of (2,), rank 2 to 4
func.func @transpose_rank_1(%a : tensor<2xi8>) {
  %0 = cortex_m.transpose %a {permutation = [0]} : (tensor<2xi8>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.transpose': [4, 3, 2, 1, 0] does not permute the axes of (2, 2, 2, 2, 2), rank 2 to 4
func.func @transpose_rank_5(%a : tensor<2x2x2x2x2xi8>) {
  %0 = cortex_m.transpose %a {permutation = [4, 3, 2, 1, 0]} : (tensor<2x2x2x2x2xi8>) -> tensor<2x2x2x2x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.transpose': [1, 1] does not permute the axes of (2, 3), rank 2 to 4
func.func @transpose_axes(%a : tensor<2x3xi8>) {
  %0 = cortex_m.transpose %a {permutation = [1, 1]} : (tensor<2x3xi8>) -> tensor<3x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.transpose': [1, 0, 2] does not permute the axes of (2, 3), rank 2 to 4
func.func @transpose_count(%a : tensor<2x3xi8>) {
  %0 = cortex_m.transpose %a {permutation = [1, 0, 2]} : (tensor<2x3xi8>) -> tensor<3x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.transpose': [1, 0] of (2, 1) is not in its shortest form
func.func @transpose_of_size_1(%a : tensor<2x1xi8>) {
  %0 = cortex_m.transpose %a {permutation = [1, 0]} : (tensor<2x1xi8>) -> tensor<1x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.transpose': [2, 0, 1] of (2, 3, 4) is not in its shortest form
func.func @transpose_of_neighbours(%a : tensor<2x3x4xi8>) {
  %0 = cortex_m.transpose %a {permutation = [2, 0, 1]} : (tensor<2x3x4xi8>) -> tensor<4x2x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.transpose': [0, 1] of (2, 3) is not in its shortest form
func.func @transpose_nothing(%a : tensor<2x3xi8>) {
  %0 = cortex_m.transpose %a {permutation = [0, 1]} : (tensor<2x3xi8>) -> tensor<2x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.transpose': out must have elements of type i8, but has tensor<3x2xi16>
func.func @transpose_out(%a : tensor<2x3xi8>) {
  %0 = cortex_m.transpose %a {permutation = [1, 0]} : (tensor<2x3xi8>) -> tensor<3x2xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.transpose': out must have shape 3x2, but has tensor<2x3xi8>
func.func @transpose_shape(%a : tensor<2x3xi8>) {
  %0 = cortex_m.transpose %a {permutation = [1, 0]} : (tensor<2x3xi8>) -> tensor<2x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.copy': out must have elements of type i8, but has tensor<2x3xf32>
func.func @copy_out(%a : tensor<2x3xi8>) {
  %0 = cortex_m.copy %a {offset = 0, strides = [3, 1]} : (tensor<2x3xi8>) -> tensor<2x3xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.copy': 1 strides for shape (2, 3), rank at most 8
func.func @copy_count(%a : tensor<2x3xi8>) {
  %0 = cortex_m.copy %a {offset = 0, strides = [1]} : (tensor<2x3xi8>) -> tensor<2x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.copy': 9 strides for shape (1, 1, 1, 1, 1, 1, 1, 1, 1), rank at most 8
func.func @copy_rank(%a : tensor<2x3xi8>) {
  %0 = cortex_m.copy %a {offset = 0, strides = [0, 0, 0, 0, 0, 0, 0, 0, 0]} : (tensor<2x3xi8>) -> tensor<1x1x1x1x1x1x1x1x1xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.copy': reads elements -1 to 1 of an input of 6
func.func @copy_before(%a : tensor<2x3xi8>) {
  %0 = cortex_m.copy %a {offset = 1, strides = [-1]} : (tensor<2x3xi8>) -> tensor<3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.copy': reads elements 1 to 6 of an input of 6
func.func @copy_behind(%a : tensor<2x3xi8>) {
  %0 = cortex_m.copy %a {offset = 1, strides = [3, 1]} : (tensor<2x3xi8>) -> tensor<2x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.copy': reads elements -1 to -1 of an input of 6
func.func @copy_negative_offset(%a : tensor<2x3xi8>) {
  %0 = cortex_m.copy %a {offset = -1, strides = [1]} : (tensor<2x3xi8>) -> tensor<1xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.fill': 1 : i64 should be of base attribute float
func.func @fill_value(%a : tensor<i8>) {
  %0 = cortex_m.fill {value = 1} : () -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.concat': expected at least one tensor to join
func.func @concat_nothing(%a : tensor<i8>) {
  %0 = cortex_m.concat {axis = 0} : () -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.concat': axis 2 is out of range for shape (2, 3)
func.func @concat_axis(%a : tensor<2x3xi8>) {
  %0 = cortex_m.concat %a, %a {axis = 2} : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x6xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.concat': axis -1 is out of range for shape (2, 3)
func.func @concat_negative_axis(%a : tensor<2x3xi8>) {
  %0 = cortex_m.concat %a, %a {axis = -1} : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x6xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.concat': shapes (2, 3), (3, 3) differ beside axis 1
func.func @concat_shapes(%a : tensor<2x3xi8>, %b : tensor<3x3xi8>) {
  %0 = cortex_m.concat %a, %b {axis = 1} : (tensor<2x3xi8>, tensor<3x3xi8>) -> tensor<2x6xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.concat': shapes (2, 3), (2,) differ beside axis 1
func.func @concat_ranks(%a : tensor<2x3xi8>, %b : tensor<2xi8>) {
  %0 = cortex_m.concat %a, %b {axis = 1} : (tensor<2x3xi8>, tensor<2xi8>) -> tensor<2x4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.concat': out must have shape 2x6, but has tensor<4x3xi8>
func.func @concat_shape(%a : tensor<2x3xi8>) {
  %0 = cortex_m.concat %a, %a {axis = 1} : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<4x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.concat': each part must have elements of type i8, but has tensor<2x3xi16>
func.func @concat_elements(%a : tensor<2x3xi8>, %b : tensor<2x3xi16>) {
  %0 = cortex_m.concat %a, %b {axis = 1} : (tensor<2x3xi8>, tensor<2x3xi16>) -> tensor<2x6xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.concat': all operands must be memref, but one is tensor<2x3xi8>
func.func @concat_of_forms(%a : memref<2x3xi8>, %b : tensor<2x3xi8>, %c : memref<2x6xi8>) {
  cortex_m.concat %a, %b out(%c) {axis = 1} : (memref<2x3xi8>, tensor<2x3xi8>, memref<2x6xi8>) -> ()
  func.return
}
// -----
// CHECK: 'cortex_m.fill': value 128.0 does not fit into i8
func.func @fill_large(%a : tensor<i8>) {
  %0 = cortex_m.fill {value = 128.0} : () -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.fill': value -32769.0 does not fit into i16
func.func @fill_small(%a : tensor<i8>) {
  %0 = cortex_m.fill {value = -32769.0} : () -> tensor<2xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.fill': value -1.0 does not fit into i1
func.func @fill_negative_bool(%a : tensor<i8>) {
  %0 = cortex_m.fill {value = -1.0} : () -> tensor<2xi1>
  func.return
}
// -----
// CHECK: 'cortex_m.fill': value inf does not fit into i32
func.func @fill_infinite(%a : tensor<i8>) {
  %0 = cortex_m.fill {value = 0x7FF0000000000000 : f64} : () -> tensor<2xi32>
  func.return
}
// -----
// CHECK: 'cortex_m.receive': the input must be an argument of the function
func.func @receive_no_argument(%x : tensor<4xi8>) {
  %0 = cortex_m.receive %x : (tensor<4xi8>) -> tensor<4xi8>
  %1 = cortex_m.receive %0 : (tensor<4xi8>) -> tensor<4xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.receive': out must have elements of type i8
func.func @receive_elements(%x : tensor<4xi8>) {
  %0 = cortex_m.receive %x : (tensor<4xi8>) -> tensor<4xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.receive': out must have shape 4, but has tensor<2x2xi8>
func.func @receive_shape(%x : tensor<4xi8>) {
  %0 = cortex_m.receive %x : (tensor<4xi8>) -> tensor<2x2xi8>
  func.return
}
