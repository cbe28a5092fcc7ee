// RUN: cmlir-opt %s --split-linears --split-input-file | filecheck %s

// CHECK: @s_query(dense<[1, 2]>
// CHECK: @s_key(dense<[3, 4]>
// CHECK: @s_value(dense<[5, 6]>
// CHECK-LABEL: @main
// CHECK: [[Q:%.*]] = cortex_m.linear %x, {{.*}}rescale = #cortex_m.rescale<[1500000000, 1510000000], [-8, -8]>
// CHECK: [[K:%.*]] = cortex_m.linear %x, {{.*}}rescale = #cortex_m.rescale<[1520000000, 1530000000], [-8, -8]>
// CHECK: [[V:%.*]] = cortex_m.linear %x, {{.*}}rescale = #cortex_m.rescale<[1540000000, 1550000000], [-8, -7]>
// CHECK: cortex_m.attention [[Q]], [[K]], [[V]], %e {sizes = [1, 2, 5, 5, 1, 1], block_rows = 5, query_start = 0, query_strides = [0, 1, 2], key_start = 0, key_strides = [0, 1, 2, 1], value_start = 0, value_strides = [0, 1, 1, 2], out_strides = [0, 1, 2]
builtin.module {
  ml_program.global private @w(dense<3> : tensor<6x4xi8>) : tensor<6x4xi8>
  ml_program.global private @s(dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>) : tensor<6xi32>
  ml_program.global private @exponentials(dense<1> : tensor<256xi32>) : tensor<256xi32>
  func.func @main(%x: tensor<5x4xi8>) -> tensor<5x2xi8> {
    %w = cortex_m.constant @w : () -> tensor<6x4xi8>
    %s = cortex_m.constant @s : () -> tensor<6xi32>
    %qkv = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = -3, rescale = #cortex_m.rescale<[1500000000, 1510000000, 1520000000, 1530000000, 1540000000, 1550000000], [-8, -8, -8, -8, -8, -7]>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<5x4xi8>, tensor<6x4xi8>, tensor<6xi32>) -> tensor<5x6xi8>
    %e = cortex_m.constant @exponentials : () -> tensor<256xi32>
    %y = cortex_m.attention %qkv, %qkv, %qkv, %e {sizes = [1, 2, 5, 5, 1, 1], block_rows = 5, query_start = 0, query_strides = [0, 1, 6], key_start = 2, key_strides = [0, 1, 6, 1], value_start = 4, value_strides = [0, 1, 1, 6], out_strides = [0, 1, 2], query_offset = 1, key_offset = 2, scores_offset = 3, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 4, output_offset = 5, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<5x6xi8>, tensor<5x6xi8>, tensor<5x6xi8>, tensor<256xi32>) -> tensor<5x2xi8>
    func.return %y : tensor<5x2xi8>
  }
}

// -----

// The packed tensor is wanted as well.
// CHECK-LABEL: @twice
// CHECK: %qkv = cortex_m.linear
// CHECK: cortex_m.attention %qkv, %qkv, %qkv
builtin.module {
  ml_program.global private @w(dense<3> : tensor<6x4xi8>) : tensor<6x4xi8>
  ml_program.global private @s(dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>) : tensor<6xi32>
  ml_program.global private @exponentials(dense<1> : tensor<256xi32>) : tensor<256xi32>
  func.func @twice(%x: tensor<5x4xi8>) -> (tensor<5x2xi8>, tensor<5x6xi8>) {
    %w = cortex_m.constant @w : () -> tensor<6x4xi8>
    %s = cortex_m.constant @s : () -> tensor<6xi32>
    %qkv = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = -3, rescale = #cortex_m.rescale<[1500000000, 1510000000, 1520000000, 1530000000, 1540000000, 1550000000], [-8, -8, -8, -8, -8, -7]>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<5x4xi8>, tensor<6x4xi8>, tensor<6xi32>) -> tensor<5x6xi8>
    %e = cortex_m.constant @exponentials : () -> tensor<256xi32>
    %y = cortex_m.attention %qkv, %qkv, %qkv, %e {sizes = [1, 2, 5, 5, 1, 1], block_rows = 5, query_start = 0, query_strides = [0, 1, 6], key_start = 2, key_strides = [0, 1, 6, 1], value_start = 4, value_strides = [0, 1, 1, 6], out_strides = [0, 1, 2], query_offset = 1, key_offset = 2, scores_offset = 3, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 4, output_offset = 5, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<5x6xi8>, tensor<5x6xi8>, tensor<5x6xi8>, tensor<256xi32>) -> tensor<5x2xi8>
    func.return %y, %qkv : tensor<5x2xi8>, tensor<5x6xi8>
  }
}

