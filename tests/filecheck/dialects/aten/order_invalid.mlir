// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'aten.cumulate': function "mean" is none of sum, prod, max, min
func.func @function(%x : tensor<5xf32>) {
  %0 = aten.cumulate %x {function = "mean", dim = 0} : (tensor<5xf32>) -> tensor<5xf32>
  func.return
}
// -----
// CHECK: 'aten.cumulate': dim 1 is no axis of the input
func.func @dim(%x : tensor<5xf32>) {
  %0 = aten.cumulate %x {function = "sum", dim = 1} : (tensor<5xf32>) -> tensor<5xf32>
  func.return
}
// -----
// CHECK: 'aten.cumulate': result must have shape 5, but has tensor<4xf32>
func.func @shape(%x : tensor<5xf32>) {
  %0 = aten.cumulate %x {function = "sum", dim = 0} : (tensor<5xf32>) -> tensor<4xf32>
  func.return
}
// -----
// CHECK: 'aten.cumulate': result must have elements of type f32, but has tensor<5xi64>
func.func @element(%x : tensor<5xf32>) {
  %0 = aten.cumulate %x {function = "sum", dim = 0} : (tensor<5xf32>) -> tensor<5xi64>
  func.return
}
// -----
// CHECK: 'aten.argsort': there are no 6 elements in rows of (2, 5)
func.func @count(%x : tensor<2x5xf32>) {
  %0 = aten.argsort %x {count = 6, descending = false} : (tensor<2x5xf32>) -> tensor<2x6xi64>
  func.return
}
// -----
// CHECK: 'aten.argsort': result must have elements of type i64, but has tensor<2x5xi32>
func.func @indices(%x : tensor<2x5xf32>) {
  %0 = aten.argsort %x {count = 5, descending = false} : (tensor<2x5xf32>) -> tensor<2x5xi32>
  func.return
}
// -----
// CHECK: 'aten.argsort': result must have shape 2x3, but has tensor<3x3xi64>
func.func @rows(%x : tensor<2x5xf32>) {
  %0 = aten.argsort %x {count = 3, descending = false} : (tensor<2x5xf32>) -> tensor<3x3xi64>
  func.return
}
