// RUN: cmlir-opt %s --bufferize | filecheck %s

// Any number of inputs, then the output.
// CHECK-LABEL: @main
// CHECK-NEXT:   %joined = memref.alloc() : memref<2x4xi8>
// CHECK-NEXT:   cortex_m.concat %x, %y out(%joined) {axis = 1} : (memref<2x3xi8>, memref<2x1xi8>, memref<2x4xi8>) -> ()
// CHECK-NEXT:   cortex_m.concat %x, %y, %joined out(%out0) {axis = 1} : (memref<2x3xi8>, memref<2x1xi8>, memref<2x4xi8>, memref<2x8xi8>) -> ()
// CHECK-NEXT:   func.return
func.func @main(%x : tensor<2x3xi8>, %y : tensor<2x1xi8>) -> tensor<2x8xi8> {
  %joined = cortex_m.concat %x, %y {axis = 1} : (tensor<2x3xi8>, tensor<2x1xi8>) -> tensor<2x4xi8>
  %twice = cortex_m.concat %x, %y, %joined {axis = 1} : (tensor<2x3xi8>, tensor<2x1xi8>, tensor<2x4xi8>) -> tensor<2x8xi8>
  func.return %twice : tensor<2x8xi8>
}
