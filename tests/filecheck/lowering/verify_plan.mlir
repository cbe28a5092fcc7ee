// RUN: cmlir-opt %s --split-input-file --verify-plan | filecheck %s

// Bytes may be shared by buffers that are needed at different times, and in place where a kernel can.
// CHECK-LABEL: func.func @shared
builtin.module attributes {cmlir.arena_bytes = 64 : i64} {
  func.func @shared(%x: memref<8xf32> {cmlir.role = "input"}, %out0: memref<8xi8> {cmlir.role = "output"}) {
    %a = cortex_m.buffer {region = "arena", offset = 0} : () -> memref<8xf32>
    cortex_m.f32_mul_scalar %x out(%a) {value = 2.0} : (memref<8xf32>, memref<8xf32>) -> ()
    %b = cortex_m.buffer {region = "arena", offset = 32} : () -> memref<8xi8>
    cortex_m.quantize %a out(%b) {scale = 0.1, zero_point = 0, clamp = #cortex_m.clamp<-128, 127>} : (memref<8xf32>, memref<8xi8>) -> ()
    %c = cortex_m.buffer {region = "arena", offset = 0} : () -> memref<8xi8>
    cortex_m.table %b out(%c) {table = dense<1> : tensor<256xi8>} : (memref<8xi8>, memref<8xi8>) -> ()
    %d = cortex_m.buffer {region = "arena", offset = 0} : () -> memref<8xi8>
    cortex_m.mul %c, %b out(%d) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, -4>, clamp = #cortex_m.clamp<-128, 127>} : (memref<8xi8>, memref<8xi8>, memref<8xi8>) -> ()
    cortex_m.table %d out(%out0) {table = dense<1> : tensor<256xi8>} : (memref<8xi8>, memref<8xi8>) -> ()
    func.return
  }
}

// -----

// Arguments lend their memory: an output until it is written, an input when it has been read. Then
// an input may also be written over in place.
// CHECK-LABEL: func.func @lent
builtin.module attributes {cmlir.arena_bytes = 0 : i64, cmlir.overwrite_inputs = true} {
  func.func @lent(%x: memref<8xi8> {cmlir.role = "input"}, %y: memref<8xi8> {cmlir.role = "input"}, %out0: memref<8xi8> {cmlir.role = "output"}) {
    %a = cortex_m.buffer lender(%out0) {region = "argument", offset = 0} : (memref<8xi8>) -> memref<8xi8>
    cortex_m.table %x out(%a) {table = dense<1> : tensor<256xi8>} : (memref<8xi8>, memref<8xi8>) -> ()
    %b = cortex_m.buffer lender(%x) {region = "argument", offset = 0} : (memref<8xi8>) -> memref<8xi8>
    cortex_m.table %a out(%b) {table = dense<1> : tensor<256xi8>} : (memref<8xi8>, memref<8xi8>) -> ()
    cortex_m.table %y out(%y) {table = dense<2> : tensor<256xi8>} : (memref<8xi8>, memref<8xi8>) -> ()
    cortex_m.mul %b, %y out(%out0) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, -4>, clamp = #cortex_m.clamp<-128, 127>} : (memref<8xi8>, memref<8xi8>, memref<8xi8>) -> ()
    func.return
  }
}

// -----

// Two rows before, a band of one row never writes what it or a later one reads.
// CHECK-LABEL: func.func @in_bands
builtin.module attributes {cmlir.arena_bytes = 256 : i64} {
  func.func @in_bands(%x: memref<1xi8> {cmlir.role = "input"}, %out0: memref<1x8x4x4xi8> {cmlir.role = "output"}) {
    %a = cortex_m.buffer {region = "arena", offset = 32} : () -> memref<1x8x4x4xi8>
    cortex_m.copy %x out(%a) {offset = 0, strides = [0, 0, 0, 0]} : (memref<1xi8>, memref<1x8x4x4xi8>) -> ()
    %b = cortex_m.buffer {region = "arena", offset = 0} : () -> memref<1x8x4x4xi8>
    cortex_m.max_pool %a out(%b) {strides = [1, 1], padding = [1, 1], kernel_size = [3, 3], clamp = #cortex_m.clamp<-128, 127>, band_rows = 1} : (memref<1x8x4x4xi8>, memref<1x8x4x4xi8>) -> ()
    cortex_m.max_pool %b out(%out0) {strides = [1, 1], padding = [1, 1], kernel_size = [3, 3], clamp = #cortex_m.clamp<-128, 127>} : (memref<1x8x4x4xi8>, memref<1x8x4x4xi8>) -> ()
    func.return
  }
}

// -----

// CHECK-LABEL: func.func @received
builtin.module attributes {cmlir.arena_bytes = 64 : i64} {
  func.func @received(%x: memref<8xi8> {cmlir.role = "input"}, %y: memref<8xi8> {cmlir.role = "input"}, %out0: memref<8xi8> {cmlir.role = "output"}) {
    %a = cortex_m.buffer {region = "arena", offset = 0} : () -> memref<8xi8>
    %b = cortex_m.buffer {region = "arena", offset = 16} : () -> memref<8xi8>
    cortex_m.receive %x out(%a) : (memref<8xi8>, memref<8xi8>) -> ()
    cortex_m.receive %y out(%b) : (memref<8xi8>, memref<8xi8>) -> ()
    cortex_m.table %a out(%a) {table = dense<1> : tensor<256xi8>} : (memref<8xi8>, memref<8xi8>) -> ()
    cortex_m.mul %a, %b out(%out0) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, -4>, clamp = #cortex_m.clamp<-128, 127>} : (memref<8xi8>, memref<8xi8>, memref<8xi8>) -> ()
    func.return
  }
}
