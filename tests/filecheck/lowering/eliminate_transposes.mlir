// RUN: cmlir-opt %s --eliminate-transposes --split-input-file | filecheck %s

// Heads of 3 columns out of rows of 6: split before the product, merged after it.
// CHECK-LABEL: @heads
// CHECK-NEXT: [[Y:%.*]] = cortex_m.strided_matmul %x, %k {sizes = [1, 2, 4, 5, 3], lhs_start = 0, lhs_strides = [0, 3, 6], rhs_start = 0, rhs_strides = [0, 3, 6, 1], out_strides = [0, 5, 10], lhs_offset = 1, rhs_offset = 2, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x6xi8>, tensor<5x6xi8>) -> tensor<4x2x5xi8>
// CHECK-NEXT: func.return [[Y]]
func.func @heads(%x : tensor<4x6xi8>, %k : tensor<5x6xi8>) -> tensor<4x2x5xi8> {
  %0 = cortex_m.view %x {offset = 0} : (tensor<4x6xi8>) -> tensor<4x2x3xi8>
  %1 = cortex_m.transpose %0 {permutation = [1, 0, 2]} : (tensor<4x2x3xi8>) -> tensor<2x4x3xi8>
  %2 = cortex_m.view %k {offset = 0} : (tensor<5x6xi8>) -> tensor<5x2x3xi8>
  %3 = cortex_m.transpose %2 {permutation = [1, 0, 2]} : (tensor<5x2x3xi8>) -> tensor<2x5x3xi8>
  %4 = cortex_m.batch_matmul %1, %3 {lhs_offset = 1, rhs_offset = 2, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x4x3xi8>, tensor<2x5x3xi8>) -> tensor<2x4x5xi8>
  %5 = cortex_m.transpose %4 {permutation = [1, 0, 2]} : (tensor<2x4x5xi8>) -> tensor<4x2x5xi8>
  func.return %5 : tensor<4x2x5xi8>
}

// -----

// Products of 16 bits: strides count elements.
// CHECK-LABEL: @wide_heads
// CHECK-NEXT: [[Y:%.*]] = cortex_m.strided_matmul %x, %k {sizes = [1, 2, 4, 5, 3], lhs_start = 0, lhs_strides = [0, 3, 6], rhs_start = 0, rhs_strides = [0, 3, 6, 1], out_strides = [0, 20, 5], {{.*}} -> tensor<2x4x5xi16>
// CHECK-NEXT: func.return [[Y]]
func.func @wide_heads(%x : tensor<4x6xi8>, %k : tensor<5x6xi8>) -> tensor<2x4x5xi16> {
  %0 = cortex_m.view %x {offset = 0} : (tensor<4x6xi8>) -> tensor<4x2x3xi8>
  %1 = cortex_m.transpose %0 {permutation = [1, 0, 2]} : (tensor<4x2x3xi8>) -> tensor<2x4x3xi8>
  %2 = cortex_m.view %k {offset = 0} : (tensor<5x6xi8>) -> tensor<5x2x3xi8>
  %3 = cortex_m.transpose %2 {permutation = [1, 0, 2]} : (tensor<5x2x3xi8>) -> tensor<2x5x3xi8>
  %4 = cortex_m.batch_matmul %1, %3 {lhs_offset = 1, rhs_offset = 2, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<2x4x3xi8>, tensor<2x5x3xi8>) -> tensor<2x4x5xi16>
  func.return %4 : tensor<2x4x5xi16>
}

// -----

// The second of three packed parts, whose columns the kernel gathers.
// CHECK-LABEL: @columns_of_a_slice
// CHECK-NEXT: cortex_m.strided_matmul %x, %v {sizes = [1, 2, 4, 3, 5], lhs_start = 0, lhs_strides = [0, 20, 5], rhs_start = 6, rhs_strides = [0, 3, 1, 18], out_strides = [0, 12, 3]
func.func @columns_of_a_slice(%x : tensor<2x4x5xi8>, %v : tensor<5x18xi8>) -> tensor<2x4x3xi8> {
  %0 = cortex_m.copy %v {offset = 6, strides = [3, 1, 18]} : (tensor<5x18xi8>) -> tensor<2x3x5xi8>
  %1 = cortex_m.batch_matmul %x, %0 {lhs_offset = 1, rhs_offset = 2, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x4x5xi8>, tensor<2x3x5xi8>) -> tensor<2x4x3xi8>
  func.return %1 : tensor<2x4x3xi8>
}

// -----

