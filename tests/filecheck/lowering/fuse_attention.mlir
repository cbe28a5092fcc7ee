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

// Scores of 16 bits.
// CHECK-LABEL: @wide_scores
// CHECK: cortex_m.attention %q, %k, %v, %e {sizes = [1, 8, 8, 8, 1, 1], {{.*}} : (tensor<8x8xi8>, tensor<8x8xi8>, tensor<8x8xi8>, tensor<2x256xi32>) -> tensor<8x8xi8>
// CHECK-NOT: cortex_m.wide_softmax
builtin.module {
  ml_program.global private @exponentials(dense<1> : tensor<2x256xi32>) : tensor<2x256xi32>
  func.func @wide_scores(%q: tensor<8x8xi8>, %k: tensor<8x8xi8>, %v: tensor<8x8xi8>) -> tensor<8x8xi8> {
    %scores = cortex_m.strided_matmul %q, %k {sizes = [1, 8, 8, 8, 1], lhs_start = 0, lhs_strides = [0, 1, 8], rhs_start = 0, rhs_strides = [0, 1, 8, 1], out_strides = [0, 64, 8], lhs_offset = 1, rhs_offset = 2, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-32768, 32767>} : (tensor<8x8xi8>, tensor<8x8xi8>) -> tensor<8x8x8xi16>
    %e = cortex_m.constant @exponentials : () -> tensor<2x256xi32>
    %p = cortex_m.wide_softmax %scores, %e : (tensor<8x8x8xi16>, tensor<2x256xi32>) -> tensor<8x8x8xi8>
    %y = cortex_m.strided_matmul %p, %v {sizes = [1, 8, 8, 1, 8], lhs_start = 0, lhs_strides = [0, 64, 8], rhs_start = 0, rhs_strides = [0, 1, 1, 8], out_strides = [0, 1, 8], lhs_offset = 128, rhs_offset = 4, output_offset = 5, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x8x8xi8>, tensor<8x8xi8>) -> tensor<8x8xi8>
    func.return %y : tensor<8x8xi8>
  }
}

// -----

// A causal mask is a diagonal of the attention.
// CHECK-LABEL: @causal
// CHECK: cortex_m.attention %q, %k, %v, %e {sizes = [1, 4, 8, 8, 2, 2], {{.*}}, diagonal = 0} :
// CHECK-NOT: cortex_m.masked_softmax
builtin.module {
  ml_program.global private @exponentials(dense<1> : tensor<256xi32>) : tensor<256xi32>
  func.func @causal(%q: tensor<8x8xi8>, %k: tensor<8x8xi8>, %v: tensor<8x8xi8>) -> tensor<8x8xi8> {
    %scores = cortex_m.strided_matmul %q, %k {sizes = [1, 4, 8, 8, 2], lhs_start = 0, lhs_strides = [0, 2, 8], rhs_start = 0, rhs_strides = [0, 2, 8, 1], out_strides = [0, 64, 8], lhs_offset = 1, rhs_offset = 2, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x8xi8>, tensor<8x8xi8>) -> tensor<4x8x8xi8>
    %e = cortex_m.constant @exponentials : () -> tensor<256xi32>
    %s = cortex_m.view %scores {offset = 0} : (tensor<4x8x8xi8>) -> tensor<4x8x8xi8>
    %p = cortex_m.masked_softmax %s, %e {diagonal = 0} : (tensor<4x8x8xi8>, tensor<256xi32>) -> tensor<4x8x8xi8>
    %w = cortex_m.view %p {offset = 0} : (tensor<4x8x8xi8>) -> tensor<4x8x8xi8>
    %y = cortex_m.strided_matmul %w, %v {sizes = [1, 4, 8, 2, 8], lhs_start = 0, lhs_strides = [0, 64, 8], rhs_start = 0, rhs_strides = [0, 2, 1, 8], out_strides = [0, 2, 8], lhs_offset = 128, rhs_offset = 4, output_offset = 5, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x8x8xi8>, tensor<8x8xi8>) -> tensor<8x8xi8>
    func.return %y : tensor<8x8xi8>
  }
}

// -----

