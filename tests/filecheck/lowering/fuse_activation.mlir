// RUN: cmlir-opt %s --fuse-activation --split-input-file | filecheck %s

// CHECK-LABEL: @main
// CHECK: %y = cortex_m.linear_table %x, %w, %s {weights_offset = 0, output_offset = 5, rescale = #cortex_m.rescale<1518500250, -8>, table = dense<"0xF0F0F0F0F0F0F0F0F1F1F1F1F1F1F1F1F2F2F2F2F2F2F2F2F3F3F3F3F3F3F3F3F4F4F4F4F4F4F4F4F5F5F5F5F5F5F5F5F6F6F6F6F6F6F6F6F7F7F7F7F7F7F7F7F8F8F8F8F8F8F8F8F9F9F9F9F9F9F9F9FAFAFAFAFAFAFAFAFBFBFBFBFBFBFBFBFCFCFCFCFCFCFCFCFDFDFDFDFDFDFDFDFEFEFEFEFEFEFEFEFFFFFFFFFFFFFFFF000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F"> : tensor<256xi8>} : (tensor<20x4xi8>, tensor<12x4xi8>, tensor<12xi32>) -> tensor<20x12xi8>
// CHECK-NEXT: func.return %y
builtin.module {
  ml_program.global private @w(dense<3> : tensor<12x4xi8>) : tensor<12x4xi8>
  ml_program.global private @s(dense<7> : tensor<12xi32>) : tensor<12xi32>
  func.func @main(%x: tensor<20x4xi8>) -> tensor<20x12xi8> {
    %w = cortex_m.constant @w : () -> tensor<12x4xi8>
    %s = cortex_m.constant @s : () -> tensor<12xi32>
    %h = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = 5, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x4xi8>, tensor<12x4xi8>, tensor<12xi32>) -> tensor<20x12xi8>
    %y = cortex_m.table %h {table = dense<"0xF0F0F0F0F0F0F0F0F1F1F1F1F1F1F1F1F2F2F2F2F2F2F2F2F3F3F3F3F3F3F3F3F4F4F4F4F4F4F4F4F5F5F5F5F5F5F5F5F6F6F6F6F6F6F6F6F7F7F7F7F7F7F7F7F8F8F8F8F8F8F8F8F9F9F9F9F9F9F9F9FAFAFAFAFAFAFAFAFBFBFBFBFBFBFBFBFCFCFCFCFCFCFCFCFDFDFDFDFDFDFDFDFEFEFEFEFEFEFEFEFFFFFFFFFFFFFFFF000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F"> : tensor<256xi8>} : (tensor<20x12xi8>) -> tensor<20x12xi8>
    func.return %y : tensor<20x12xi8>
  }
}

// -----

// The codes are seen in another shape, and the clamp is part of the table.
// CHECK-LABEL: @view
// CHECK: [[Y:%.*]] = cortex_m.linear_table %x, %w, %s {{.*}}dense<"0xF3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F4F4F4F4F4F4F4F4F5F5F5F5F5F5F5F5F6F6F6F6F6F6F6F6F7F7F7F7F7F7F7F7F8F8F8F8F8F8F8F8F9F9F9F9F9F9F9F9FAFAFAFAFAFAFAFAFBFBFBFBFBFBFBFBFCFCFCFCFCFCFCFCFDFDFDFDFDFDFDFDFEFEFEFEFEFEFEFEFFFFFFFFFFFFFFFF000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A">
// CHECK-NEXT: cortex_m.view [[Y]] {offset = 0} : (tensor<20x12xi8>) -> tensor<4x5x12xi8>
builtin.module {
  ml_program.global private @w(dense<3> : tensor<12x4xi8>) : tensor<12x4xi8>
  ml_program.global private @s(dense<7> : tensor<12xi32>) : tensor<12xi32>
  func.func @view(%x: tensor<20x4xi8>) -> tensor<4x5x12xi8> {
    %w = cortex_m.constant @w : () -> tensor<12x4xi8>
    %s = cortex_m.constant @s : () -> tensor<12xi32>
    %h = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = 5, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-100, 90>} : (tensor<20x4xi8>, tensor<12x4xi8>, tensor<12xi32>) -> tensor<20x12xi8>
    %v = cortex_m.view %h {offset = 0} : (tensor<20x12xi8>) -> tensor<4x5x12xi8>
    %y = cortex_m.table %v {table = dense<"0xF0F0F0F0F0F0F0F0F1F1F1F1F1F1F1F1F2F2F2F2F2F2F2F2F3F3F3F3F3F3F3F3F4F4F4F4F4F4F4F4F5F5F5F5F5F5F5F5F6F6F6F6F6F6F6F6F7F7F7F7F7F7F7F7F8F8F8F8F8F8F8F8F9F9F9F9F9F9F9F9FAFAFAFAFAFAFAFAFBFBFBFBFBFBFBFBFCFCFCFCFCFCFCFCFDFDFDFDFDFDFDFDFEFEFEFEFEFEFEFEFFFFFFFFFFFFFFFF000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F"> : tensor<256xi8>} : (tensor<4x5x12xi8>) -> tensor<4x5x12xi8>
    func.return %y : tensor<4x5x12xi8>
  }
}

