// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'cortex_m.masked_softmax': input must have elements of type i8, but has tensor<2x3xi16>
func.func @input(%a : tensor<2x3xi16>, %e : tensor<256xi32>) {
  %0 = cortex_m.masked_softmax %a, %e {diagonal = 0} : (tensor<2x3xi16>, tensor<256xi32>) -> tensor<2x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.masked_softmax': out must have elements of type i8, but has tensor<2x3xi16>
func.func @out(%a : tensor<2x3xi8>, %e : tensor<256xi32>) {
  %0 = cortex_m.masked_softmax %a, %e {diagonal = 0} : (tensor<2x3xi8>, tensor<256xi32>) -> tensor<2x3xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.masked_softmax': shapes differ: (2, 3), (3, 2)
func.func @shapes(%a : tensor<2x3xi8>, %e : tensor<256xi32>) {
  %0 = cortex_m.masked_softmax %a, %e {diagonal = 0} : (tensor<2x3xi8>, tensor<256xi32>) -> tensor<3x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.masked_softmax': rows must have 1 to 4095 elements and the input 1 to 8 axes, but its shape is ()
func.func @scalar(%a : tensor<i8>, %e : tensor<256xi32>) {
  %0 = cortex_m.masked_softmax %a, %e {diagonal = 0} : (tensor<i8>, tensor<256xi32>) -> tensor<i8>
  func.return
}
// -----
// CHECK: 'cortex_m.masked_softmax': rows must have 1 to 4095 elements and the input 1 to 8 axes, but its shape is (1, 4096)
func.func @long_row(%a : tensor<1x4096xi8>, %e : tensor<256xi32>) {
  %0 = cortex_m.masked_softmax %a, %e {diagonal = 0} : (tensor<1x4096xi8>, tensor<256xi32>) -> tensor<1x4096xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.masked_softmax': rows must have 1 to 4095 elements and the input 1 to 8 axes, but its shape is (1, 1, 1, 1, 1, 1, 1, 1, 2)
func.func @many_axes(%a : tensor<1x1x1x1x1x1x1x1x2xi8>, %e : tensor<256xi32>) {
  %0 = cortex_m.masked_softmax %a, %e {diagonal = 0} : (tensor<1x1x1x1x1x1x1x1x2xi8>, tensor<256xi32>) -> tensor<1x1x1x1x1x1x1x1x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.masked_softmax': exponentials must have elements of type i32, but has tensor<256xi8>
func.func @exponentials_element(%a : tensor<2x3xi8>, %e : tensor<256xi8>) {
  %0 = cortex_m.masked_softmax %a, %e {diagonal = 0} : (tensor<2x3xi8>, tensor<256xi8>) -> tensor<2x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.masked_softmax': exponentials must have shape 256, but has tensor<255xi32>
func.func @exponentials_shape(%a : tensor<2x3xi8>, %e : tensor<255xi32>) {
  %0 = cortex_m.masked_softmax %a, %e {diagonal = 0} : (tensor<2x3xi8>, tensor<255xi32>) -> tensor<2x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.masked_softmax': expected a mask or a diagonal
func.func @nothing(%a : tensor<2x3xi8>, %e : tensor<256xi32>) {
  %0 = cortex_m.masked_softmax %a, %e : (tensor<2x3xi8>, tensor<256xi32>) -> tensor<2x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.masked_softmax': mask, mask_offset and mask_strides belong together
func.func @no_strides(%a : tensor<2x3xi8>, %e : tensor<256xi32>, %m : tensor<6xi1>) {
  %0 = cortex_m.masked_softmax %a, %e mask(%m) {mask_offset = 0} : (tensor<2x3xi8>, tensor<256xi32>, tensor<6xi1>) -> tensor<2x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.masked_softmax': mask, mask_offset and mask_strides belong together
func.func @no_mask(%a : tensor<2x3xi8>, %e : tensor<256xi32>) {
  %0 = cortex_m.masked_softmax %a, %e {mask_offset = 0, mask_strides = [3, 1], diagonal = 0} : (tensor<2x3xi8>, tensor<256xi32>) -> tensor<2x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.masked_softmax': a diagonal needs two axes
func.func @one_axis(%a : tensor<3xi8>, %e : tensor<256xi32>) {
  %0 = cortex_m.masked_softmax %a, %e {diagonal = 0} : (tensor<3xi8>, tensor<256xi32>) -> tensor<3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.masked_softmax': mask must have elements of type i1, but has tensor<6xi8>
func.func @mask_element(%a : tensor<2x3xi8>, %e : tensor<256xi32>, %m : tensor<6xi8>) {
  %0 = cortex_m.masked_softmax %a, %e mask(%m) {mask_offset = 0, mask_strides = [3, 1]} : (tensor<2x3xi8>, tensor<256xi32>, tensor<6xi8>) -> tensor<2x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.masked_softmax': mask has 1 strides for shape (2, 3), rank at most 8
func.func @mask_rank(%a : tensor<2x3xi8>, %e : tensor<256xi32>, %m : tensor<6xi1>) {
  %0 = cortex_m.masked_softmax %a, %e mask(%m) {mask_offset = 0, mask_strides = [1]} : (tensor<2x3xi8>, tensor<256xi32>, tensor<6xi1>) -> tensor<2x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.masked_softmax': reads elements 1 to 6 of mask, which has 6
func.func @mask_end(%a : tensor<2x3xi8>, %e : tensor<256xi32>, %m : tensor<6xi1>) {
  %0 = cortex_m.masked_softmax %a, %e mask(%m) {mask_offset = 1, mask_strides = [3, 1]} : (tensor<2x3xi8>, tensor<256xi32>, tensor<6xi1>) -> tensor<2x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.masked_softmax': reads elements -1 to 4 of mask, which has 6
func.func @mask_begin(%a : tensor<2x3xi8>, %e : tensor<256xi32>, %m : tensor<6xi1>) {
  %0 = cortex_m.masked_softmax %a, %e mask(%m) {mask_offset = 2, mask_strides = [-3, 1]} : (tensor<2x3xi8>, tensor<256xi32>, tensor<6xi1>) -> tensor<2x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.masked_softmax': the last stride of mask must be 0 or 1, but is 2
func.func @mask_stride(%a : tensor<2x3xi8>, %e : tensor<256xi32>, %m : tensor<6xi1>) {
  %0 = cortex_m.masked_softmax %a, %e mask(%m) {mask_offset = 0, mask_strides = [1, 2]} : (tensor<2x3xi8>, tensor<256xi32>, tensor<6xi1>) -> tensor<2x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.masked_softmax': output_rescale and output_offset belong together
func.func @rescale_alone(%a : tensor<2x3xi8>, %e : tensor<256xi32>, %m : tensor<6xi1>) {
  %0 = cortex_m.masked_softmax %a, %e mask(%m) {mask_offset = 0, mask_strides = [3, 1], output_rescale = #cortex_m.rescale<1518500250, -8>} : (tensor<2x3xi8>, tensor<256xi32>, tensor<6xi1>) -> tensor<2x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.masked_softmax': output_offset 128 is not in [-128, 127]
func.func @output_offset(%a : tensor<2x3xi8>, %e : tensor<256xi32>, %m : tensor<6xi1>) {
  %0 = cortex_m.masked_softmax %a, %e mask(%m) {mask_offset = 0, mask_strides = [3, 1], output_rescale = #cortex_m.rescale<1518500250, -8>, output_offset = 128} : (tensor<2x3xi8>, tensor<256xi32>, tensor<6xi1>) -> tensor<2x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.masked_softmax': output_rescale must be one pair
func.func @output_pairs(%a : tensor<2x3xi8>, %e : tensor<256xi32>, %m : tensor<6xi1>) {
  %0 = cortex_m.masked_softmax %a, %e mask(%m) {mask_offset = 0, mask_strides = [3, 1], output_rescale = #cortex_m.rescale<[1518500250, 1518500250], [-8, -8]>, output_offset = 0} : (tensor<2x3xi8>, tensor<256xi32>, tensor<6xi1>) -> tensor<2x3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.where': condition must have elements of type i1, but has tensor<3xi8>
func.func @where_condition(%c : tensor<3xi8>, %x : tensor<3xi8>, %y : tensor<3xi8>) {
  %0 = cortex_m.where %c, %x, %y {offsets = [0, 0, 0], condition_strides = [1], lhs_strides = [1], rhs_strides = [1]} : (tensor<3xi8>, tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.where': lhs must have elements of type i8, but has tensor<3xf32>
func.func @where_lhs(%c : tensor<3xi1>, %x : tensor<3xf32>, %y : tensor<3xi8>) {
  %0 = cortex_m.where %c, %x, %y {offsets = [0, 0, 0], condition_strides = [1], lhs_strides = [1], rhs_strides = [1]} : (tensor<3xi1>, tensor<3xf32>, tensor<3xi8>) -> tensor<3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.where': rhs must have elements of type i8, but has tensor<3xf32>
func.func @where_rhs(%c : tensor<3xi1>, %x : tensor<3xi8>, %y : tensor<3xf32>) {
  %0 = cortex_m.where %c, %x, %y {offsets = [0, 0, 0], condition_strides = [1], lhs_strides = [1], rhs_strides = [1]} : (tensor<3xi1>, tensor<3xi8>, tensor<3xf32>) -> tensor<3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.where': expected 3 offsets, but got 2
func.func @where_offsets(%c : tensor<3xi1>, %x : tensor<3xi8>, %y : tensor<3xi8>) {
  %0 = cortex_m.where %c, %x, %y {offsets = [0, 0], condition_strides = [1], lhs_strides = [1], rhs_strides = [1]} : (tensor<3xi1>, tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.where': lhs has 2 strides for shape (3,), rank at most 8
func.func @where_strides(%c : tensor<3xi1>, %x : tensor<3xi8>, %y : tensor<3xi8>) {
  %0 = cortex_m.where %c, %x, %y {offsets = [0, 0, 0], condition_strides = [1], lhs_strides = [1, 1], rhs_strides = [1]} : (tensor<3xi1>, tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.where': reads elements 0 to 4 of condition, which has 3
func.func @where_read_condition(%c : tensor<3xi1>, %x : tensor<3xi8>, %y : tensor<3xi8>) {
  %0 = cortex_m.where %c, %x, %y {offsets = [0, 0, 0], condition_strides = [2], lhs_strides = [1], rhs_strides = [1]} : (tensor<3xi1>, tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.where': reads elements -2 to 0 of rhs, which has 3
func.func @where_read_rhs(%c : tensor<3xi1>, %x : tensor<3xi8>, %y : tensor<3xi8>) {
  %0 = cortex_m.where %c, %x, %y {offsets = [0, 0, 0], condition_strides = [1], lhs_strides = [1], rhs_strides = [-1]} : (tensor<3xi1>, tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.compare': input must have elements of type f32 or i8 or i32 or i64, but has tensor<3xi16>
func.func @compare_input(%a : tensor<3xi16>) {
  %0 = cortex_m.compare %a {predicate = "eq", number = 0.0} : (tensor<3xi16>) -> tensor<3xi1>
  func.return
}
// -----
// CHECK: 'cortex_m.compare': out must have elements of type i1, but has tensor<3xi8>
func.func @compare_out(%a : tensor<3xf32>) {
  %0 = cortex_m.compare %a {predicate = "eq", number = 0.0} : (tensor<3xf32>) -> tensor<3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.compare': shapes differ: (3,), (2,)
func.func @compare_shapes(%a : tensor<3xf32>) {
  %0 = cortex_m.compare %a {predicate = "eq", number = 0.0} : (tensor<3xf32>) -> tensor<2xi1>
  func.return
}
// -----
// CHECK: 'cortex_m.compare': predicate "is" is none of eq, ne, lt, le, gt, ge
func.func @compare_predicate(%a : tensor<3xf32>) {
  %0 = cortex_m.compare %a {predicate = "is", number = 0.0} : (tensor<3xf32>) -> tensor<3xi1>
  func.return
}
// -----
// CHECK: 'cortex_m.compare': number 0.5 is no 32-bit integer
func.func @compare_fraction(%a : tensor<3xi32>) {
  %0 = cortex_m.compare %a {predicate = "eq", number = 0.5} : (tensor<3xi32>) -> tensor<3xi1>
  func.return
}
// -----
// CHECK: 'cortex_m.compare': number 2147483648.0 is no 32-bit integer
func.func @compare_range(%a : tensor<3xi64>) {
  %0 = cortex_m.compare %a {predicate = "eq", number = 2147483648.0} : (tensor<3xi64>) -> tensor<3xi1>
  func.return
}
// -----
// CHECK: 'cortex_m.logical_and': rhs must have elements of type i1, but has tensor<2xi8>
func.func @and_operand(%a : tensor<2xi1>, %b : tensor<2xi8>) {
  %0 = cortex_m.logical_and %a, %b : (tensor<2xi1>, tensor<2xi8>) -> tensor<2xi1>
  func.return
}
// -----
// CHECK: 'cortex_m.logical_or': shapes differ: (2,), (1,), (2,)
func.func @or_shapes(%a : tensor<2xi1>, %b : tensor<1xi1>) {
  %0 = cortex_m.logical_or %a, %b : (tensor<2xi1>, tensor<1xi1>) -> tensor<2xi1>
  func.return
}
// -----
// CHECK: 'cortex_m.logical_xor': out must have elements of type i1, but has tensor<2xi8>
func.func @xor_out(%a : tensor<2xi1>) {
  %0 = cortex_m.logical_xor %a, %a : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.logical_not': input must have elements of type i1, but has tensor<2xi8>
func.func @not_input(%a : tensor<2xi8>) {
  %0 = cortex_m.logical_not %a : (tensor<2xi8>) -> tensor<2xi1>
  func.return
}
// -----
// CHECK: 'cortex_m.logical_not': shapes differ: (2,), (1,)
func.func @not_shapes(%a : tensor<2xi1>) {
  %0 = cortex_m.logical_not %a : (tensor<2xi1>) -> tensor<1xi1>
  func.return
}
// -----
// CHECK: 'cortex_m.compare_elements': predicate "above" is none of eq, ne, lt, le, gt, ge
func.func @compare_elements_predicate(%x : tensor<3xi64>, %y : tensor<3xi64>) {
  %0 = cortex_m.compare_elements %x, %y {predicate = "above"} : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
  func.return
}
// -----
// CHECK: 'cortex_m.compare_elements': lhs must have elements of type i32 or i64, but has tensor<3xi8>
func.func @compare_elements_lhs(%x : tensor<3xi8>, %y : tensor<3xi8>) {
  %0 = cortex_m.compare_elements %x, %y {predicate = "lt"} : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi1>
  func.return
}
// -----
// CHECK: 'cortex_m.compare_elements': rhs must have elements of type i64, but has tensor<3xi32>
func.func @compare_elements_rhs(%x : tensor<3xi64>, %y : tensor<3xi32>) {
  %0 = cortex_m.compare_elements %x, %y {predicate = "lt"} : (tensor<3xi64>, tensor<3xi32>) -> tensor<3xi1>
  func.return
}
// -----
// CHECK: 'cortex_m.compare_elements': out must have elements of type i1, but has tensor<3xi8>
func.func @compare_elements_truth(%x : tensor<3xi64>, %y : tensor<3xi64>) {
  %0 = cortex_m.compare_elements %x, %y {predicate = "lt"} : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.compare_elements': shapes differ: (3,), (3,), (4,)
func.func @compare_elements_shape(%x : tensor<3xi64>, %y : tensor<3xi64>) {
  %0 = cortex_m.compare_elements %x, %y {predicate = "lt"} : (tensor<3xi64>, tensor<3xi64>) -> tensor<4xi1>
  func.return
}

// -----

// CHECK: 'cortex_m.any': input must have elements of type i1, but has tensor<2x3x4xi8>
func.func @any_of_codes(%x : tensor<2x3x4xi8>) {
  %0 = cortex_m.any %x : (tensor<2x3x4xi8>) -> tensor<2x4xi1>
  func.return
}

// -----

// CHECK: 'cortex_m.any': out must have elements of type i1, but has tensor<2x4xi8>
func.func @any_to_codes(%x : tensor<2x3x4xi1>) {
  %0 = cortex_m.any %x : (tensor<2x3x4xi1>) -> tensor<2x4xi8>
  func.return
}
