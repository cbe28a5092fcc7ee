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

// CHECK-LABEL: @index_copy
func.func @index_copy(%x : tensor<2x9xi8>, %i : tensor<3xi64>, %y : tensor<2x3xi8>, %s : memref<4x5xf32>, %j : memref<1xi32>, %t : memref<1x5xf32>) {
  // CHECK: %0 = cortex_m.index_copy %x, %i, %y {dim = 1} : (tensor<2x9xi8>, tensor<3xi64>, tensor<2x3xi8>) -> tensor<2x9xi8>
  %0 = cortex_m.index_copy %x, %i, %y {dim = 1} : (tensor<2x9xi8>, tensor<3xi64>, tensor<2x3xi8>) -> tensor<2x9xi8>
  // CHECK: cortex_m.index_copy %s, %j, %t out(%s) {dim = 0} : (memref<4x5xf32>, memref<1xi32>, memref<1x5xf32>, memref<4x5xf32>) -> ()
  cortex_m.index_copy %s, %j, %t out(%s) {dim = 0} : (memref<4x5xf32>, memref<1xi32>, memref<1x5xf32>, memref<4x5xf32>) -> ()
  func.return
}

// CHECK-LABEL: @check_indices
func.func @check_indices(%i : tensor<2x3xi64>, %j : memref<4xi32>) {
  // CHECK: %0 = cortex_m.check_indices %i {size = 9, from_end = true} : (tensor<2x3xi64>) -> tensor<2x3xi64>
  %0 = cortex_m.check_indices %i {size = 9, from_end = true} : (tensor<2x3xi64>) -> tensor<2x3xi64>
  // CHECK: cortex_m.check_indices %j out(%j) {size = 9, from_end = false} : (memref<4xi32>, memref<4xi32>) -> ()
  cortex_m.check_indices %j out(%j) {size = 9, from_end = false} : (memref<4xi32>, memref<4xi32>) -> ()
  func.return
}

// CHECK-LABEL: @index_add
func.func @index_add(%x : tensor<2x9xi32>, %i : tensor<3xi64>, %y : tensor<2x3xi32>, %s : memref<4x5xf32>, %j : memref<1xi32>, %t : memref<1x5xf32>) {
  // CHECK: %0 = cortex_m.index_add %x, %i, %y {dim = 1} : (tensor<2x9xi32>, tensor<3xi64>, tensor<2x3xi32>) -> tensor<2x9xi32>
  %0 = cortex_m.index_add %x, %i, %y {dim = 1} : (tensor<2x9xi32>, tensor<3xi64>, tensor<2x3xi32>) -> tensor<2x9xi32>
  // CHECK: cortex_m.f32_index_add %s, %j, %t out(%s) {dim = 0} : (memref<4x5xf32>, memref<1xi32>, memref<1x5xf32>, memref<4x5xf32>) -> ()
  cortex_m.f32_index_add %s, %j, %t out(%s) {dim = 0} : (memref<4x5xf32>, memref<1xi32>, memref<1x5xf32>, memref<4x5xf32>) -> ()
  func.return
}

// CHECK-LABEL: @index_add_other_forms
func.func @index_add_other_forms(%x : tensor<2x9xf32>, %i : tensor<3xi64>, %y : tensor<2x3xf32>, %s : memref<4x5xi8>, %j : memref<1xi32>, %t : memref<1x5xi8>) {
  // CHECK: %0 = cortex_m.f32_index_add %x, %i, %y {dim = 1} : (tensor<2x9xf32>, tensor<3xi64>, tensor<2x3xf32>) -> tensor<2x9xf32>
  %0 = cortex_m.f32_index_add %x, %i, %y {dim = 1} : (tensor<2x9xf32>, tensor<3xi64>, tensor<2x3xf32>) -> tensor<2x9xf32>
  // CHECK: cortex_m.index_add %s, %j, %t out(%s) {dim = 0} : (memref<4x5xi8>, memref<1xi32>, memref<1x5xi8>, memref<4x5xi8>) -> ()
  cortex_m.index_add %s, %j, %t out(%s) {dim = 0} : (memref<4x5xi8>, memref<1xi32>, memref<1x5xi8>, memref<4x5xi8>) -> ()
  func.return
}
