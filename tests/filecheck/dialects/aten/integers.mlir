// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK-LABEL: @casts
func.func @casts(%x : tensor<2x3xf32>, %t : tensor<3xi1>) {
  // CHECK: %0 = aten.cast %x : (tensor<2x3xf32>) -> tensor<2x3xi64>
  %0 = aten.cast %x : (tensor<2x3xf32>) -> tensor<2x3xi64>
  // CHECK: %1 = aten.cast %t : (tensor<3xi1>) -> tensor<3xf32>
  %1 = aten.cast %t : (tensor<3xi1>) -> tensor<3xf32>
  func.return
}

// CHECK-LABEL: @two
func.func @two(%x : tensor<2x3xi64>, %y : tensor<3xi64>) {
  // CHECK: aten.maximum %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  %0 = aten.maximum %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  // CHECK: aten.minimum
  %1 = aten.minimum %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  // CHECK: aten.pow
  %2 = aten.pow %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  func.return
}
