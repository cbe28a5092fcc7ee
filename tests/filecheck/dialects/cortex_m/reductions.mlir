// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK-LABEL: @on_tensors
func.func @on_tensors(%x : tensor<2x3x4xi8>) {
  // CHECK: %0 = cortex_m.sum %x {input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3x4xi8>) -> tensor<2x4xi8>
  %0 = cortex_m.sum %x {input_offset = 128, output_offset = -128, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3x4xi8>) -> tensor<2x4xi8>
  // CHECK: %1 = cortex_m.max %x : (tensor<2x3x4xi8>) -> tensor<2x4xi8>
  %1 = cortex_m.max %x : (tensor<2x3x4xi8>) -> tensor<2x4xi8>
  // CHECK: %2 = cortex_m.min %x : (tensor<2x3x4xi8>) -> tensor<2x4xi8>
  %2 = cortex_m.min %x : (tensor<2x3x4xi8>) -> tensor<2x4xi8>
  // CHECK: %3 = cortex_m.argmax %x : (tensor<2x3x4xi8>) -> tensor<2x4xi64>
  %3 = cortex_m.argmax %x : (tensor<2x3x4xi8>) -> tensor<2x4xi64>
  // CHECK: %4 = cortex_m.argmin %x : (tensor<2x3x4xi8>) -> tensor<2x4xi64>
  %4 = cortex_m.argmin %x : (tensor<2x3x4xi8>) -> tensor<2x4xi64>
  func.return
}

// CHECK-LABEL: @on_memrefs
func.func @on_memrefs(%x : memref<1x3x4xi8>, %y : memref<1x4xi8>, %i : memref<1x4xi64>) {
  // CHECK: cortex_m.sum %x out(%y) {input_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, 1>, clamp = #cortex_m.clamp<-128, 127>} : (memref<1x3x4xi8>, memref<1x4xi8>) -> ()
  cortex_m.sum %x out(%y) {input_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, 1>, clamp = #cortex_m.clamp<-128, 127>} : (memref<1x3x4xi8>, memref<1x4xi8>) -> ()
  // CHECK: cortex_m.max %x out(%y) : (memref<1x3x4xi8>, memref<1x4xi8>) -> ()
  cortex_m.max %x out(%y) : (memref<1x3x4xi8>, memref<1x4xi8>) -> ()
  // CHECK: cortex_m.min %x out(%y) : (memref<1x3x4xi8>, memref<1x4xi8>) -> ()
  cortex_m.min %x out(%y) : (memref<1x3x4xi8>, memref<1x4xi8>) -> ()
  // CHECK: cortex_m.argmax %x out(%i) : (memref<1x3x4xi8>, memref<1x4xi64>) -> ()
  cortex_m.argmax %x out(%i) : (memref<1x3x4xi8>, memref<1x4xi64>) -> ()
  // CHECK: cortex_m.argmin %x out(%i) : (memref<1x3x4xi8>, memref<1x4xi64>) -> ()
  cortex_m.argmin %x out(%i) : (memref<1x3x4xi8>, memref<1x4xi64>) -> ()
  func.return
}