// -----

// The layer's codes are wanted as well.
// CHECK-LABEL: @twice
// CHECK-NOT: cortex_m.linear_table
// CHECK: func.return
builtin.module {
  ml_program.global private @w(dense<3> : tensor<12x4xi8>) : tensor<12x4xi8>
  ml_program.global private @s(dense<7> : tensor<12xi32>) : tensor<12xi32>
  func.func @twice(%x: tensor<20x4xi8>) -> (tensor<20x12xi8>, tensor<20x12xi8>) {
    %w = cortex_m.constant @w : () -> tensor<12x4xi8>
    %s = cortex_m.constant @s : () -> tensor<12xi32>
    %h = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = 5, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x4xi8>, tensor<12x4xi8>, tensor<12xi32>) -> tensor<20x12xi8>
    %y = cortex_m.table %h {table = dense<"0xF0F0F0F0F0F0F0F0F1F1F1F1F1F1F1F1F2F2F2F2F2F2F2F2F3F3F3F3F3F3F3F3F4F4F4F4F4F4F4F4F5F5F5F5F5F5F5F5F6F6F6F6F6F6F6F6F7F7F7F7F7F7F7F7F8F8F8F8F8F8F8F8F9F9F9F9F9F9F9F9FAFAFAFAFAFAFAFAFBFBFBFBFBFBFBFBFCFCFCFCFCFCFCFCFDFDFDFDFDFDFDFDFEFEFEFEFEFEFEFEFFFFFFFFFFFFFFFF000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F"> : tensor<256xi8>} : (tensor<20x12xi8>) -> tensor<20x12xi8>
    func.return %y, %h : tensor<20x12xi8>, tensor<20x12xi8>
  }
}

// -----

// Few rows, and weights with an offset.
// CHECK-LABEL: @rows
// CHECK-NOT: cortex_m.linear_table
// CHECK-LABEL: @offset
// CHECK-NOT: cortex_m.linear_table
// CHECK: func.return
builtin.module {
  ml_program.global private @w(dense<3> : tensor<12x4xi8>) : tensor<12x4xi8>
  ml_program.global private @s(dense<7> : tensor<12xi32>) : tensor<12xi32>
  func.func @rows(%x: tensor<3x4xi8>) -> tensor<3x12xi8> {
    %w = cortex_m.constant @w : () -> tensor<12x4xi8>
    %s = cortex_m.constant @s : () -> tensor<12xi32>
    %h = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = 5, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<3x4xi8>, tensor<12x4xi8>, tensor<12xi32>) -> tensor<3x12xi8>
    %y = cortex_m.table %h {table = dense<"0xF0F0F0F0F0F0F0F0F1F1F1F1F1F1F1F1F2F2F2F2F2F2F2F2F3F3F3F3F3F3F3F3F4F4F4F4F4F4F4F4F5F5F5F5F5F5F5F5F6F6F6F6F6F6F6F6F7F7F7F7F7F7F7F7F8F8F8F8F8F8F8F8F9F9F9F9F9F9F9F9FAFAFAFAFAFAFAFAFBFBFBFBFBFBFBFBFCFCFCFCFCFCFCFCFDFDFDFDFDFDFDFDFEFEFEFEFEFEFEFEFFFFFFFFFFFFFFFF000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F"> : tensor<256xi8>} : (tensor<3x12xi8>) -> tensor<3x12xi8>
    func.return %y : tensor<3x12xi8>
  }
  func.func @offset(%x: tensor<20x4xi8>) -> tensor<20x12xi8> {
    %w = cortex_m.constant @w : () -> tensor<12x4xi8>
    %s = cortex_m.constant @s : () -> tensor<12xi32>
    %h = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 2, output_offset = 5, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x4xi8>, tensor<12x4xi8>, tensor<12xi32>) -> tensor<20x12xi8>
    %y = cortex_m.table %h {table = dense<"0xF0F0F0F0F0F0F0F0F1F1F1F1F1F1F1F1F2F2F2F2F2F2F2F2F3F3F3F3F3F3F3F3F4F4F4F4F4F4F4F4F5F5F5F5F5F5F5F5F6F6F6F6F6F6F6F6F7F7F7F7F7F7F7F7F8F8F8F8F8F8F8F8F9F9F9F9F9F9F9F9FAFAFAFAFAFAFAFAFBFBFBFBFBFBFBFBFCFCFCFCFCFCFCFCFDFDFDFDFDFDFDFDFEFEFEFEFEFEFEFEFFFFFFFFFFFFFFFF000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F"> : tensor<256xi8>} : (tensor<20x12xi8>) -> tensor<20x12xi8>
    func.return %y : tensor<20x12xi8>
  }
}

// -----

