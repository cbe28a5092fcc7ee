// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'cortex_m.f32_cumulate': function "mean" is none of sum, prod, max, min
func.func @function(%x : tensor<1x5x1xf32>) {
  %0 = cortex_m.f32_cumulate %x {function = "mean"} : (tensor<1x5x1xf32>) -> tensor<1x5x1xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_cumulate': input must have 3 axes, but its shape is (5,)
func.func @axes(%x : tensor<5xf32>) {
  %0 = cortex_m.f32_cumulate %x {function = "sum"} : (tensor<5xf32>) -> tensor<5xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.cumulate': input must have elements of type i8 or i32 or i64, but has tensor<1x5x1xf32>
func.func @float(%x : tensor<1x5x1xf32>) {
  %0 = cortex_m.cumulate %x {function = "sum"} : (tensor<1x5x1xf32>) -> tensor<1x5x1xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_cumulate': input must have elements of type f32, but has tensor<1x5x1xi32>
func.func @integers(%x : tensor<1x5x1xi32>) {
  %0 = cortex_m.f32_cumulate %x {function = "sum"} : (tensor<1x5x1xi32>) -> tensor<1x5x1xi32>
  func.return
}
// -----
// CHECK: 'cortex_m.argsort': there are no 6 elements in rows of (2, 5)
func.func @count(%x : tensor<2x5xf32>) {
  %0 = cortex_m.argsort %x {count = 6, descending = false} : (tensor<2x5xf32>) -> tensor<2x6xi64>
  func.return
}
// -----
// CHECK: 'cortex_m.argsort': out must have shape 2x3, but has tensor<2x5xi64>
func.func @result(%x : tensor<2x5xf32>) {
  %0 = cortex_m.argsort %x {count = 3, descending = false} : (tensor<2x5xf32>) -> tensor<2x5xi64>
  func.return
}
