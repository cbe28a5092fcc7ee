// RUN: cmlir-opt %s --tile-feed-forward --split-input-file | filecheck %s

// CHECK-LABEL: @main
// CHECK: %y = cortex_m.feed_forward %x, %w, %s, %v, %t {block_rows = 16, hidden_weights_offset = 0, hidden_output_offset = -128, hidden_rescale = #cortex_m.rescale<1518500250, -8>, hidden_clamp = #cortex_m.clamp<-128, 127>, weights_offset = 0, output_offset = 6, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x4xi8>, tensor<12x4xi8>, tensor<12xi32>, tensor<4x12xi8>, tensor<4xi32>) -> tensor<20x4xi8>
builtin.module {
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
}

// -----

// A table between the layers, and rows that are seen in another shape.
// CHECK-LABEL: @table
// CHECK: [[Y:%.*]] = cortex_m.feed_forward %x, %w, %s, %v, %t {block_rows = 16, {{.*}}, table = dense<"0x00050A
// CHECK-NEXT: cortex_m.view [[Y]] {offset = 0} : (tensor<20x4xi8>) -> tensor<4x5x4xi8>
builtin.module {
  ml_program.global private @w(dense<3> : tensor<12x4xi8>) : tensor<12x4xi8>
  ml_program.global private @s(dense<7> : tensor<12xi32>) : tensor<12xi32>
  ml_program.global private @v(dense<-5> : tensor<4x12xi8>) : tensor<4x12xi8>
  ml_program.global private @t(dense<9> : tensor<4xi32>) : tensor<4xi32>
  func.func @table(%x: tensor<20x4xi8>) -> tensor<4x5x4xi8> {
    %w = cortex_m.constant @w : () -> tensor<12x4xi8>
    %s = cortex_m.constant @s : () -> tensor<12xi32>
    %hidden = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = -128, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x4xi8>, tensor<12x4xi8>, tensor<12xi32>) -> tensor<20x12xi8>
    %f = cortex_m.table %hidden {table = dense<"0x00050A0F14191E23282D32373C41464B50555A5F64696E73787D82878C91969BA0A5AAAFB4B9BEC3C8CDD2D7DCE1E6EBF0F5FAFF04090E13181D22272C31363B40454A4F54595E63686D72777C81868B90959A9FA4A9AEB3B8BDC2C7CCD1D6DBE0E5EAEFF4F9FE03080D12171C21262B30353A3F44494E53585D62676C71767B80858A8F94999EA3A8ADB2B7BCC1C6CBD0D5DADFE4E9EEF3F8FD02070C11161B20252A2F34393E43484D52575C61666B70757A7F84898E93989DA2A7ACB1B6BBC0C5CACFD4D9DEE3E8EDF2F7FC01060B10151A1F24292E33383D42474C51565B60656A6F74797E83888D92979CA1A6ABB0B5BABFC4C9CED3D8DDE2E7ECF1F6FB"> : tensor<256xi8>} : (tensor<20x12xi8>) -> tensor<20x12xi8>
    %g = cortex_m.view %f {offset = 0} : (tensor<20x12xi8>) -> tensor<4x5x12xi8>
    %v = cortex_m.constant @v : () -> tensor<4x12xi8>
    %t = cortex_m.constant @t : () -> tensor<4xi32>
    %y = cortex_m.linear %g, %v sums(%t) {input_offset = 128, weights_offset = 0, output_offset = 6, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x5x12xi8>, tensor<4x12xi8>, tensor<4xi32>) -> tensor<4x5x4xi8>
    func.return %y : tensor<4x5x4xi8>
  }
}

// -----

// Without MVE layers have a bias: 7 + 1 * 4 * 3 and 9 + 128 * 12 * -5.
// CHECK: @w_sums(dense<19> : tensor<12xi32>)
// CHECK: @v_sums(dense<-7671> : tensor<4xi32>)
// CHECK-LABEL: @bias
// CHECK: [[S:%.*]] = cortex_m.constant @w_sums
// CHECK: [[T:%.*]] = cortex_m.constant @v_sums
// CHECK: cortex_m.feed_forward %x, %w, [[S]], %v, [[T]] {
builtin.module attributes {cortex_m.target = "cortex-m4"} {
  ml_program.global private @w(dense<3> : tensor<12x4xi8>) : tensor<12x4xi8>
  ml_program.global private @s(dense<7> : tensor<12xi32>) : tensor<12xi32>
  ml_program.global private @v(dense<-5> : tensor<4x12xi8>) : tensor<4x12xi8>
  ml_program.global private @t(dense<9> : tensor<4xi32>) : tensor<4xi32>
  func.func @bias(%x: tensor<20x4xi8>) -> tensor<20x4xi8> {
    %w = cortex_m.constant @w : () -> tensor<12x4xi8>
    %s = cortex_m.constant @s : () -> tensor<12xi32>
    %hidden = cortex_m.linear %x, %w bias(%s) {input_offset = 1, weights_offset = 0, output_offset = -128, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x4xi8>, tensor<12x4xi8>, tensor<12xi32>) -> tensor<20x12xi8>
    %v = cortex_m.constant @v : () -> tensor<4x12xi8>
    %t = cortex_m.constant @t : () -> tensor<4xi32>
    %y = cortex_m.linear %hidden, %v bias(%t) {input_offset = 128, weights_offset = 0, output_offset = 6, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x12xi8>, tensor<4x12xi8>, tensor<4xi32>) -> tensor<20x4xi8>
    func.return %y : tensor<20x4xi8>
  }
}

// -----

