// RUN: cmlir-opt %s --split-input-file --verify-diagnostics --verify-plan | filecheck %s

// CHECK: 'cortex_m.mul' reads bytes 0 to 8 of the arena, but 'cortex_m.copy' (operation, {{.*}}verify_plan_invalid.mlir:10) has overwritten them
// CHECK-NEXT: verify_plan_invalid.mlir:11
builtin.module attributes {cmlir.arena_bytes = 64 : i64} {
  func.func @overlap(%x: memref<8xi8> {cmlir.role = "input"}, %out0: memref<8xi8> {cmlir.role = "output"}) {
    %a = cortex_m.buffer {region = "arena", offset = 0} : () -> memref<8xi8>
    cortex_m.table %x out(%a) {table = dense<1> : tensor<256xi8>} : (memref<8xi8>, memref<8xi8>) -> ()
    %b = cortex_m.buffer {region = "arena", offset = 0} : () -> memref<16xi8>
    cortex_m.copy %x out(%b) {offset = 0, strides = [0]} : (memref<8xi8>, memref<16xi8>) -> ()
    cortex_m.mul %a, %x out(%out0) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, -4>, clamp = #cortex_m.clamp<-128, 127>} : (memref<8xi8>, memref<8xi8>, memref<8xi8>) -> ()
    func.return
  }
}

// -----

// CHECK: 'cortex_m.table' reads bytes 16 to 24 of the arena, but 'cortex_m.batch_matmul'
// CHECK-SAME: has overwritten them
builtin.module attributes {cmlir.arena_bytes = 32 : i64} {
  func.func @overlap_with_scratch(%x: memref<2x4xi8> {cmlir.role = "input"}, %out0: memref<2x2xi8> {cmlir.role = "output"}, %out1: memref<8xi8> {cmlir.role = "output"}) {
    %a = cortex_m.buffer {region = "arena", offset = 16} : () -> memref<8xi8>
    cortex_m.fill out(%a) {value = 1.0} : (memref<8xi8>) -> ()
    %s = cortex_m.buffer {region = "arena", offset = 16} : () -> memref<8xi8>
    cortex_m.batch_matmul %x, %x out(%out0) scratch(%s) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, -4>, clamp = #cortex_m.clamp<-128, 127>} : (memref<2x4xi8>, memref<2x4xi8>, memref<2x2xi8>, memref<8xi8>) -> ()
    cortex_m.table %a out(%out1) {table = dense<1> : tensor<256xi8>} : (memref<8xi8>, memref<8xi8>) -> ()
    func.return
  }
}

// -----

// CHECK: 'cortex_m.batch_matmul' has bytes 0 to 8 of the arena both as scratch and as operand
builtin.module attributes {cmlir.arena_bytes = 32 : i64} {
  func.func @scratch_is_operand(%x: memref<2x4xi8> {cmlir.role = "input"}, %out0: memref<2x2xi8> {cmlir.role = "output"}) {
    %a = cortex_m.buffer {region = "arena", offset = 0} : () -> memref<2x4xi8>
    cortex_m.fill out(%a) {value = 1.0} : (memref<2x4xi8>) -> ()
    %s = cortex_m.buffer {region = "arena", offset = 0} : () -> memref<8xi8>
    cortex_m.batch_matmul %x, %a out(%out0) scratch(%s) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, -4>, clamp = #cortex_m.clamp<-128, 127>} : (memref<2x4xi8>, memref<2x4xi8>, memref<2x2xi8>, memref<8xi8>) -> ()
    func.return
  }
}

// -----

// CHECK: 'cortex_m.transpose' writes over bytes 0 to 8 of the arena, which it reads
builtin.module attributes {cmlir.arena_bytes = 16 : i64} {
  func.func @not_in_place(%x: memref<2x4xi8> {cmlir.role = "input"}, %out0: memref<4x2xi8> {cmlir.role = "output"}) {
    %a = cortex_m.buffer {region = "arena", offset = 0} : () -> memref<2x4xi8>
    cortex_m.fill out(%a) {value = 1.0} : (memref<2x4xi8>) -> ()
    %b = cortex_m.buffer {region = "arena", offset = 0} : () -> memref<4x2xi8>
    cortex_m.transpose %a out(%b) {permutation = [1, 0]} : (memref<2x4xi8>, memref<4x2xi8>) -> ()
    cortex_m.copy %b out(%out0) {offset = 0, strides = [2, 1]} : (memref<4x2xi8>, memref<4x2xi8>) -> ()
    func.return
  }
}

