// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK-LABEL: @comparisons
func.func @comparisons(%x : tensor<2x3xf32>, %n : tensor<4xi64>) {
  // CHECK: %0 = aten.ne_scalar %x {value = 2.500000e+00} : (tensor<2x3xf32>) -> tensor<2x3xi1>
  %0 = aten.ne_scalar %x {value = 2.500000e+00} : (tensor<2x3xf32>) -> tensor<2x3xi1>
  // CHECK: %1 = aten.lt_scalar %x {value = 2.500000e+00} : (tensor<2x3xf32>) -> tensor<2x3xi1>
  %1 = aten.lt_scalar %x {value = 2.500000e+00} : (tensor<2x3xf32>) -> tensor<2x3xi1>
  // CHECK: %2 = aten.le_scalar %x {value = 2.500000e+00} : (tensor<2x3xf32>) -> tensor<2x3xi1>
  %2 = aten.le_scalar %x {value = 2.500000e+00} : (tensor<2x3xf32>) -> tensor<2x3xi1>
  // CHECK: %3 = aten.gt_scalar %x {value = 2.500000e+00} : (tensor<2x3xf32>) -> tensor<2x3xi1>
  %3 = aten.gt_scalar %x {value = 2.500000e+00} : (tensor<2x3xf32>) -> tensor<2x3xi1>
  // CHECK: %4 = aten.ge_scalar %x {value = 2.500000e+00} : (tensor<2x3xf32>) -> tensor<2x3xi1>
  %4 = aten.ge_scalar %x {value = 2.500000e+00} : (tensor<2x3xf32>) -> tensor<2x3xi1>
  // CHECK: %5 = aten.ne_scalar %n {value = 0.000000e+00} : (tensor<4xi64>) -> tensor<4xi1>
  %5 = aten.ne_scalar %n {value = 0.000000e+00} : (tensor<4xi64>) -> tensor<4xi1>
  func.return
}

// CHECK-LABEL: @logic
func.func @logic(%x : tensor<2x3xi1>, %y : tensor<3xi1>) {
  // CHECK: %0 = aten.logical_and %x, %y : (tensor<2x3xi1>, tensor<3xi1>) -> tensor<2x3xi1>
  %0 = aten.logical_and %x, %y : (tensor<2x3xi1>, tensor<3xi1>) -> tensor<2x3xi1>
  // CHECK: %1 = aten.logical_or %x, %y : (tensor<2x3xi1>, tensor<3xi1>) -> tensor<2x3xi1>
  %1 = aten.logical_or %x, %y : (tensor<2x3xi1>, tensor<3xi1>) -> tensor<2x3xi1>
  // CHECK: %2 = aten.logical_xor %x, %y : (tensor<2x3xi1>, tensor<3xi1>) -> tensor<2x3xi1>
  %2 = aten.logical_xor %x, %y : (tensor<2x3xi1>, tensor<3xi1>) -> tensor<2x3xi1>
  func.return
}

// CHECK-LABEL: @masked_softmax
func.func @masked_softmax(%x : tensor<2x4x3x3xf32>, %m : tensor<2x1x1x3xi1>) {
  // CHECK: %0 = aten.masked_softmax %x mask(%m) {dim = 3} : (tensor<2x4x3x3xf32>, tensor<2x1x1x3xi1>) -> tensor<2x4x3x3xf32>
  %0 = aten.masked_softmax %x mask(%m) {dim = 3} : (tensor<2x4x3x3xf32>, tensor<2x1x1x3xi1>) -> tensor<2x4x3x3xf32>
  // CHECK: %1 = aten.masked_softmax %x {dim = 3, diagonal = -1} : (tensor<2x4x3x3xf32>) -> tensor<2x4x3x3xf32>
  %1 = aten.masked_softmax %x {dim = 3, diagonal = -1} : (tensor<2x4x3x3xf32>) -> tensor<2x4x3x3xf32>
  // CHECK: %2 = aten.masked_softmax %x mask(%m) {dim = 1, diagonal = 0} : (tensor<2x4x3x3xf32>, tensor<2x1x1x3xi1>) -> tensor<2x4x3x3xf32>
  %2 = aten.masked_softmax %x mask(%m) {dim = 1, diagonal = 0} : (tensor<2x4x3x3xf32>, tensor<2x1x1x3xi1>) -> tensor<2x4x3x3xf32>
  func.return
}

// CHECK-LABEL: @compare
func.func @compare(%x : tensor<2x1xi64>, %y : tensor<3xi64>) {
  // CHECK: %0 = aten.compare %x, %y {predicate = "le"} : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi1>
  %0 = aten.compare %x, %y {predicate = "le"} : (tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x3xi1>
  func.return
}
