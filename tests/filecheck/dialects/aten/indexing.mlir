// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

!q = !quant.uniform<i8:f32, 0.5>

// CHECK-LABEL: @embedding
func.func @embedding(%w : tensor<9x4xf32>, %q : tensor<9x!q>, %i : tensor<2x3xi64>, %s : tensor<i32>) {
  // CHECK: %0 = aten.embedding %w, %i : (tensor<9x4xf32>, tensor<2x3xi64>) -> tensor<2x3x4xf32>
  %0 = aten.embedding %w, %i : (tensor<9x4xf32>, tensor<2x3xi64>) -> tensor<2x3x4xf32>
  // CHECK: %1 = aten.embedding %q, %s : (tensor<9x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<i32>) -> tensor<!quant.uniform<i8:f32, 5.000000e-01>>
  %1 = aten.embedding %q, %s : (tensor<9x!q>, tensor<i32>) -> tensor<!q>
  func.return
}

// CHECK-LABEL: @index_copy
func.func @index_copy(%x : tensor<2x9x!q>, %i : tensor<3xi32>, %y : tensor<2x3x!q>) {
  // CHECK: %0 = aten.index_copy %x, %i, %y {dim = 1} : (tensor<2x9x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3xi32>, tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x9x!quant.uniform<i8:f32, 5.000000e-01>>
  %0 = aten.index_copy %x, %i, %y {dim = 1} : (tensor<2x9x!q>, tensor<3xi32>, tensor<2x3x!q>) -> tensor<2x9x!q>
  func.return
}

// CHECK-LABEL: @checked
func.func @checked(%i : tensor<3xi64>, %x : tensor<2x9xf32>, %y : tensor<2x3xf32>) {
  // CHECK: %0 = aten.checked_index %i {size = 9, from_end = true} : (tensor<3xi64>) -> tensor<3xi64>
  %0 = aten.checked_index %i {size = 9, from_end = true} : (tensor<3xi64>) -> tensor<3xi64>
  // CHECK: %1 = aten.index_add %x, %i, %y {dim = 1} : (tensor<2x9xf32>, tensor<3xi64>, tensor<2x3xf32>) -> tensor<2x9xf32>
  %1 = aten.index_add %x, %i, %y {dim = 1} : (tensor<2x9xf32>, tensor<3xi64>, tensor<2x3xf32>) -> tensor<2x9xf32>
  func.return
}
