// RUN: cmlir-opt %s --split-input-file --schedule-ops | filecheck %s

// Two large values that become small: one after the other. Views and constants come with what needs
// them.
// CHECK: cmlir.least_peak_bytes = 416 : i64
// CHECK-LABEL: func.func @branches
// CHECK-NEXT: %a = cortex_m.copy %x
// CHECK-NEXT: %u = cortex_m.view %a
// CHECK-NEXT: %c = cortex_m.copy %u
// CHECK-NEXT: %k = cortex_m.constant @k
// CHECK-NEXT: %b = cortex_m.copy %k
// CHECK-NEXT: %v = cortex_m.view %b
// CHECK-NEXT: %d = cortex_m.copy %v
// CHECK-NEXT: %y = cortex_m.mul %c, %d
// CHECK-NEXT: func.return %y
builtin.module {
  ml_program.global private @k(dense<7> : tensor<16xi8>) : tensor<16xi8>
  func.func @branches(%x: tensor<16xi8>) -> tensor<32xi8> {
    %k = cortex_m.constant @k : () -> tensor<16xi8>
    %a = cortex_m.copy %x {offset = 0, strides = [0, 1]} : (tensor<16xi8>) -> tensor<24x16xi8>
    %b = cortex_m.copy %k {offset = 0, strides = [0, 1]} : (tensor<16xi8>) -> tensor<16x16xi8>
    %u = cortex_m.view %a {offset = 0} : (tensor<24x16xi8>) -> tensor<384xi8>
    %v = cortex_m.view %b {offset = 0} : (tensor<16x16xi8>) -> tensor<256xi8>
    %c = cortex_m.copy %u {offset = 0, strides = [1]} : (tensor<384xi8>) -> tensor<32xi8>
    %d = cortex_m.copy %v {offset = 0, strides = [1]} : (tensor<256xi8>) -> tensor<32xi8>
    %y = cortex_m.mul %c, %d {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, -4>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<32xi8>, tensor<32xi8>) -> tensor<32xi8>
    func.return %y : tensor<32xi8>
  }
}

// -----

// Where nothing is gained, nothing moves.
// CHECK: cmlir.least_peak_bytes = 64 : i64
// CHECK-LABEL: func.func @tie
// CHECK-NEXT: %a = cortex_m.table
// CHECK-NEXT: %b = cortex_m.requantize
// CHECK-NEXT: %y = cortex_m.mul %b, %a
builtin.module {
  func.func @tie(%x: tensor<24xi8>) -> tensor<24xi8> {
    %a = cortex_m.table %x {table = dense<1> : tensor<256xi8>} : (tensor<24xi8>) -> tensor<24xi8>
    %b = cortex_m.requantize %x {input_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, 1>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<24xi8>) -> tensor<24xi8>
    %y = cortex_m.mul %b, %a {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, -4>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<24xi8>, tensor<24xi8>) -> tensor<24xi8>
    func.return %y : tensor<24xi8>
  }
}

// -----

// Inputs count if they may be written over: the larger one is read first, then its memory is used.
// CHECK: cmlir.least_peak_bytes = 96 : i64
// CHECK-LABEL: func.func @inputs
// CHECK-NEXT: %b = cortex_m.copy %z
// CHECK-NEXT: %a = cortex_m.copy %x
builtin.module attributes {cmlir.overwrite_inputs = true} {
  func.func @inputs(%x: tensor<16xi8>, %z: tensor<64xi8>) -> (tensor<16xi8>, tensor<16xi8>) {
    %a = cortex_m.copy %x {offset = 0, strides = [0, 1]} : (tensor<16xi8>) -> tensor<4x16xi8>
    %b = cortex_m.copy %z {offset = 0, strides = [4]} : (tensor<64xi8>) -> tensor<16xi8>
    %c = cortex_m.copy %a {offset = 0, strides = [4]} : (tensor<4x16xi8>) -> tensor<16xi8>
    func.return %b, %c : tensor<16xi8>, tensor<16xi8>
  }
}

// -----

// Ops on memory are not pure, and stay.
// CHECK-LABEL: func.func @bufferized
// CHECK-NEXT: cortex_m.table %x out(%out0)
// CHECK-NEXT: cortex_m.table %x out(%out1)
func.func @bufferized(%x: memref<8xi8>, %out0: memref<8xi8>, %out1: memref<8xi8>) {
  cortex_m.table %x out(%out0) {table = dense<1> : tensor<256xi8>} : (memref<8xi8>, memref<8xi8>) -> ()
  cortex_m.table %x out(%out1) {table = dense<2> : tensor<256xi8>} : (memref<8xi8>, memref<8xi8>) -> ()
  func.return
}
