// Two large values that become small are made one after the other, not both first.

func.func @main(%x: tensor<16xi8>) -> tensor<32xi8> {
  %a = cortex_m.copy %x {offset = 0, strides = [0, 1]} : (tensor<16xi8>) -> tensor<24x16xi8>
  %b = cortex_m.copy %x {offset = 0, strides = [0, 1]} : (tensor<16xi8>) -> tensor<16x16xi8>
  %c = cortex_m.copy %a {offset = 0, strides = [1]} : (tensor<24x16xi8>) -> tensor<32xi8>
  %d = cortex_m.copy %b {offset = 0, strides = [1]} : (tensor<16x16xi8>) -> tensor<32xi8>
  %y = cortex_m.mul %c, %d {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, -4>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<32xi8>, tensor<32xi8>) -> tensor<32xi8>
  func.return %y : tensor<32xi8>
}