// -----

// In place, but not start on start.
// CHECK: 'cortex_m.table' writes over bytes 0 to 8 of %out0, which it reads
builtin.module attributes {cmlir.arena_bytes = 0 : i64} {
  func.func @shifted(%out0: memref<12xi8> {cmlir.role = "output"}) {
    cortex_m.fill out(%out0) {value = 1.0} : (memref<12xi8>) -> ()
    %a = cortex_m.view %out0 {offset = 0} : (memref<12xi8>) -> memref<8xi8>
    %b = cortex_m.view %out0 {offset = 4} : (memref<12xi8>) -> memref<8xi8>
    cortex_m.table %a out(%b) {table = dense<1> : tensor<256xi8>} : (memref<8xi8>, memref<8xi8>) -> ()
    func.return
  }
}

// -----

// CHECK: 'cortex_m.table' reads bytes 0 to 16 of the arena, which no op has written completely
builtin.module attributes {cmlir.arena_bytes = 16 : i64} {
  func.func @uninitialised(%x: memref<8xi8> {cmlir.role = "input"}, %out0: memref<16xi8> {cmlir.role = "output"}) {
    %a = cortex_m.buffer {region = "arena", offset = 0} : () -> memref<16xi8>
    %b = cortex_m.view %a {offset = 8} : (memref<16xi8>) -> memref<8xi8>
    cortex_m.table %x out(%b) {table = dense<1> : tensor<256xi8>} : (memref<8xi8>, memref<8xi8>) -> ()
    cortex_m.table %a out(%out0) {table = dense<1> : tensor<256xi8>} : (memref<16xi8>, memref<16xi8>) -> ()
    func.return
  }
}

// -----

// CHECK: 'func.func' leaves parts of %out0 unwritten
builtin.module attributes {cmlir.arena_bytes = 0 : i64} {
  func.func @incomplete(%x: memref<8xi8> {cmlir.role = "input"}, %out0: memref<16xi8> {cmlir.role = "output"}) {
    %b = cortex_m.view %out0 {offset = 8} : (memref<16xi8>) -> memref<8xi8>
    cortex_m.table %x out(%b) {table = dense<1> : tensor<256xi8>} : (memref<8xi8>, memref<8xi8>) -> ()
    func.return
  }
}

// -----

// CHECK: 'cortex_m.table' writes to an input or a constant
builtin.module attributes {cmlir.arena_bytes = 0 : i64} {
  func.func @overwritten_input(%x: memref<8xi8> {cmlir.role = "input"}) {
    cortex_m.table %x out(%x) {table = dense<1> : tensor<256xi8>} : (memref<8xi8>, memref<8xi8>) -> ()
    func.return
  }
}

// -----

// CHECK: 'cortex_m.buffer' bytes 16 to 24 leave the arena of 16 bytes
builtin.module attributes {cmlir.arena_bytes = 16 : i64} {
  func.func @out_of_range() {
    %a = cortex_m.buffer {region = "arena", offset = 16} : () -> memref<8xi8>
    func.return
  }
}

// -----

// CHECK: 'cortex_m.buffer' offset 8 is not a multiple of 16
builtin.module attributes {cmlir.arena_bytes = 16 : i64} {
  func.func @misaligned() {
    %a = cortex_m.buffer {region = "arena", offset = 8} : () -> memref<8xi8>
    func.return
  }
}

// -----

// CHECK: 'cortex_m.batch_matmul' needs 8 bytes of scratch, but has 4
builtin.module attributes {cmlir.arena_bytes = 16 : i64} {
  func.func @small_scratch(%x: memref<2x4xi8> {cmlir.role = "input"}, %out0: memref<2x2xi8> {cmlir.role = "output"}) {
    %s = cortex_m.buffer {region = "arena", offset = 0} : () -> memref<4xi8>
    cortex_m.batch_matmul %x, %x out(%out0) scratch(%s) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, -4>, clamp = #cortex_m.clamp<-128, 127>} : (memref<2x4xi8>, memref<2x4xi8>, memref<2x2xi8>, memref<4xi8>) -> ()
    func.return
  }
}

// -----

