// A table on a linear layer's codes is looked up before they are stored, which saves reading and writing them once more. The layer's clamp becomes part of
// the table. For layers of four rows or more, on targets with MVE: elsewhere a pass of its own costs no more.

ml_program.global private @w(dense<3> : tensor<12x4xi8>) : tensor<12x4xi8>
ml_program.global private @s(dense<7> : tensor<12xi32>) : tensor<12xi32>
func.func @main(%x: tensor<20x4xi8>) -> tensor<20x12xi8> {
  %w = cortex_m.constant @w : () -> tensor<12x4xi8>
  %s = cortex_m.constant @s : () -> tensor<12xi32>
  %codes = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = 5, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x4xi8>, tensor<12x4xi8>, tensor<12xi32>) -> tensor<20x12xi8>
  %y = cortex_m.table %codes {table = dense<"0xF0F0F0F0F0F0F0F0F1F1F1F1F1F1F1F1F2F2F2F2F2F2F2F2F3F3F3F3F3F3F3F3F4F4F4F4F4F4F4F4F5F5F5F5F5F5F5F5F6F6F6F6F6F6F6F6F7F7F7F7F7F7F7F7F8F8F8F8F8F8F8F8F9F9F9F9F9F9F9F9FAFAFAFAFAFAFAFAFBFBFBFBFBFBFBFBFCFCFCFCFCFCFCFCFDFDFDFDFDFDFDFDFEFEFEFEFEFEFEFEFFFFFFFFFFFFFFFF000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F"> : tensor<256xi8>} : (tensor<20x12xi8>) -> tensor<20x12xi8>
  func.return %y : tensor<20x12xi8>
}
