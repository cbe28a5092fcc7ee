// Queries, keys and values that one layer makes are one tensor, which lives until the last of them is read. Three layers make them one by one; then the
// result of the attention may take the place of the queries. Weights and numbers are cut at compile time.

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