// -----

// Keys and values have a column in common.
// CHECK-LABEL: @shared
// CHECK: cortex_m.attention %qkv, %qkv, %qkv
builtin.module {
  ml_program.global private @w(dense<3> : tensor<6x4xi8>) : tensor<6x4xi8>
  ml_program.global private @s(dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>) : tensor<6xi32>
  ml_program.global private @exponentials(dense<1> : tensor<256xi32>) : tensor<256xi32>
  func.func @shared(%x: tensor<5x4xi8>) -> tensor<5x2xi8> {
    %w = cortex_m.constant @w : () -> tensor<6x4xi8>
    %s = cortex_m.constant @s : () -> tensor<6xi32>
    %qkv = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = -3, rescale = #cortex_m.rescale<[1500000000, 1510000000, 1520000000, 1530000000, 1540000000, 1550000000], [-8, -8, -8, -8, -8, -7]>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<5x4xi8>, tensor<6x4xi8>, tensor<6xi32>) -> tensor<5x6xi8>
    %e = cortex_m.constant @exponentials : () -> tensor<256xi32>
    %y = cortex_m.attention %qkv, %qkv, %qkv, %e {sizes = [1, 2, 5, 5, 1, 1], block_rows = 5, query_start = 0, query_strides = [0, 1, 6], key_start = 2, key_strides = [0, 1, 6, 1], value_start = 3, value_strides = [0, 1, 1, 6], out_strides = [0, 1, 2], query_offset = 1, key_offset = 2, scores_offset = 3, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 4, output_offset = 5, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<5x6xi8>, tensor<5x6xi8>, tensor<5x6xi8>, tensor<256xi32>) -> tensor<5x2xi8>
    func.return %y : tensor<5x2xi8>
  }
}

// -----

// Weights of 4 bits are split as those of 8.
// CHECK: @w_query(dense<{{\[\[0, 1, 2, 3\], \[4, 5, 6, 7\]\]}}> : tensor<2x4xi4>)
// CHECK: @w_key(dense<{{\[\[-8, -7, -6, -5\], \[-4, -3, -2, -1\]\]}}> : tensor<2x4xi4>)
// CHECK-LABEL: @packed
// CHECK-COUNT-3: cortex_m.linear %x, {{.*}}, tensor<2x4xi4>, tensor<2xi32>)
// CHECK: cortex_m.attention
builtin.module {
  ml_program.global private @w(dense<[[0, 1, 2, 3], [4, 5, 6, 7], [-8, -7, -6, -5], [-4, -3, -2, -1], [0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<6x4xi4>) : tensor<6x4xi4>
  ml_program.global private @s(dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>) : tensor<6xi32>
  ml_program.global private @exponentials(dense<1> : tensor<256xi32>) : tensor<256xi32>
  func.func @packed(%x: tensor<5x4xi8>) -> tensor<5x2xi8> {
    %w = cortex_m.constant @w : () -> tensor<6x4xi4>
    %s = cortex_m.constant @s : () -> tensor<6xi32>
    %qkv = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = -3, rescale = #cortex_m.rescale<[1500000000, 1510000000, 1520000000, 1530000000, 1540000000, 1550000000], [-8, -8, -8, -8, -8, -7]>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<5x4xi8>, tensor<6x4xi4>, tensor<6xi32>) -> tensor<5x6xi8>
    %e = cortex_m.constant @exponentials : () -> tensor<256xi32>
    %y = cortex_m.attention %qkv, %qkv, %qkv, %e {sizes = [1, 2, 5, 5, 1, 1], block_rows = 5, query_start = 0, query_strides = [0, 1, 6], key_start = 2, key_strides = [0, 1, 6, 1], value_start = 4, value_strides = [0, 1, 1, 6], out_strides = [0, 1, 2], query_offset = 1, key_offset = 2, scores_offset = 3, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 4, output_offset = 5, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<5x6xi8>, tensor<5x6xi8>, tensor<5x6xi8>, tensor<256xi32>) -> tensor<5x2xi8>
    func.return %y : tensor<5x2xi8>
  }
}
