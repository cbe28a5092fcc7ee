// RUN: cmlir-opt %s --split-input-file --assign-addresses | filecheck %s

// %a lives during ops 0 and 1, %b 1 and 2, %c 2 and 3: %c may have the bytes of %a. The memory of
// %out0 is free until op 3, but too small for %c, and too little aligned for the floats of %a.
// CHECK: cmlir.arena_bytes = 48 : i64, cmlir.arena_lower_bound = 48 : i64, cmlir.arena_optimal = true
// CHECK-LABEL: func.func @chain
// CHECK-NEXT: %a = cortex_m.buffer {region = "arena", offset = 0} : () -> memref<10xf32>
// CHECK: %b = cortex_m.buffer lender(%out0) {region = "argument", offset = 0} : (memref<20xi8>) -> memref<20xi8>
// CHECK: %c = cortex_m.buffer {region = "arena", offset = 0} : () -> memref<40xi8>
builtin.module {
  func.func @chain(%x: memref<10xf32> {cmlir.role = "input"}, %out0: memref<20xi8> {cmlir.role = "output"}) {
    %a = memref.alloc() : memref<10xf32>
    cortex_m.f32_mul_scalar %x out(%a) {value = 2.0} : (memref<10xf32>, memref<10xf32>) -> ()
    %b = memref.alloc() : memref<20xi8>
    %b0 = cortex_m.view %b {offset = 10} : (memref<20xi8>) -> memref<10xi8>
    cortex_m.quantize %a out(%b0) {scale = 0.1, zero_point = 0, clamp = #cortex_m.clamp<-128, 127>} : (memref<10xf32>, memref<10xi8>) -> ()
    %c = memref.alloc() : memref<40xi8>
    cortex_m.copy %b0 out(%c) {offset = 0, strides = [0]} : (memref<10xi8>, memref<40xi8>) -> ()
    cortex_m.copy %c out(%out0) {offset = 10, strides = [1]} : (memref<40xi8>, memref<20xi8>) -> ()
    func.return
  }
}

// -----

// A buffer lives until the last use of any view; scratch only during its op.
// CHECK: cmlir.stage = "plan"
// CHECK: %a = cortex_m.buffer {region = "arena", offset = 0}
// CHECK: %s = cortex_m.buffer {region = "arena", offset = 16}
// CHECK: %b = cortex_m.buffer {region = "arena", offset = 32}
// CHECK: %t = cortex_m.buffer {region = "arena", offset = 16}
builtin.module {
  func.func @scratch(%x: memref<2x4xi8> {cmlir.role = "input"}, %out0: memref<2x2xi8> {cmlir.role = "output"}) {
    %a = memref.alloc() : memref<2x4xi8>
    cortex_m.copy %x out(%a) {offset = 0, strides = [4, 1]} : (memref<2x4xi8>, memref<2x4xi8>) -> ()
    %s = memref.alloc() : memref<8xi8>
    %b = memref.alloc() : memref<2x2xi8>
    cortex_m.batch_matmul %x, %x out(%b) scratch(%s) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, -4>, clamp = #cortex_m.clamp<-128, 127>} : (memref<2x4xi8>, memref<2x4xi8>, memref<2x2xi8>, memref<8xi8>) -> ()
    %v = cortex_m.view %a {offset = 0} : (memref<2x4xi8>) -> memref<2x4xi8>
    %w = cortex_m.view %v {offset = 0} : (memref<2x4xi8>) -> memref<2x4xi8>
    %t = memref.alloc() : memref<8xi8>
    cortex_m.batch_matmul %w, %x out(%out0) scratch(%t) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, -4>, clamp = #cortex_m.clamp<-128, 127>} : (memref<2x4xi8>, memref<2x4xi8>, memref<2x2xi8>, memref<8xi8>) -> ()
    cortex_m.requantize %b out(%out0) {input_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, 1>, clamp = #cortex_m.clamp<-128, 127>} : (memref<2x2xi8>, memref<2x2xi8>) -> ()
    func.return
  }
}

// -----

// An input that may be written over lends its memory when it has been read for the last time;
// floats hold any codes. Scratch, which must be aligned to 16 bytes, is always in the arena.
// CHECK: cmlir.arena_bytes = 16 : i64, cmlir.arena_lower_bound = 16 : i64
// CHECK-LABEL: func.func @overwritten
// CHECK: %a = cortex_m.buffer lender(%out0) {region = "argument", offset = 0}
// CHECK: %b = cortex_m.buffer lender(%x) {region = "argument", offset = 0} : (memref<8xf32>) -> memref<2x2xi8>
// CHECK: %s = cortex_m.buffer {region = "arena", offset = 0}
builtin.module attributes {cmlir.overwrite_inputs = true} {
  func.func @overwritten(%x: memref<8xf32> {cmlir.role = "input"}, %out0: memref<4xf32> {cmlir.role = "output"}) {
    %a = memref.alloc() : memref<8xi8>
    cortex_m.quantize %x out(%a) {scale = 0.1, zero_point = 0, clamp = #cortex_m.clamp<-128, 127>} : (memref<8xf32>, memref<8xi8>) -> ()
    %v = cortex_m.view %a {offset = 0} : (memref<8xi8>) -> memref<2x4xi8>
    %b = memref.alloc() : memref<2x2xi8>
    %s = memref.alloc() : memref<8xi8>
    cortex_m.batch_matmul %v, %v out(%b) scratch(%s) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, -4>, clamp = #cortex_m.clamp<-128, 127>} : (memref<2x4xi8>, memref<2x4xi8>, memref<2x2xi8>, memref<8xi8>) -> ()
    %w = cortex_m.view %b {offset = 0} : (memref<2x2xi8>) -> memref<4xi8>
    cortex_m.dequantize %w out(%out0) {scale = 0.1, zero_point = 0} : (memref<4xi8>, memref<4xf32>) -> ()
    func.return
  }
}

// -----

// Buffers that nobody uses take no place.
// CHECK: cmlir.arena_bytes = 0 : i64, cmlir.arena_lower_bound = 0 : i64
// CHECK-LABEL: func.func @unused
// CHECK-NEXT: func.return
builtin.module {
  func.func @unused() {
    %a = memref.alloc() : memref<2x4xi8>
    func.return
  }
}

// -----

// Both inputs may be in their places from the begin, and not in the output's memory.
// CHECK-LABEL: func.func @received
// CHECK: %a = cortex_m.buffer {region = "arena", offset = [[A:0|16]]}
// CHECK: %b = cortex_m.buffer {region = "arena", offset = [[B:0|16]]}
builtin.module attributes {cmlir.arena_bytes = 64 : i64} {
  func.func @received(%x: memref<8xi8> {cmlir.role = "input"}, %y: memref<8xi8> {cmlir.role = "input"}, %out0: memref<8xi8> {cmlir.role = "output"}) {
    %a = memref.alloc() : memref<8xi8>
    %b = memref.alloc() : memref<8xi8>
    cortex_m.receive %x out(%a) : (memref<8xi8>, memref<8xi8>) -> ()
    cortex_m.receive %y out(%b) : (memref<8xi8>, memref<8xi8>) -> ()
    cortex_m.table %a out(%a) {table = dense<1> : tensor<256xi8>} : (memref<8xi8>, memref<8xi8>) -> ()
    cortex_m.mul %a, %b out(%out0) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, -4>, clamp = #cortex_m.clamp<-128, 127>} : (memref<8xi8>, memref<8xi8>, memref<8xi8>) -> ()
    func.return
  }
}