// CHECK: 'cortex_m.batch_matmul' needs 8 bytes of scratch, but has 0
builtin.module attributes {cmlir.arena_bytes = 16 : i64} {
  func.func @no_scratch(%x: memref<2x4xi8> {cmlir.role = "input"}, %out0: memref<2x2xi8> {cmlir.role = "output"}) {
    cortex_m.batch_matmul %x, %x out(%out0) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, -4>, clamp = #cortex_m.clamp<-128, 127>} : (memref<2x4xi8>, memref<2x4xi8>, memref<2x2xi8>) -> ()
    func.return
  }
}

// -----

// A buffer in the memory of an output that is written already.
// CHECK: 'func.func' ends with bytes 0 to 8 of %out0, but 'cortex_m.table' (operation, {{.*}}) has overwritten them
builtin.module attributes {cmlir.arena_bytes = 0 : i64} {
  func.func @late_in_output(%x: memref<8xi8> {cmlir.role = "input"}, %out0: memref<8xi8> {cmlir.role = "output"}, %out1: memref<8xi8> {cmlir.role = "output"}) {
    cortex_m.table %x out(%out0) {table = dense<1> : tensor<256xi8>} : (memref<8xi8>, memref<8xi8>) -> ()
    %a = cortex_m.buffer lender(%out0) {region = "argument", offset = 0} : (memref<8xi8>) -> memref<8xi8>
    cortex_m.table %x out(%a) {table = dense<2> : tensor<256xi8>} : (memref<8xi8>, memref<8xi8>) -> ()
    cortex_m.table %a out(%out1) {table = dense<2> : tensor<256xi8>} : (memref<8xi8>, memref<8xi8>) -> ()
    func.return
  }
}

// -----

// A buffer in the memory of an input that is still to be read.
// CHECK: 'cortex_m.table' reads bytes 0 to 8 of %x, but 'cortex_m.fill'
builtin.module attributes {cmlir.arena_bytes = 0 : i64, cmlir.overwrite_inputs = true} {
  func.func @early_in_input(%x: memref<8xi8> {cmlir.role = "input"}, %out0: memref<8xi8> {cmlir.role = "output"}) {
    %a = cortex_m.buffer lender(%x) {region = "argument", offset = 4} : (memref<8xi8>) -> memref<4xi8>
    cortex_m.fill out(%a) {value = 1.0} : (memref<4xi8>) -> ()
    cortex_m.table %x out(%out0) {table = dense<1> : tensor<256xi8>} : (memref<8xi8>, memref<8xi8>) -> ()
    func.return
  }
}

// -----

// CHECK: 'cortex_m.buffer' is in the memory of an input, which must not be written
builtin.module attributes {cmlir.arena_bytes = 0 : i64} {
  func.func @in_input(%x: memref<8xi8> {cmlir.role = "input"}) {
    %a = cortex_m.buffer lender(%x) {region = "argument", offset = 0} : (memref<8xi8>) -> memref<8xi8>
    func.return
  }
}

// -----

// CHECK: 'cortex_m.buffer' bytes 4 to 12 leave the argument of 8 bytes
builtin.module attributes {cmlir.arena_bytes = 0 : i64} {
  func.func @out_of_argument(%out0: memref<8xi8> {cmlir.role = "output"}) {
    %a = cortex_m.buffer lender(%out0) {region = "argument", offset = 4} : (memref<8xi8>) -> memref<8xi8>
    func.return
  }
}

// -----

// CHECK: 'cortex_m.buffer' is not aligned to its elements of 4 bytes
builtin.module attributes {cmlir.arena_bytes = 0 : i64} {
  func.func @floats_in_codes(%out0: memref<8xi8> {cmlir.role = "output"}) {
    %a = cortex_m.buffer lender(%out0) {region = "argument", offset = 0} : (memref<8xi8>) -> memref<1xf32>
    func.return
  }
}

// -----

// CHECK: 'cortex_m.buffer' is not aligned to its elements of 4 bytes
builtin.module attributes {cmlir.arena_bytes = 0 : i64} {
  func.func @floats_between_floats(%out0: memref<8xf32> {cmlir.role = "output"}) {
    %a = cortex_m.buffer lender(%out0) {region = "argument", offset = 2} : (memref<8xf32>) -> memref<1xf32>
    func.return
  }
}

// -----

