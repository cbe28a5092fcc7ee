// RUN: cmlir-opt %s --split-input-file --overlap-operands --assign-addresses | filecheck %s

// A result that is as large as what it is made of, a band and the rows around it behind that.
// CHECK: cmlir.arena_bytes = 2144 : i64
// CHECK-LABEL: func.func @depthwise
// CHECK: %a = cortex_m.buffer {region = "arena", offset = [[A:[0-9]+]]} : () -> memref<1x16x5x16xi8>
// CHECK: cortex_m.depthwise_conv %a,
// CHECK-SAME: band_rows = 8
builtin.module {
  ml_program.global private @w(dense<3> : tensor<3x3x16xi8>) : tensor<3x3x16xi8>
  ml_program.global private @s(dense<3> : tensor<16xi32>) : tensor<16xi32>
  func.func @depthwise(%x: memref<1xi8> {cmlir.role = "input"}, %out0: memref<1xi8> {cmlir.role = "output"}) {
    %w = cortex_m.constant @w : () -> memref<3x3x16xi8>
    %s = cortex_m.constant @s : () -> memref<16xi32>
    %a = memref.alloc() : memref<1x16x5x16xi8>
    cortex_m.copy %x out(%a) {offset = 0, strides = [0, 0, 0, 0]} : (memref<1xi8>, memref<1x16x5x16xi8>) -> ()
    %b = memref.alloc() : memref<1x16x5x16xi8>
    %t = memref.alloc() : memref<144xi8>
    cortex_m.depthwise_conv %a, %w sums(%s) out(%b) scratch(%t) {strides = [1, 1], padding = [1, 1], dilations = [1, 1], input_offset = 5, output_offset = -3, rescale = #cortex_m.rescale<[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]>, clamp = #cortex_m.clamp<-128, 127>} : (memref<1x16x5x16xi8>, memref<3x3x16xi8>, memref<16xi32>, memref<1x16x5x16xi8>, memref<144xi8>) -> ()
    cortex_m.copy %b out(%out0) {offset = 0, strides = [0]} : (memref<1x16x5x16xi8>, memref<1xi8>) -> ()
    func.return
  }
}
