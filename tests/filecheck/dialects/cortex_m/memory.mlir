// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

ml_program.global private @weights(dense<[1, 2]> : tensor<2xi8>) : tensor<2xi8>

// CHECK-LABEL: @tensors
func.func @tensors(%x : tensor<2x3xi8>) {
  // CHECK: %0 = cortex_m.constant @weights : () -> tensor<2xi8>
  %0 = cortex_m.constant @weights : () -> tensor<2xi8>
  // CHECK: %1 = cortex_m.view %x {offset = 0} : (tensor<2x3xi8>) -> tensor<6x1xi8>
  %1 = cortex_m.view %x {offset = 0} : (tensor<2x3xi8>) -> tensor<6x1xi8>
  // CHECK: %2 = cortex_m.view %x {offset = 5} : (tensor<2x3xi8>) -> tensor<i8>
  %2 = cortex_m.view %x {offset = 5} : (tensor<2x3xi8>) -> tensor<i8>
  func.return
}

// CHECK-LABEL: @planned
func.func @planned(%x : memref<3xf32>, %y : memref<2x3xi8>) {
  // CHECK: %0 = cortex_m.constant @weights : () -> memref<2xi8>
  %0 = cortex_m.constant @weights : () -> memref<2xi8>
  // CHECK: %1 = cortex_m.buffer {region = "arena", offset = 0} : () -> memref<2x3xi8>
  %1 = cortex_m.buffer {region = "arena", offset = 0} : () -> memref<2x3xi8>
  // CHECK: %2 = cortex_m.buffer {region = "arena", offset = 16} : () -> memref<3xf32>
  %2 = cortex_m.buffer {region = "arena", offset = 16} : () -> memref<3xf32>
  // CHECK: %lent = cortex_m.buffer lender(%x) {region = "argument", offset = 4} : (memref<3xf32>) -> memref<8xi8>
  %lent = cortex_m.buffer lender(%x) {region = "argument", offset = 4} : (memref<3xf32>) -> memref<8xi8>
  // CHECK: %3 = cortex_m.view %1 {offset = 3} : (memref<2x3xi8>) -> memref<3x1xi8>
  %3 = cortex_m.view %1 {offset = 3} : (memref<2x3xi8>) -> memref<3x1xi8>
  func.return
}
