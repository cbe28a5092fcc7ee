// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK-LABEL: @boundary
func.func @boundary(%x : tensor<2x3xf32>) {
  // CHECK: %0 = cortex_m.quantize %x {scale = 1.000000e-01, zero_point = -128, clamp = #cortex_m.clamp<-127, 127>} : (tensor<2x3xf32>) -> tensor<2x3xi8>
  %0 = cortex_m.quantize %x {scale = 0.1, zero_point = -128, clamp = #cortex_m.clamp<-127, 127>} : (tensor<2x3xf32>) -> tensor<2x3xi8>
  // CHECK: %1 = cortex_m.dequantize %0 {scale = 1.000000e-01, zero_point = 127} : (tensor<2x3xi8>) -> tensor<2x3xf32>
  %1 = cortex_m.dequantize %0 {scale = 0.1, zero_point = 127} : (tensor<2x3xi8>) -> tensor<2x3xf32>
  func.return
}

// CHECK-LABEL: @boundary_on_memrefs
func.func @boundary_on_memrefs(%x : memref<3xf32>, %y : memref<3xi8>) {
  // CHECK: cortex_m.quantize %x out(%y) {scale = 1.000000e-38, zero_point = 0, clamp = #cortex_m.clamp<-128, 127>} : (memref<3xf32>, memref<3xi8>) -> ()
  cortex_m.quantize %x out(%y) {scale = 1.0e-38, zero_point = 0, clamp = #cortex_m.clamp<-128, 127>} : (memref<3xf32>, memref<3xi8>) -> ()
  // CHECK: cortex_m.dequantize %y out(%x) {scale = 1.000000e+38, zero_point = 0} : (memref<3xi8>, memref<3xf32>) -> ()
  cortex_m.dequantize %y out(%x) {scale = 1.0e+38, zero_point = 0} : (memref<3xi8>, memref<3xf32>) -> ()
  func.return
}

// CHECK-LABEL: @float32
func.func @float32(%x : tensor<2x3xf32>) {
  // CHECK: %0 = cortex_m.f32_add %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %0 = cortex_m.f32_add %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: %1 = cortex_m.f32_mul %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = cortex_m.f32_mul %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: %2 = cortex_m.f32_mul_scalar %x {value = 0x7ff0000000000000 : f64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = cortex_m.f32_mul_scalar %x {value = 0x7FF0000000000000 : f64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// CHECK-LABEL: @float32_on_memrefs
func.func @float32_on_memrefs(%x : memref<3xf32>, %y : memref<3xf32>) {
  // CHECK: cortex_m.f32_add %x, %y out(%x) : (memref<3xf32>, memref<3xf32>, memref<3xf32>) -> ()
  cortex_m.f32_add %x, %y out(%x) : (memref<3xf32>, memref<3xf32>, memref<3xf32>) -> ()
  // CHECK: cortex_m.f32_mul %x, %y out(%y) : (memref<3xf32>, memref<3xf32>, memref<3xf32>) -> ()
  cortex_m.f32_mul %x, %y out(%y) : (memref<3xf32>, memref<3xf32>, memref<3xf32>) -> ()
  // CHECK: cortex_m.f32_mul_scalar %x out(%y) {value = 5.000000e-01} : (memref<3xf32>, memref<3xf32>) -> ()
  cortex_m.f32_mul_scalar %x out(%y) {value = 0.5} : (memref<3xf32>, memref<3xf32>) -> ()
  func.return
}
