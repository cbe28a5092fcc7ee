// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK-LABEL: @embedding
func.func @embedding(%w : tensor<9x4xi8>, %i : tensor<2x3xi64>, %t : memref<9x4xf32>, %j : memref<5xi32>, %y : memref<5x4xf32>) {
  // CHECK: %0 = cortex_m.embedding %w, %i : (tensor<9x4xi8>, tensor<2x3xi64>) -> tensor<2x3x4xi8>
  %0 = cortex_m.embedding %w, %i : (tensor<9x4xi8>, tensor<2x3xi64>) -> tensor<2x3x4xi8>
  // CHECK: cortex_m.embedding %t, %j out(%y) : (memref<9x4xf32>, memref<5xi32>, memref<5x4xf32>) -> ()
  cortex_m.embedding %t, %j out(%y) : (memref<9x4xf32>, memref<5xi32>, memref<5x4xf32>) -> ()
  func.return
}