// CHECK: 'cortex_m.batch_matmul' has scratch outside the arena, where it is not aligned
builtin.module attributes {cmlir.arena_bytes = 0 : i64} {
  func.func @scratch_in_output(%x: memref<2x4xi8> {cmlir.role = "input"}, %out0: memref<2x2xi8> {cmlir.role = "output"}, %out1: memref<8xi8> {cmlir.role = "output"}) {
    %s = cortex_m.buffer lender(%out1) {region = "argument", offset = 0} : (memref<8xi8>) -> memref<8xi8>
    cortex_m.batch_matmul %x, %x out(%out0) scratch(%s) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, -4>, clamp = #cortex_m.clamp<-128, 127>} : (memref<2x4xi8>, memref<2x4xi8>, memref<2x2xi8>, memref<8xi8>) -> ()
    func.return
  }
}

// -----

// CHECK: 'memref.alloc' has no address
// CHECK-NEXT: verify_plan_invalid.mlir
// CHECK-NEXT: help: run --bufferize and --assign-addresses
builtin.module attributes {cmlir.arena_bytes = 16 : i64} {
  func.func @not_placed() {
    %a = memref.alloc() : memref<8xi8>
    cortex_m.fill out(%a) {value = 1.0} : (memref<8xi8>) -> ()
    func.return
  }
}

// -----

// CHECK: the module has no integer attribute 'cmlir.arena_bytes'
// CHECK-NEXT: help: plan it with --assign-addresses
func.func @not_planned() {
  func.return
}

// -----

