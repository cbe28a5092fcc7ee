// RUN: cmlir-opt %s --save-memory --split-input-file | filecheck %s

// CHECK-LABEL: @attention
// CHECK: cortex_m.attention
builtin.module {
  ml_program.global private @exponentials(dense<1> : tensor<256xi32>) : tensor<256xi32>
  func.func @attention(%q: tensor<8x8xi8>, %k: tensor<8x8xi8>, %v: tensor<8x8xi8>) -> tensor<8x8xi8> {
    %scores = cortex_m.strided_matmul %q, %k {sizes = [1, 4, 8, 8, 2], lhs_start = 0, lhs_strides = [0, 2, 8], rhs_start = 0, rhs_strides = [0, 2, 8, 1], out_strides = [0, 64, 8], lhs_offset = 1, rhs_offset = 2, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x8xi8>, tensor<8x8xi8>) -> tensor<4x8x8xi8>
    %e = cortex_m.constant @exponentials : () -> tensor<256xi32>
    %p = cortex_m.softmax %scores exponentials(%e) {input_rescale = #cortex_m.rescale<1733357696, 20>, diff_min = -1984} : (tensor<4x8x8xi8>, tensor<256xi32>) -> tensor<4x8x8xi8>
    %y = cortex_m.strided_matmul %p, %v {sizes = [1, 4, 8, 2, 8], lhs_start = 0, lhs_strides = [0, 64, 8], rhs_start = 0, rhs_strides = [0, 2, 1, 8], out_strides = [0, 2, 8], lhs_offset = 128, rhs_offset = 4, output_offset = 5, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x8x8xi8>, tensor<8x8xi8>) -> tensor<8x8xi8>
    func.return %y : tensor<8x8xi8>
  }
}

// -----

// 240 bytes of a hidden layer, or a block of 192.
// CHECK-LABEL: @layers
// CHECK: cortex_m.feed_forward
builtin.module {
  ml_program.global private @w(dense<3> : tensor<12x4xi8>) : tensor<12x4xi8>
  ml_program.global private @s(dense<7> : tensor<12xi32>) : tensor<12xi32>
  ml_program.global private @v(dense<-5> : tensor<4x12xi8>) : tensor<4x12xi8>
  ml_program.global private @t(dense<9> : tensor<4xi32>) : tensor<4xi32>
  func.func @layers(%x: tensor<20x4xi8>) -> tensor<20x4xi8> {
    %w = cortex_m.constant @w : () -> tensor<12x4xi8>
    %s = cortex_m.constant @s : () -> tensor<12xi32>
    %hidden = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = -128, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x4xi8>, tensor<12x4xi8>, tensor<12xi32>) -> tensor<20x12xi8>
    %v = cortex_m.constant @v : () -> tensor<4x12xi8>
    %t = cortex_m.constant @t : () -> tensor<4xi32>
    %y = cortex_m.linear %hidden, %v sums(%t) {input_offset = 128, weights_offset = 0, output_offset = 6, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x12xi8>, tensor<4x12xi8>, tensor<4xi32>) -> tensor<20x4xi8>
    func.return %y : tensor<20x4xi8>
  }
}

// -----

// The hidden layer fits into the memory of another output, which nothing needs yet.
// CHECK-LABEL: @lent
// CHECK-NOT: cortex_m.feed_forward
// CHECK: func.return
builtin.module {
  ml_program.global private @w(dense<3> : tensor<12x4xi8>) : tensor<12x4xi8>
  ml_program.global private @s(dense<7> : tensor<12xi32>) : tensor<12xi32>
  ml_program.global private @v(dense<-5> : tensor<4x12xi8>) : tensor<4x12xi8>
  ml_program.global private @t(dense<9> : tensor<4xi32>) : tensor<4xi32>
  func.func @lent(%x: tensor<20x4xi8>) -> (tensor<20x4xi8>, tensor<20x20xi8>) {
    %w = cortex_m.constant @w : () -> tensor<12x4xi8>
    %s = cortex_m.constant @s : () -> tensor<12xi32>
    %hidden = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = -128, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x4xi8>, tensor<12x4xi8>, tensor<12xi32>) -> tensor<20x12xi8>
    %v = cortex_m.constant @v : () -> tensor<4x12xi8>
    %t = cortex_m.constant @t : () -> tensor<4xi32>
    %y = cortex_m.linear %hidden, %v sums(%t) {input_offset = 128, weights_offset = 0, output_offset = 6, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x12xi8>, tensor<4x12xi8>, tensor<4xi32>) -> tensor<20x4xi8>
    %z = cortex_m.copy %y {offset = 0, strides = [4, 0]} : (tensor<20x4xi8>) -> tensor<20x20xi8>
    func.return %y, %z : tensor<20x4xi8>, tensor<20x20xi8>
  }
}

// -----

// Of three layers with one input, the last takes its place.
// CHECK-LABEL: @in_place
// CHECK: cortex_m.linear %x
// CHECK: cortex_m.linear %x
// CHECK: cortex_m.blocked_linear %x
// CHECK-NEXT: cortex_m.constant @e
// CHECK-NEXT: cortex_m.attention
builtin.module attributes {cmlir.overwrite_inputs = true} {
  ml_program.global private @e(dense<1> : tensor<256xi32>) : tensor<256xi32>
  ml_program.global private @w(dense<3> : tensor<4x4xi8>) : tensor<4x4xi8>
  ml_program.global private @s(dense<7> : tensor<4xi32>) : tensor<4xi32>
  func.func @in_place(%x: tensor<20x4xi8>) -> tensor<20x4xi8> {
    %w = cortex_m.constant @w : () -> tensor<4x4xi8>
    %s = cortex_m.constant @s : () -> tensor<4xi32>
    %a = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = -3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x4xi8>, tensor<4x4xi8>, tensor<4xi32>) -> tensor<20x4xi8>
    %b = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = -3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x4xi8>, tensor<4x4xi8>, tensor<4xi32>) -> tensor<20x4xi8>
    %c = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = -3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x4xi8>, tensor<4x4xi8>, tensor<4xi32>) -> tensor<20x4xi8>
    %e = cortex_m.constant @e : () -> tensor<256xi32>
    %y = cortex_m.attention %a, %b, %c, %e {sizes = [1, 2, 20, 20, 2, 2], block_rows = 20, query_start = 0, query_strides = [0, 2, 4], key_start = 0, key_strides = [0, 2, 4, 1], value_start = 0, value_strides = [0, 2, 1, 4], out_strides = [0, 2, 4], query_offset = 1, key_offset = 2, scores_offset = 3, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 4, output_offset = 5, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x4xi8>, tensor<20x4xi8>, tensor<20x4xi8>, tensor<256xi32>) -> tensor<20x4xi8>
    func.return %y : tensor<20x4xi8>
  }
}