// The first operand has to lie in rows.
// CHECK-LABEL: @first_operand_by_columns
// CHECK-NEXT: cortex_m.transpose %x
// CHECK-NEXT: cortex_m.batch_matmul
func.func @first_operand_by_columns(%x : tensor<5x4xi8>, %k : tensor<3x5xi8>) -> tensor<4x3xi8> {
  %0 = cortex_m.transpose %x {permutation = [1, 0]} : (tensor<5x4xi8>) -> tensor<4x5xi8>
  %1 = cortex_m.batch_matmul %0, %k {lhs_offset = 1, rhs_offset = 2, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x5xi8>, tensor<3x5xi8>) -> tensor<4x3xi8>
  func.return %1 : tensor<4x3xi8>
}

// -----

// Rows that become columns: the operands change places, and so do their offsets.
// CHECK-LABEL: @rows_become_columns
// CHECK-NEXT: [[Y:%.*]] = cortex_m.strided_matmul %k, %x {sizes = [1, 2, 3, 4, 5], lhs_start = 0, lhs_strides = [0, 15, 5], rhs_start = 0, rhs_strides = [0, 20, 5, 1], out_strides = [0, 12, 4], lhs_offset = 2, rhs_offset = 1, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3x5xi8>, tensor<2x4x5xi8>) -> tensor<2x3x4xi8>
// CHECK-NEXT: func.return [[Y]]
func.func @rows_become_columns(%x : tensor<2x4x5xi8>, %k : tensor<2x3x5xi8>) -> tensor<2x3x4xi8> {
  %0 = cortex_m.batch_matmul %x, %k {lhs_offset = 1, rhs_offset = 2, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x4x5xi8>, tensor<2x3x5xi8>) -> tensor<2x4x3xi8>
  %1 = cortex_m.transpose %0 {permutation = [0, 2, 1]} : (tensor<2x4x3xi8>) -> tensor<2x3x4xi8>
  func.return %1 : tensor<2x3x4xi8>
}

// -----

// An operand by columns cannot come first; the product is moved.
// CHECK-LABEL: @second_operand_by_columns
// CHECK-NEXT: cortex_m.strided_matmul %x, %k
// CHECK-NEXT: cortex_m.transpose
func.func @second_operand_by_columns(%x : tensor<4x5xi8>, %k : tensor<5x3xi8>) -> tensor<3x4xi8> {
  %0 = cortex_m.transpose %k {permutation = [1, 0]} : (tensor<5x3xi8>) -> tensor<3x5xi8>
  %1 = cortex_m.batch_matmul %x, %0 {lhs_offset = 1, rhs_offset = 2, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x5xi8>, tensor<3x5xi8>) -> tensor<4x3xi8>
  %2 = cortex_m.transpose %1 {permutation = [1, 0]} : (tensor<4x3xi8>) -> tensor<3x4xi8>
  func.return %2 : tensor<3x4xi8>
}

// -----

// A product that is read in both orders is written once and moved.
// CHECK-LABEL: @read_twice
// CHECK-NEXT: cortex_m.batch_matmul
// CHECK-NEXT: cortex_m.transpose
func.func @read_twice(%x : tensor<4x5xi8>, %k : tensor<3x5xi8>) -> (tensor<4x3xi8>, tensor<3x4xi8>) {
  %0 = cortex_m.batch_matmul %x, %k {lhs_offset = 1, rhs_offset = 2, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x5xi8>, tensor<3x5xi8>) -> tensor<4x3xi8>
  %1 = cortex_m.transpose %0 {permutation = [1, 0]} : (tensor<4x3xi8>) -> tensor<3x4xi8>
  func.return %0, %1 : tensor<4x3xi8>, tensor<3x4xi8>
}

// -----

// CHECK-LABEL: @cmsis_nn
// CHECK: cortex_m.transpose
// CHECK: cortex_m.batch_matmul
builtin.module attributes {cortex_m.kernels = "cmsis-nn"} {
  func.func @cmsis_nn(%x : tensor<4x5xi8>, %v : tensor<5x3xi8>) -> tensor<4x3xi8> {
    %0 = cortex_m.transpose %v {permutation = [1, 0]} : (tensor<5x3xi8>) -> tensor<3x5xi8>
    %1 = cortex_m.batch_matmul %x, %0 {lhs_offset = 1, rhs_offset = 2, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x5xi8>, tensor<3x5xi8>) -> tensor<4x3xi8>
    func.return %1 : tensor<4x3xi8>
  }
}
