// RUN: cmlir-opt %s --fuse-attention --split-input-file | filecheck %s

// CHECK-LABEL: @main
// CHECK: cortex_m.attention %q, %k, %v, %e {sizes = [1, 4, 8, 8, 2, 2], block_rows = 8, query_start = 0, query_strides = [0, 2, 8], key_start = 0, key_strides = [0, 2, 8, 1], value_start = 0, value_strides = [0, 2, 1, 8], out_strides = [0, 2, 8], query_offset = 1, key_offset = 2, scores_offset = 3, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 4, output_offset = 5, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x8xi8>, tensor<8x8xi8>, tensor<8x8xi8>, tensor<256xi32>) -> tensor<8x8xi8>
builtin.module {
  ml_program.global private @exponentials(dense<1> : tensor<256xi32>) : tensor<256xi32>
  func.func @main(%q: tensor<8x8xi8>, %k: tensor<8x8xi8>, %v: tensor<8x8xi8>) -> tensor<8x8xi8> {
    %scores = cortex_m.strided_matmul %q, %k {sizes = [1, 4, 8, 8, 2], lhs_start = 0, lhs_strides = [0, 2, 8], rhs_start = 0, rhs_strides = [0, 2, 8, 1], out_strides = [0, 64, 8], lhs_offset = 1, rhs_offset = 2, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x8xi8>, tensor<8x8xi8>) -> tensor<4x8x8xi8>
    %e = cortex_m.constant @exponentials : () -> tensor<256xi32>
    %p = cortex_m.softmax %scores exponentials(%e) {input_rescale = #cortex_m.rescale<1733357696, 20>, diff_min = -1984} : (tensor<4x8x8xi8>, tensor<256xi32>) -> tensor<4x8x8xi8>
    %y = cortex_m.strided_matmul %p, %v {sizes = [1, 4, 8, 2, 8], lhs_start = 0, lhs_strides = [0, 64, 8], rhs_start = 0, rhs_strides = [0, 2, 1, 8], out_strides = [0, 2, 8], lhs_offset = 128, rhs_offset = 4, output_offset = 5, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x8x8xi8>, tensor<8x8xi8>) -> tensor<8x8xi8>
    func.return %y : tensor<8x8xi8>
  }
}

// -----

// The probabilities are wanted as well.
// CHECK-LABEL: @twice
// CHECK-NOT: cortex_m.attention
// CHECK: cortex_m.softmax
builtin.module {
  ml_program.global private @exponentials(dense<1> : tensor<256xi32>) : tensor<256xi32>
  func.func @twice(%q: tensor<8x8xi8>, %k: tensor<8x8xi8>, %v: tensor<8x8xi8>) -> (tensor<8x8xi8>, tensor<4x8x8xi8>) {
    %scores = cortex_m.strided_matmul %q, %k {sizes = [1, 4, 8, 8, 2], lhs_start = 0, lhs_strides = [0, 2, 8], rhs_start = 0, rhs_strides = [0, 2, 8, 1], out_strides = [0, 64, 8], lhs_offset = 1, rhs_offset = 2, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x8xi8>, tensor<8x8xi8>) -> tensor<4x8x8xi8>
    %e = cortex_m.constant @exponentials : () -> tensor<256xi32>
    %p = cortex_m.softmax %scores exponentials(%e) {input_rescale = #cortex_m.rescale<1733357696, 20>, diff_min = -1984} : (tensor<4x8x8xi8>, tensor<256xi32>) -> tensor<4x8x8xi8>
    %y = cortex_m.strided_matmul %p, %v {sizes = [1, 4, 8, 2, 8], lhs_start = 0, lhs_strides = [0, 64, 8], rhs_start = 0, rhs_strides = [0, 2, 1, 8], out_strides = [0, 2, 8], lhs_offset = 128, rhs_offset = 4, output_offset = 5, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x8x8xi8>, tensor<8x8xi8>) -> tensor<8x8xi8>
    func.return %y, %p : tensor<8x8xi8>, tensor<4x8x8xi8>
  }
}

// -----

// 64 scores need less memory than what the kernel works with.
// CHECK-LABEL: @few
// CHECK-NOT: cortex_m.attention
// CHECK: cortex_m.softmax
builtin.module {
  ml_program.global private @exponentials(dense<1> : tensor<256xi32>) : tensor<256xi32>
  func.func @few(%q: tensor<2x8xi8>, %k: tensor<8x8xi8>, %v: tensor<8x8xi8>) -> tensor<2x8xi8> {
    %scores = cortex_m.strided_matmul %q, %k {sizes = [1, 4, 2, 8, 2], lhs_start = 0, lhs_strides = [0, 2, 8], rhs_start = 0, rhs_strides = [0, 2, 8, 1], out_strides = [0, 16, 8], lhs_offset = 1, rhs_offset = 2, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x8xi8>, tensor<8x8xi8>) -> tensor<4x2x8xi8>
    %e = cortex_m.constant @exponentials : () -> tensor<256xi32>
    %p = cortex_m.softmax %scores exponentials(%e) {input_rescale = #cortex_m.rescale<1733357696, 20>, diff_min = -1984} : (tensor<4x2x8xi8>, tensor<256xi32>) -> tensor<4x2x8xi8>
    %y = cortex_m.strided_matmul %p, %v {sizes = [1, 4, 2, 2, 8], lhs_start = 0, lhs_strides = [0, 16, 8], rhs_start = 0, rhs_strides = [0, 2, 1, 8], out_strides = [0, 2, 8], lhs_offset = 128, rhs_offset = 4, output_offset = 5, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x2x8xi8>, tensor<8x8xi8>) -> tensor<2x8xi8>
    func.return %y : tensor<2x8xi8>
  }
}

// -----

// CHECK-LABEL: @cmsis_nn
// CHECK-NOT: cortex_m.attention
// CHECK: cortex_m.softmax
builtin.module attributes {cortex_m.kernels = "cmsis-nn"} {
  ml_program.global private @exponentials(dense<1> : tensor<256xi32>) : tensor<256xi32>
  func.func @cmsis_nn(%q: tensor<8x8xi8>, %k: tensor<8x8xi8>, %v: tensor<8x8xi8>) -> tensor<8x8xi8> {
    %scores = cortex_m.strided_matmul %q, %k {sizes = [1, 4, 8, 8, 2], lhs_start = 0, lhs_strides = [0, 2, 8], rhs_start = 0, rhs_strides = [0, 2, 8, 1], out_strides = [0, 64, 8], lhs_offset = 1, rhs_offset = 2, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x8xi8>, tensor<8x8xi8>) -> tensor<4x8x8xi8>
    %e = cortex_m.constant @exponentials : () -> tensor<256xi32>
    %p = cortex_m.softmax %scores exponentials(%e) {input_rescale = #cortex_m.rescale<1733357696, 20>, diff_min = -1984} : (tensor<4x8x8xi8>, tensor<256xi32>) -> tensor<4x8x8xi8>
    %y = cortex_m.strided_matmul %p, %v {sizes = [1, 4, 8, 2, 8], lhs_start = 0, lhs_strides = [0, 64, 8], rhs_start = 0, rhs_strides = [0, 2, 1, 8], out_strides = [0, 2, 8], lhs_offset = 128, rhs_offset = 4, output_offset = 5, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x8x8xi8>, tensor<8x8xi8>) -> tensor<8x8xi8>
    func.return %y : tensor<8x8xi8>
  }
}

// -----

// Scores of 16 bits stay a tensor.
// CHECK-LABEL: @wide_scores
// CHECK-NOT: cortex_m.attention
// CHECK: cortex_m.wide_softmax
builtin.module {
  ml_program.global private @exponentials(dense<1> : tensor<2x256xi32>) : tensor<2x256xi32>
  func.func @wide_scores(%q: tensor<8x8xi8>, %k: tensor<8x8xi8>, %v: tensor<8x8xi8>) -> tensor<8x8xi8> {
    %scores = cortex_m.strided_matmul %q, %k {sizes = [1, 4, 8, 8, 2], lhs_start = 0, lhs_strides = [0, 2, 8], rhs_start = 0, rhs_strides = [0, 2, 8, 1], out_strides = [0, 64, 8], lhs_offset = 1, rhs_offset = 2, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x8xi8>, tensor<8x8xi8>) -> tensor<4x8x8xi16>
    %e = cortex_m.constant @exponentials : () -> tensor<2x256xi32>
    %p = cortex_m.wide_softmax %scores, %e : (tensor<4x8x8xi16>, tensor<2x256xi32>) -> tensor<4x8x8xi8>
    %y = cortex_m.strided_matmul %p, %v {sizes = [1, 4, 8, 2, 8], lhs_start = 0, lhs_strides = [0, 64, 8], rhs_start = 0, rhs_strides = [0, 2, 1, 8], out_strides = [0, 2, 8], lhs_offset = 128, rhs_offset = 4, output_offset = 5, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x8x8xi8>, tensor<8x8xi8>) -> tensor<8x8xi8>
    func.return %y : tensor<8x8xi8>
  }
}