// The hidden layer is wanted as well.
// CHECK-LABEL: @twice
// CHECK-NOT: cortex_m.feed_forward
// CHECK: func.return
builtin.module {
  ml_program.global private @w(dense<3> : tensor<12x4xi8>) : tensor<12x4xi8>
  ml_program.global private @s(dense<7> : tensor<12xi32>) : tensor<12xi32>
  ml_program.global private @v(dense<-5> : tensor<4x12xi8>) : tensor<4x12xi8>
  ml_program.global private @t(dense<9> : tensor<4xi32>) : tensor<4xi32>
  func.func @twice(%x: tensor<20x4xi8>) -> (tensor<20x4xi8>, tensor<20x12xi8>) {
    %w = cortex_m.constant @w : () -> tensor<12x4xi8>
    %s = cortex_m.constant @s : () -> tensor<12xi32>
    %hidden = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = -128, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x4xi8>, tensor<12x4xi8>, tensor<12xi32>) -> tensor<20x12xi8>
    %v = cortex_m.constant @v : () -> tensor<4x12xi8>
    %t = cortex_m.constant @t : () -> tensor<4xi32>
    %y = cortex_m.linear %hidden, %v sums(%t) {input_offset = 128, weights_offset = 0, output_offset = 6, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x12xi8>, tensor<4x12xi8>, tensor<4xi32>) -> tensor<20x4xi8>
    func.return %y, %hidden : tensor<20x4xi8>, tensor<20x12xi8>
  }
}

// -----

// No more rows than a block has.
// CHECK-LABEL: @few
// CHECK-NOT: cortex_m.feed_forward
// CHECK: func.return
builtin.module {
  ml_program.global private @w(dense<3> : tensor<12x4xi8>) : tensor<12x4xi8>
  ml_program.global private @s(dense<7> : tensor<12xi32>) : tensor<12xi32>
  ml_program.global private @v(dense<-5> : tensor<4x12xi8>) : tensor<4x12xi8>
  ml_program.global private @t(dense<9> : tensor<4xi32>) : tensor<4xi32>
  func.func @few(%x: tensor<16x4xi8>) -> tensor<16x4xi8> {
    %w = cortex_m.constant @w : () -> tensor<12x4xi8>
    %s = cortex_m.constant @s : () -> tensor<12xi32>
    %hidden = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = -128, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<16x4xi8>, tensor<12x4xi8>, tensor<12xi32>) -> tensor<16x12xi8>
    %v = cortex_m.constant @v : () -> tensor<4x12xi8>
    %t = cortex_m.constant @t : () -> tensor<4xi32>
    %y = cortex_m.linear %hidden, %v sums(%t) {input_offset = 128, weights_offset = 0, output_offset = 6, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<16x12xi8>, tensor<4x12xi8>, tensor<4xi32>) -> tensor<16x4xi8>
    func.return %y : tensor<16x4xi8>
  }
}

// -----

// CHECK-LABEL: @cmsis_nn
// CHECK-NOT: cortex_m.feed_forward
// CHECK: func.return
builtin.module attributes {cortex_m.kernels = "cmsis-nn"} {
  ml_program.global private @w(dense<3> : tensor<12x4xi8>) : tensor<12x4xi8>
  ml_program.global private @s(dense<7> : tensor<12xi32>) : tensor<12xi32>
  ml_program.global private @v(dense<-5> : tensor<4x12xi8>) : tensor<4x12xi8>
  ml_program.global private @t(dense<9> : tensor<4xi32>) : tensor<4xi32>
  func.func @cmsis_nn(%x: tensor<20x4xi8>) -> tensor<20x4xi8> {
    %w = cortex_m.constant @w : () -> tensor<12x4xi8>
    %s = cortex_m.constant @s : () -> tensor<12xi32>
    %hidden = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = -128, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x4xi8>, tensor<12x4xi8>, tensor<12xi32>) -> tensor<20x12xi8>
    %v = cortex_m.constant @v : () -> tensor<4x12xi8>
    %t = cortex_m.constant @t : () -> tensor<4xi32>
    %y = cortex_m.linear %hidden, %v sums(%t) {input_offset = 128, weights_offset = 0, output_offset = 6, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x12xi8>, tensor<4x12xi8>, tensor<4xi32>) -> tensor<20x4xi8>
    func.return %y : tensor<20x4xi8>
  }
}

// -----

// One layer with weights of 4 bits: the fused kernel reads those of 8.
// CHECK-LABEL: @packed
// CHECK: cortex_m.linear
// CHECK: cortex_m.linear
builtin.module {
  ml_program.global private @w(dense<3> : tensor<6x4xi4>) : tensor<6x4xi4>
  ml_program.global private @v(dense<3> : tensor<4x6xi8>) : tensor<4x6xi8>
  ml_program.global private @s(dense<7> : tensor<6xi32>) : tensor<6xi32>
  ml_program.global private @t(dense<7> : tensor<4xi32>) : tensor<4xi32>
  func.func @packed(%x: tensor<20x4xi8>) -> tensor<20x4xi8> {
    %w = cortex_m.constant @w : () -> tensor<6x4xi4>
    %s = cortex_m.constant @s : () -> tensor<6xi32>
    %h = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = -3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x4xi8>, tensor<6x4xi4>, tensor<6xi32>) -> tensor<20x6xi8>
    %v = cortex_m.constant @v : () -> tensor<4x6xi8>
    %t = cortex_m.constant @t : () -> tensor<4xi32>
    %y = cortex_m.linear %h, %v sums(%t) {input_offset = 1, weights_offset = 0, output_offset = -3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x6xi8>, tensor<4x6xi8>, tensor<4xi32>) -> tensor<20x4xi8>
    func.return %y : tensor<20x4xi8>
  }
}
