// Values become memory, and every kernel call writes into a buffer that it is given.

func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %a = cortex_m.quantize %x {scale = 0.1, zero_point = 0, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8xf32>) -> tensor<8xi8>
  %b = cortex_m.mul %a, %a {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, -4>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<8xi8>, tensor<8xi8>) -> tensor<8xi8>
  %y = cortex_m.dequantize %b {scale = 0.1, zero_point = 0} : (tensor<8xi8>) -> tensor<8xf32>
  func.return %y : tensor<8xf32>
}
