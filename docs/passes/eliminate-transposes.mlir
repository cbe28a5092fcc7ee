// The heads of attention are columns of a row. The strided product reads them where they are, and writes what it makes where it belongs.

func.func @main(%x: tensor<4x6xi8>, %k: tensor<5x6xi8>) -> tensor<2x4x5xi8> {
  %0 = cortex_m.view %x {offset = 0} : (tensor<4x6xi8>) -> tensor<4x2x3xi8>
  %1 = cortex_m.transpose %0 {permutation = [1, 0, 2]} : (tensor<4x2x3xi8>) -> tensor<2x4x3xi8>
  %2 = cortex_m.view %k {offset = 0} : (tensor<5x6xi8>) -> tensor<5x2x3xi8>
  %3 = cortex_m.transpose %2 {permutation = [1, 0, 2]} : (tensor<5x2x3xi8>) -> tensor<2x5x3xi8>
  %4 = cortex_m.batch_matmul %1, %3 {lhs_offset = 1, rhs_offset = 2, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x4x3xi8>, tensor<2x5x3xi8>) -> tensor<2x4x5xi8>
  func.return %4 : tensor<2x4x5xi8>
}
