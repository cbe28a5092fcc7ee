// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK-LABEL: @softmax
func.func @softmax(%x : tensor<2x3xf32>, %s : tensor<f32>) {
  // CHECK: %0 = aten.softmax %x {dim = 1} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %0 = aten.softmax %x {dim = 1} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: %1 = aten.safe_softmax %x {dim = 0} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = aten.safe_softmax %x {dim = 0} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: %2 = aten.softmax %s {dim = 0} : (tensor<f32>) -> tensor<f32>
  %2 = aten.softmax %s {dim = 0} : (tensor<f32>) -> tensor<f32>
  func.return
}

// CHECK-LABEL: @guard
func.func @guard(%x : tensor<2x3xf32>, %y : tensor<f32>) {
  // CHECK: %0 = aten.eq_scalar %x {value = 0xfff0000000000000 : f64} : (tensor<2x3xf32>) -> tensor<2x3xi1>
  %0 = aten.eq_scalar %x {value = 0xFFF0000000000000 : f64} : (tensor<2x3xf32>) -> tensor<2x3xi1>
  // CHECK: %1 = aten.logical_not %0 : (tensor<2x3xi1>) -> tensor<2x3xi1>
  %1 = aten.logical_not %0 : (tensor<2x3xi1>) -> tensor<2x3xi1>
  // CHECK: %2 = aten.any %1 {dim = 1, keepdim = true} : (tensor<2x3xi1>) -> tensor<2x1xi1>
  %2 = aten.any %1 {dim = 1, keepdim = true} : (tensor<2x3xi1>) -> tensor<2x1xi1>
  // CHECK: %3 = aten.any %1 {dim = 0, keepdim = false} : (tensor<2x3xi1>) -> tensor<3xi1>
  %3 = aten.any %1 {dim = 0, keepdim = false} : (tensor<2x3xi1>) -> tensor<3xi1>
  // CHECK: %4 = aten.where %2, %y, %x : (tensor<2x1xi1>, tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = aten.where %2, %y, %x : (tensor<2x1xi1>, tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