// No vectors.
// CHECK-LABEL: @scalar
// CHECK-NOT: cortex_m.linear_table
// CHECK: func.return
builtin.module attributes {cortex_m.target = "cortex-m4"} {
  ml_program.global private @w(dense<3> : tensor<12x4xi8>) : tensor<12x4xi8>
  ml_program.global private @s(dense<7> : tensor<12xi32>) : tensor<12xi32>
  func.func @scalar(%x: tensor<20x4xi8>) -> tensor<20x12xi8> {
    %w = cortex_m.constant @w : () -> tensor<12x4xi8>
    %s = cortex_m.constant @s : () -> tensor<12xi32>
    %h = cortex_m.linear %x, %w bias(%s) {input_offset = 1, weights_offset = 0, output_offset = 5, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x4xi8>, tensor<12x4xi8>, tensor<12xi32>) -> tensor<20x12xi8>
    %y = cortex_m.table %h {table = dense<"0xF0F0F0F0F0F0F0F0F1F1F1F1F1F1F1F1F2F2F2F2F2F2F2F2F3F3F3F3F3F3F3F3F4F4F4F4F4F4F4F4F5F5F5F5F5F5F5F5F6F6F6F6F6F6F6F6F7F7F7F7F7F7F7F7F8F8F8F8F8F8F8F8F9F9F9F9F9F9F9F9FAFAFAFAFAFAFAFAFBFBFBFBFBFBFBFBFCFCFCFCFCFCFCFCFDFDFDFDFDFDFDFDFEFEFEFEFEFEFEFEFFFFFFFFFFFFFFFF000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F"> : tensor<256xi8>} : (tensor<20x12xi8>) -> tensor<20x12xi8>
    func.return %y : tensor<20x12xi8>
  }
}

// -----

// Only calls of CMSIS-NN's.
// CHECK-LABEL: @others
// CHECK-NOT: cortex_m.linear_table
// CHECK: func.return
builtin.module attributes {cortex_m.kernels = "cmsis-nn"} {
  ml_program.global private @w(dense<3> : tensor<12x4xi8>) : tensor<12x4xi8>
  ml_program.global private @s(dense<7> : tensor<12xi32>) : tensor<12xi32>
  func.func @others(%x: tensor<20x4xi8>) -> tensor<20x12xi8> {
    %w = cortex_m.constant @w : () -> tensor<12x4xi8>
    %s = cortex_m.constant @s : () -> tensor<12xi32>
    %h = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = 5, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x4xi8>, tensor<12x4xi8>, tensor<12xi32>) -> tensor<20x12xi8>
    %y = cortex_m.table %h {table = dense<"0xF0F0F0F0F0F0F0F0F1F1F1F1F1F1F1F1F2F2F2F2F2F2F2F2F3F3F3F3F3F3F3F3F4F4F4F4F4F4F4F4F5F5F5F5F5F5F5F5F6F6F6F6F6F6F6F6F7F7F7F7F7F7F7F7F8F8F8F8F8F8F8F8F9F9F9F9F9F9F9F9FAFAFAFAFAFAFAFAFBFBFBFBFBFBFBFBFCFCFCFCFCFCFCFCFDFDFDFDFDFDFDFDFEFEFEFEFEFEFEFEFFFFFFFFFFFFFFFF000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F"> : tensor<256xi8>} : (tensor<20x12xi8>) -> tensor<20x12xi8>
    func.return %y : tensor<20x12xi8>
  }
}

// -----

// Weights of 4 bits, which only their own kernels read.
// CHECK-LABEL: @packed
// CHECK-NOT: cortex_m.linear_table
// CHECK: func.return
builtin.module {
  ml_program.global private @w(dense<3> : tensor<12x4xi4>) : tensor<12x4xi4>
  ml_program.global private @s(dense<7> : tensor<12xi32>) : tensor<12xi32>
  func.func @packed(%x: tensor<20x4xi8>) -> tensor<20x12xi8> {
    %w = cortex_m.constant @w : () -> tensor<12x4xi4>
    %s = cortex_m.constant @s : () -> tensor<12xi32>
    %h = cortex_m.linear %x, %w sums(%s) {input_offset = 1, weights_offset = 0, output_offset = 5, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<20x4xi8>, tensor<12x4xi4>, tensor<12xi32>) -> tensor<20x12xi8>
    %y = cortex_m.table %h {table = dense<"0xF0F0F0F0F0F0F0F0F1F1F1F1F1F1F1F1F2F2F2F2F2F2F2F2F3F3F3F3F3F3F3F3F4F4F4F4F4F4F4F4F5F5F5F5F5F5F5F5F6F6F6F6F6F6F6F6F7F7F7F7F7F7F7F7F8F8F8F8F8F8F8F8F9F9F9F9F9F9F9F9FAFAFAFAFAFAFAFAFBFBFBFBFBFBFBFBFCFCFCFCFCFCFCFCFDFDFDFDFDFDFDFDFEFEFEFEFEFEFEFEFFFFFFFFFFFFFFFF000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F"> : tensor<256xi8>} : (tensor<20x12xi8>) -> tensor<20x12xi8>
    func.return %y : tensor<20x12xi8>
  }
}
