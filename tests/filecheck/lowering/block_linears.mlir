// RUN: cmlir-opt %s --block-linears --split-input-file | filecheck %s

// CHECK-LABEL: @main
// CHECK: %y = cortex_m.blocked_linear %x, %w, %s {block_rows = 16, weights_offset = 0, output_offset = -3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x4xi8>, tensor<4x4xi8>, tensor<4xi32>) -> tensor<20x4xi8>
builtin.module {
  ml_program.global private @w(dense<3> : tensor<4x4xi8>) : tensor<4x4xi8>
  ml_program.global private @s(dense<7> : tensor<4xi32>) : tensor<4xi32>
  func.func @main(%x: tensor<20x4xi8>) -> tensor<20x4xi8> {
    %w = cortex_m.constant @w : () -> tensor<4x4xi8>
    %s = cortex_m.constant @s : () -> tensor<4xi32>
    %y = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = -3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x4xi8>, tensor<4x4xi8>, tensor<4xi32>) -> tensor<20x4xi8>
    func.return %y : tensor<20x4xi8>
  }
}

// -----

// The result is wider than the input.
// CHECK-LABEL: @wide
// CHECK: cortex_m.linear
builtin.module {
  ml_program.global private @w(dense<3> : tensor<5x4xi8>) : tensor<5x4xi8>
  ml_program.global private @s(dense<7> : tensor<5xi32>) : tensor<5xi32>
  func.func @wide(%x: tensor<20x4xi8>) -> tensor<20x5xi8> {
    %w = cortex_m.constant @w : () -> tensor<5x4xi8>
    %s = cortex_m.constant @s : () -> tensor<5xi32>
    %y = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = -3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x4xi8>, tensor<5x4xi8>, tensor<5xi32>) -> tensor<20x5xi8>
    func.return %y : tensor<20x5xi8>
  }
}

// -----

// No more rows than a block has.
// CHECK-LABEL: @few
// CHECK: cortex_m.linear
builtin.module {
  ml_program.global private @w(dense<3> : tensor<4x4xi8>) : tensor<4x4xi8>
  ml_program.global private @s(dense<7> : tensor<4xi32>) : tensor<4xi32>
  func.func @few(%x: tensor<16x4xi8>) -> tensor<16x4xi8> {
    %w = cortex_m.constant @w : () -> tensor<4x4xi8>
    %s = cortex_m.constant @s : () -> tensor<4xi32>
    %y = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = -3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<16x4xi8>, tensor<4x4xi8>, tensor<4xi32>) -> tensor<16x4xi8>
    func.return %y : tensor<16x4xi8>
  }
}

// -----

// CHECK-LABEL: @cmsis_nn
// CHECK: cortex_m.linear
builtin.module attributes {cortex_m.kernels = "cmsis-nn"} {
  ml_program.global private @w(dense<3> : tensor<4x4xi8>) : tensor<4x4xi8>
  ml_program.global private @s(dense<7> : tensor<4xi32>) : tensor<4xi32>
  func.func @cmsis_nn(%x: tensor<20x4xi8>) -> tensor<20x4xi8> {
    %w = cortex_m.constant @w : () -> tensor<4x4xi8>
    %s = cortex_m.constant @s : () -> tensor<4xi32>
    %y = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = -3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x4xi8>, tensor<4x4xi8>, tensor<4xi32>) -> tensor<20x4xi8>
    func.return %y : tensor<20x4xi8>
  }
}

// -----

// Weights of 4 bits: the kernel by blocks reads those of 8.
// CHECK-LABEL: @packed
// CHECK: cortex_m.linear
builtin.module {
  ml_program.global private @w(dense<3> : tensor<4x4xi4>) : tensor<4x4xi4>
  ml_program.global private @s(dense<7> : tensor<4xi32>) : tensor<4xi32>
  func.func @packed(%x: tensor<20x4xi8>) -> tensor<20x4xi8> {
    %w = cortex_m.constant @w : () -> tensor<4x4xi4>
    %s = cortex_m.constant @s : () -> tensor<4xi32>
    %y = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = -3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x4xi8>, tensor<4x4xi4>, tensor<4xi32>) -> tensor<20x4xi8>
    func.return %y : tensor<20x4xi8>
  }
}
