// RUN: cmlir-opt %s -p "block-linears{layers=1}" | filecheck %s

// CHECK: %z = cortex_m.linear %x
// CHECK: cortex_m.blocked_linear %z
builtin.module {
  ml_program.global private @w(dense<3> : tensor<4x4xi8>) : tensor<4x4xi8>
  ml_program.global private @s(dense<7> : tensor<4xi32>) : tensor<4xi32>
  func.func @main(%x: tensor<20x4xi8>) -> tensor<20x4xi8> {
    %w = cortex_m.constant @w : () -> tensor<4x4xi8>
    %s = cortex_m.constant @s : () -> tensor<4xi32>
    %z = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = -3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x4xi8>, tensor<4x4xi8>, tensor<4xi32>) -> tensor<20x4xi8>
    %y = cortex_m.linear %z, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = -3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x4xi8>, tensor<4x4xi8>, tensor<4xi32>) -> tensor<20x4xi8>
    func.return %y : tensor<20x4xi8>
  }
}
