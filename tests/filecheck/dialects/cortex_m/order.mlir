// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK-LABEL: @order
func.func @order(%x : tensor<2x5x3xf32>, %i : tensor<2x5x1xi64>, %c : tensor<4x5xi8>, %m : memref<4x5xf32>, %n : memref<4x2xi64>, %k : memref<1x5x1xi32>) {
  // CHECK: %0 = cortex_m.f32_cumulate %x {function = "sum"} : (tensor<2x5x3xf32>) -> tensor<2x5x3xf32>
  %0 = cortex_m.f32_cumulate %x {function = "sum"} : (tensor<2x5x3xf32>) -> tensor<2x5x3xf32>
  // CHECK: %1 = cortex_m.cumulate %i {function = "prod"} : (tensor<2x5x1xi64>) -> tensor<2x5x1xi64>
  %1 = cortex_m.cumulate %i {function = "prod"} : (tensor<2x5x1xi64>) -> tensor<2x5x1xi64>
  // CHECK: %2 = cortex_m.argsort %c {count = 5, descending = false} : (tensor<4x5xi8>) -> tensor<4x5xi64>
  %2 = cortex_m.argsort %c {count = 5, descending = false} : (tensor<4x5xi8>) -> tensor<4x5xi64>
  // CHECK: cortex_m.argsort %m out(%n) {count = 2, descending = true} : (memref<4x5xf32>, memref<4x2xi64>) -> ()
  cortex_m.argsort %m out(%n) {count = 2, descending = true} : (memref<4x5xf32>, memref<4x2xi64>) -> ()
  // CHECK: cortex_m.cumulate %k out(%k) {function = "min"} : (memref<1x5x1xi32>, memref<1x5x1xi32>) -> ()
  cortex_m.cumulate %k out(%k) {function = "min"} : (memref<1x5x1xi32>, memref<1x5x1xi32>) -> ()
  func.return
}

// CHECK-LABEL: @f32_cumulate
func.func @f32_cumulate(%x : memref<2x5x3xf32>) {
  // CHECK: cortex_m.f32_cumulate %x out(%x) {function = "prod"} : (memref<2x5x3xf32>, memref<2x5x3xf32>) -> ()
  cortex_m.f32_cumulate %x out(%x) {function = "prod"} : (memref<2x5x3xf32>, memref<2x5x3xf32>) -> ()
  func.return
}
