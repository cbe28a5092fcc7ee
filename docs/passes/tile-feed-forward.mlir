// Rows of a linear layer know nothing of one another: the hidden layer between two of them, and a table on it, exist for `rows` rows at a time (16 if not
// told otherwise).

ml_program.global private @w(dense<3> : tensor<12x4xi8>) : tensor<12x4xi8>
ml_program.global private @s(dense<7> : tensor<12xi32>) : tensor<12xi32>
ml_program.global private @v(dense<-5> : tensor<4x12xi8>) : tensor<4x12xi8>
ml_program.global private @t(dense<9> : tensor<4xi32>) : tensor<4xi32>
func.func @main(%x: tensor<20x4xi8>) -> tensor<20x4xi8> {
  %w = cortex_m.constant @w : () -> tensor<12x4xi8>
  %s = cortex_m.constant @s : () -> tensor<12xi32>
  %hidden = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = -128, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x4xi8>, tensor<12x4xi8>, tensor<12xi32>) -> tensor<20x12xi8>
  %v = cortex_m.constant @v : () -> tensor<4x12xi8>
  %t = cortex_m.constant @t : () -> tensor<4xi32>
  %y = cortex_m.linear %hidden, %v sums(%t) {input_offset = 128, weights_offset = 0, output_offset = 6, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x12xi8>, tensor<4x12xi8>, tensor<4xi32>) -> tensor<20x4xi8>
  func.return %y : tensor<20x4xi8>
}