// A band of one row reads the row before it: the result must begin two rows of 16 bytes before.
// CHECK: 'cortex_m.max_pool' writes over bytes 16 to 144 of the arena, which it reads
builtin.module attributes {cmlir.arena_bytes = 256 : i64} {
  func.func @near(%x: memref<1xi8> {cmlir.role = "input"}, %out0: memref<1x8x4x4xi8> {cmlir.role = "output"}) {
    %a = cortex_m.buffer {region = "arena", offset = 16} : () -> memref<1x8x4x4xi8>
    cortex_m.copy %x out(%a) {offset = 0, strides = [0, 0, 0, 0]} : (memref<1xi8>, memref<1x8x4x4xi8>) -> ()
    %b = cortex_m.buffer {region = "arena", offset = 0} : () -> memref<1x8x4x4xi8>
    cortex_m.max_pool %a out(%b) {strides = [1, 1], padding = [1, 1], kernel_size = [3, 3], clamp = #cortex_m.clamp<-128, 127>, band_rows = 1} : (memref<1x8x4x4xi8>, memref<1x8x4x4xi8>) -> ()
    cortex_m.max_pool %b out(%out0) {strides = [1, 1], padding = [1, 1], kernel_size = [3, 3], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x8x4x4xi8>, memref<1x8x4x4xi8>) -> ()
    func.return
  }
}

// -----

// From the last row on the result must lie behind.
// CHECK: 'cortex_m.max_pool' writes over bytes 32 to 160 of the arena, which it reads
builtin.module attributes {cmlir.arena_bytes = 256 : i64} {
  func.func @wrong_way(%x: memref<1xi8> {cmlir.role = "input"}, %out0: memref<1x8x4x4xi8> {cmlir.role = "output"}) {
    %a = cortex_m.buffer {region = "arena", offset = 32} : () -> memref<1x8x4x4xi8>
    cortex_m.copy %x out(%a) {offset = 0, strides = [0, 0, 0, 0]} : (memref<1xi8>, memref<1x8x4x4xi8>) -> ()
    %b = cortex_m.buffer {region = "arena", offset = 0} : () -> memref<1x8x4x4xi8>
    cortex_m.max_pool %a out(%b) {strides = [1, 1], padding = [1, 1], kernel_size = [3, 3], clamp = #cortex_m.clamp<-128, 127>, band_rows = 1, from_last} : (memref<1x8x4x4xi8>, memref<1x8x4x4xi8>) -> ()
    cortex_m.max_pool %b out(%out0) {strides = [1, 1], padding = [1, 1], kernel_size = [3, 3], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x8x4x4xi8>, memref<1x8x4x4xi8>) -> ()
    func.return
  }
}

// -----

// Without bands nothing may overlap.
// CHECK: 'cortex_m.max_pool' writes over bytes 32 to 160 of the arena, which it reads
builtin.module attributes {cmlir.arena_bytes = 256 : i64} {
  func.func @no_bands(%x: memref<1xi8> {cmlir.role = "input"}, %out0: memref<1x8x4x4xi8> {cmlir.role = "output"}) {
    %a = cortex_m.buffer {region = "arena", offset = 32} : () -> memref<1x8x4x4xi8>
    cortex_m.copy %x out(%a) {offset = 0, strides = [0, 0, 0, 0]} : (memref<1xi8>, memref<1x8x4x4xi8>) -> ()
    %b = cortex_m.buffer {region = "arena", offset = 0} : () -> memref<1x8x4x4xi8>
    cortex_m.max_pool %a out(%b) {strides = [1, 1], padding = [1, 1], kernel_size = [3, 3], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x8x4x4xi8>, memref<1x8x4x4xi8>) -> ()
    cortex_m.max_pool %b out(%out0) {strides = [1, 1], padding = [1, 1], kernel_size = [3, 3], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x8x4x4xi8>, memref<1x8x4x4xi8>) -> ()
    func.return
  }
}

// -----

// CHECK: 'cortex_m.receive' must come before other calls, and bring the input to the arena
builtin.module attributes {cmlir.arena_bytes = 64 : i64} {
  func.func @late(%x: memref<8xi8> {cmlir.role = "input"}, %y: memref<8xi8> {cmlir.role = "input"}, %out0: memref<8xi8> {cmlir.role = "output"}) {
    %a = cortex_m.buffer {region = "arena", offset = 0} : () -> memref<8xi8>
    %b = cortex_m.buffer {region = "arena", offset = 16} : () -> memref<8xi8>
    cortex_m.receive %x out(%a) : (memref<8xi8>, memref<8xi8>) -> ()
    cortex_m.table %a out(%a) {table = dense<1> : tensor<256xi8>} : (memref<8xi8>, memref<8xi8>) -> ()
    cortex_m.receive %y out(%b) : (memref<8xi8>, memref<8xi8>) -> ()
    cortex_m.mul %a, %b out(%out0) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, -4>, clamp = #cortex_m.clamp<-128, 127>} : (memref<8xi8>, memref<8xi8>, memref<8xi8>) -> ()
    func.return
  }
}

// -----

// CHECK: 'cortex_m.receive' must come before other calls, and bring the input to the arena
builtin.module attributes {cmlir.arena_bytes = 64 : i64} {
  func.func @to_output(%x: memref<8xi8> {cmlir.role = "input"}, %y: memref<8xi8> {cmlir.role = "input"}, %out0: memref<8xi8> {cmlir.role = "output"}) {
    %a = cortex_m.buffer {region = "arena", offset = 0} : () -> memref<8xi8>
    %b = cortex_m.buffer {region = "arena", offset = 16} : () -> memref<8xi8>
    cortex_m.receive %x out(%out0) : (memref<8xi8>, memref<8xi8>) -> ()
    cortex_m.table %a out(%a) {table = dense<1> : tensor<256xi8>} : (memref<8xi8>, memref<8xi8>) -> ()
    cortex_m.mul %a, %b out(%out0) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, -4>, clamp = #cortex_m.clamp<-128, 127>} : (memref<8xi8>, memref<8xi8>, memref<8xi8>) -> ()
    func.return
  }
}

// -----

// CHECK: 'cortex_m.receive' brings the input to where another one is
builtin.module attributes {cmlir.arena_bytes = 64 : i64} {
  func.func @same_place(%x: memref<8xi8> {cmlir.role = "input"}, %y: memref<8xi8> {cmlir.role = "input"}, %out0: memref<8xi8> {cmlir.role = "output"}) {
    %a = cortex_m.buffer {region = "arena", offset = 0} : () -> memref<8xi8>
    %b = cortex_m.buffer {region = "arena", offset = 0} : () -> memref<8xi8>
    cortex_m.receive %x out(%a) : (memref<8xi8>, memref<8xi8>) -> ()
    cortex_m.receive %y out(%b) : (memref<8xi8>, memref<8xi8>) -> ()
    cortex_m.mul %a, %b out(%out0) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, -4>, clamp = #cortex_m.clamp<-128, 127>} : (memref<8xi8>, memref<8xi8>, memref<8xi8>) -> ()
    func.return
  }
}