// Of a mask of the keys, the heads and rows that it repeats along are apart again.
// CHECK-LABEL: @keys
// CHECK: cortex_m.attention %q, %k, %v, %e mask(%m) {{.*}}, mask_offset = 3, mask_strides = [0, 0, 0, 1]} :
builtin.module {
  ml_program.global private @exponentials(dense<1> : tensor<256xi32>) : tensor<256xi32>
  func.func @keys(%q: tensor<8x8xi8>, %k: tensor<8x8xi8>, %v: tensor<8x8xi8>, %m: tensor<11xi1>) -> tensor<8x8xi8> {
    %scores = cortex_m.strided_matmul %q, %k {sizes = [1, 4, 8, 8, 2], lhs_start = 0, lhs_strides = [0, 2, 8], rhs_start = 0, rhs_strides = [0, 2, 8, 1], out_strides = [0, 64, 8], lhs_offset = 1, rhs_offset = 2, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x8xi8>, tensor<8x8xi8>) -> tensor<4x8x8xi8>
    %e = cortex_m.constant @exponentials : () -> tensor<256xi32>
    %s = cortex_m.view %scores {offset = 0} : (tensor<4x8x8xi8>) -> tensor<32x8xi8>
    %p = cortex_m.masked_softmax %s, %e mask(%m) {mask_offset = 3, mask_strides = [0, 1]} : (tensor<32x8xi8>, tensor<256xi32>, tensor<11xi1>) -> tensor<32x8xi8>
    %w = cortex_m.view %p {offset = 0} : (tensor<32x8xi8>) -> tensor<4x8x8xi8>
    %y = cortex_m.strided_matmul %w, %v {sizes = [1, 4, 8, 2, 8], lhs_start = 0, lhs_strides = [0, 64, 8], rhs_start = 0, rhs_strides = [0, 2, 1, 8], out_strides = [0, 2, 8], lhs_offset = 128, rhs_offset = 4, output_offset = 5, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x8x8xi8>, tensor<8x8xi8>) -> tensor<8x8xi8>
    func.return %y : tensor<8x8xi8>
  }
}

// -----

// One for each head, and a diagonal.
// CHECK-LABEL: @heads
// CHECK: cortex_m.attention %q, %k, %v, %e mask(%m) {{.*}}, mask_offset = 0, mask_strides = [0, 64, 8, 1], diagonal = 1} :
builtin.module {
  ml_program.global private @exponentials(dense<1> : tensor<256xi32>) : tensor<256xi32>
  func.func @heads(%q: tensor<8x8xi8>, %k: tensor<8x8xi8>, %v: tensor<8x8xi8>, %m: tensor<4x8x8xi1>) -> tensor<8x8xi8> {
    %scores = cortex_m.strided_matmul %q, %k {sizes = [1, 4, 8, 8, 2], lhs_start = 0, lhs_strides = [0, 2, 8], rhs_start = 0, rhs_strides = [0, 2, 8, 1], out_strides = [0, 64, 8], lhs_offset = 1, rhs_offset = 2, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x8xi8>, tensor<8x8xi8>) -> tensor<4x8x8xi8>
    %e = cortex_m.constant @exponentials : () -> tensor<256xi32>
    %s = cortex_m.view %scores {offset = 0} : (tensor<4x8x8xi8>) -> tensor<4x8x8xi8>
    %p = cortex_m.masked_softmax %s, %e mask(%m) {mask_offset = 0, mask_strides = [64, 8, 1], diagonal = 1} : (tensor<4x8x8xi8>, tensor<256xi32>, tensor<4x8x8xi1>) -> tensor<4x8x8xi8>
    %w = cortex_m.view %p {offset = 0} : (tensor<4x8x8xi8>) -> tensor<4x8x8xi8>
    %y = cortex_m.strided_matmul %w, %v {sizes = [1, 4, 8, 2, 8], lhs_start = 0, lhs_strides = [0, 64, 8], rhs_start = 0, rhs_strides = [0, 2, 1, 8], out_strides = [0, 2, 8], lhs_offset = 128, rhs_offset = 4, output_offset = 5, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x8x8xi8>, tensor<8x8xi8>) -> tensor<8x8xi8>
    func.return %y : tensor<8x8xi8>
  }
}

// -----

// Other rows than those of the scores have another diagonal.
// CHECK-LABEL: @other_rows
// CHECK-NOT: cortex_m.attention
// CHECK: cortex_m.masked_softmax
builtin.module {
  ml_program.global private @exponentials(dense<1> : tensor<256xi32>) : tensor<256xi32>
  func.func @other_rows(%q: tensor<8x8xi8>, %k: tensor<8x8xi8>, %v: tensor<8x8xi8>) -> tensor<8x8xi8> {
    %scores = cortex_m.strided_matmul %q, %k {sizes = [1, 4, 8, 8, 2], lhs_start = 0, lhs_strides = [0, 2, 8], rhs_start = 0, rhs_strides = [0, 2, 8, 1], out_strides = [0, 64, 8], lhs_offset = 1, rhs_offset = 2, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x8xi8>, tensor<8x8xi8>) -> tensor<4x8x8xi8>
    %e = cortex_m.constant @exponentials : () -> tensor<256xi32>
    %s = cortex_m.view %scores {offset = 0} : (tensor<4x8x8xi8>) -> tensor<32x8xi8>
    %p = cortex_m.masked_softmax %s, %e {diagonal = 0} : (tensor<32x8xi8>, tensor<256xi32>) -> tensor<32x8xi8>
    %w = cortex_m.view %p {offset = 0} : (tensor<32x8xi8>) -> tensor<4x8x8xi8>
    %y = cortex_m.strided_matmul %w, %v {sizes = [1, 4, 8, 2, 8], lhs_start = 0, lhs_strides = [0, 64, 8], rhs_start = 0, rhs_strides = [0, 2, 1, 8], out_strides = [0, 2, 8], lhs_offset = 128, rhs_offset = 4, output_offset = 5, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x8x8xi8>, tensor<8x8xi8>) -> tensor<8x8xi8>
    func.return %y : tensor<8x8xi8>
  }
}

