// Between the two products of an attention lie two tensors of [heads, rows, columns]. Computed by blocks of rows, head by head, neither exists; and the
// result may take the place of the queries. Masks, a causal diagonal and scores of 16 bits go along; what the diagonal hides from a whole block is then not computed at all.

ml_program.global private @exponentials(dense<1> : tensor<256xi32>) : tensor<256xi32>
func.func @main(%q: tensor<8x8xi8>, %k: tensor<8x8xi8>, %v: tensor<8x8xi8>) -> tensor<8x8xi8> {
  %scores = cortex_m.strided_matmul %q, %k {sizes = [1, 4, 8, 8, 2], lhs_start = 0, lhs_strides = [0, 2, 8], rhs_start = 0, rhs_strides = [0, 2, 8, 1], out_strides = [0, 64, 8], lhs_offset = 1, rhs_offset = 2, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8x8xi8>, tensor<8x8xi8>) -> tensor<4x8x8xi8>
  %e = cortex_m.constant @exponentials : () -> tensor<256xi32>
  %p = cortex_m.softmax %scores exponentials(%e) {input_rescale = #cortex_m.rescale<1733357696, 20>, diff_min = -1984} : (tensor<4x8x8xi8>, tensor<256xi32>) -> tensor<4x8x8xi8>
  %y = cortex_m.strided_matmul %p, %v {sizes = [1, 4, 8, 2, 8], lhs_start = 0, lhs_strides = [0, 64, 8], rhs_start = 0, rhs_strides = [0, 2, 1, 8], out_strides = [0, 2, 8], lhs_offset = 128, rhs_offset = 4, output_offset = 5, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x8x8xi8>, tensor<8x8xi8>) -> tensor<8x8xi8>
  func.return %y : tensor<8x8xi8>
}
