// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK-LABEL: @order
func.func @order(%x : tensor<2x5xf32>, %i : tensor<2x5xi64>) {
  // CHECK: %0 = aten.cumulate %x {function = "sum", dim = 1} : (tensor<2x5xf32>) -> tensor<2x5xf32>
  %0 = aten.cumulate %x {function = "sum", dim = 1} : (tensor<2x5xf32>) -> tensor<2x5xf32>
  // CHECK: %1 = aten.cumulate %i {function = "max", dim = 0} : (tensor<2x5xi64>) -> tensor<2x5xi64>
  %1 = aten.cumulate %i {function = "max", dim = 0} : (tensor<2x5xi64>) -> tensor<2x5xi64>
  // CHECK: %2 = aten.argsort %x {count = 3, descending = true} : (tensor<2x5xf32>) -> tensor<2x3xi64>
  %2 = aten.argsort %x {count = 3, descending = true} : (tensor<2x5xf32>) -> tensor<2x3xi64>
  func.return
}