// -----

// The attention has no other parameters of probabilities.
// CHECK-LABEL: @rescaled
// CHECK-NOT: cortex_m.attention
// CHECK: cortex_m.masked_softmax
builtin.module {
  ml_program.global private @exponentials(dense<1> : tensor<256xi32>) : tensor<256xi32>
  func.func @rescaled(%q: tensor<8x8xi8>, %k: tensor<8x8xi8>, %v: tensor<8x8xi8>) -> tensor<8x8xi8> {
    %scores = cortex_m.strided_matmul %q, %k {sizes = [1, 4, 8, 8, 2], lhs_start = 0, lhs_strides = [0, 2, 8], rhs_start = 0, rhs_strides = [0, 2, 8, 1], out_strides = [0, 64, 8], lhs_offset = 1, rhs_offset = 2, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x8xi8>, tensor<8x8xi8>) -> tensor<4x8x8xi8>
    %e = cortex_m.constant @exponentials : () -> tensor<256xi32>
    %s = cortex_m.view %scores {offset = 0} : (tensor<4x8x8xi8>) -> tensor<4x8x8xi8>
    %p = cortex_m.masked_softmax %s, %e {diagonal = 0, output_rescale = #cortex_m.rescale<1518500250, -8>, output_offset = 0} : (tensor<4x8x8xi8>, tensor<256xi32>) -> tensor<4x8x8xi8>
    %w = cortex_m.view %p {offset = 0} : (tensor<4x8x8xi8>) -> tensor<4x8x8xi8>
    %y = cortex_m.strided_matmul %w, %v {sizes = [1, 4, 8, 2, 8], lhs_start = 0, lhs_strides = [0, 64, 8], rhs_start = 0, rhs_strides = [0, 2, 1, 8], out_strides = [0, 2, 8], lhs_offset = 128, rhs_offset = 4, output_offset = 5, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x8x8xi8>, tensor<8x8xi8>) -> tensor<8x8xi8>
    func.return %y : tensor<8x8xi8>
  }
}

// -----

// Pairs of rows share a row of the mask: no stride says that of the rows of a head.
// CHECK-LABEL: @no_strides
// CHECK-NOT: cortex_m.attention
// CHECK: cortex_m.masked_softmax
builtin.module {
  ml_program.global private @exponentials(dense<1> : tensor<256xi32>) : tensor<256xi32>
  func.func @no_strides(%q: tensor<8x8xi8>, %k: tensor<8x8xi8>, %v: tensor<8x8xi8>, %m: tensor<16xi1>) -> tensor<8x8xi8> {
    %scores = cortex_m.strided_matmul %q, %k {sizes = [1, 4, 8, 8, 2], lhs_start = 0, lhs_strides = [0, 2, 8], rhs_start = 0, rhs_strides = [0, 2, 8, 1], out_strides = [0, 64, 8], lhs_offset = 1, rhs_offset = 2, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x8xi8>, tensor<8x8xi8>) -> tensor<4x8x8xi8>
    %e = cortex_m.constant @exponentials : () -> tensor<256xi32>
    %s = cortex_m.view %scores {offset = 0} : (tensor<4x8x8xi8>) -> tensor<8x2x2x8xi8>
    %p = cortex_m.masked_softmax %s, %e mask(%m) {mask_offset = 0, mask_strides = [0, 8, 0, 1]} : (tensor<8x2x2x8xi8>, tensor<256xi32>, tensor<16xi1>) -> tensor<8x2x2x8xi8>
    %w = cortex_m.view %p {offset = 0} : (tensor<8x2x2x8xi8>) -> tensor<4x8x8xi8>
    %y = cortex_m.strided_matmul %w, %v {sizes = [1, 4, 8, 2, 8], lhs_start = 0, lhs_strides = [0, 64, 8], rhs_start = 0, rhs_strides = [0, 2, 1, 8], out_strides = [0, 2, 8], lhs_offset = 128, rhs_offset = 4, output_offset = 5, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x8x8xi8>, tensor<8x8xi8>) -> tensor<8x8xi8>
    func.return %y : tensor<8x8xi8>
  }
}
