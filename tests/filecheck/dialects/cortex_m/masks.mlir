// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK-LABEL: @masked_softmax
func.func @masked_softmax(%x : tensor<2x4x3xi8>, %e : tensor<256xi32>, %m : tensor<7xi1>) {
  // CHECK: %0 = cortex_m.masked_softmax %x, %e mask(%m) {mask_offset = 1, mask_strides = [3, 0, 1]} : (tensor<2x4x3xi8>, tensor<256xi32>, tensor<7xi1>) -> tensor<2x4x3xi8>
  %0 = cortex_m.masked_softmax %x, %e mask(%m) {mask_offset = 1, mask_strides = [3, 0, 1]} : (tensor<2x4x3xi8>, tensor<256xi32>, tensor<7xi1>) -> tensor<2x4x3xi8>
  // CHECK: %1 = cortex_m.masked_softmax %x, %e {diagonal = -2} : (tensor<2x4x3xi8>, tensor<256xi32>) -> tensor<2x4x3xi8>
  %1 = cortex_m.masked_softmax %x, %e {diagonal = -2} : (tensor<2x4x3xi8>, tensor<256xi32>) -> tensor<2x4x3xi8>
  // CHECK: %2 = cortex_m.masked_softmax %x, %e mask(%m) {mask_offset = 0, mask_strides = [0, 0, 0], diagonal = 0, output_rescale = #cortex_m.rescale<1518500250, -8>, output_offset = -128} : (tensor<2x4x3xi8>, tensor<256xi32>, tensor<7xi1>) -> tensor<2x4x3xi8>
  %2 = cortex_m.masked_softmax %x, %e mask(%m) {mask_offset = 0, mask_strides = [0, 0, 0], diagonal = 0, output_rescale = #cortex_m.rescale<1518500250, -8>, output_offset = -128} : (tensor<2x4x3xi8>, tensor<256xi32>, tensor<7xi1>) -> tensor<2x4x3xi8>
  func.return
}

// CHECK-LABEL: @masked_softmax_on_memrefs
func.func @masked_softmax_on_memrefs(%x : memref<2x3xi8>, %e : memref<256xi32>, %m : memref<3xi1>) {
  // CHECK: cortex_m.masked_softmax %x, %e mask(%m) out(%x) {mask_offset = 0, mask_strides = [0, 1]} : (memref<2x3xi8>, memref<256xi32>, memref<3xi1>, memref<2x3xi8>) -> ()
  cortex_m.masked_softmax %x, %e mask(%m) out(%x) {mask_offset = 0, mask_strides = [0, 1]} : (memref<2x3xi8>, memref<256xi32>, memref<3xi1>, memref<2x3xi8>) -> ()
  func.return
}

// CHECK-LABEL: @where
func.func @where(%c : tensor<3xi1>, %x : tensor<2x3xi8>, %y : tensor<i8>, %f : tensor<2xf32>) {
  // CHECK: %0 = cortex_m.where %c, %x, %y {offsets = [0, 3, 0], condition_strides = [0, 1], lhs_strides = [-3, 1], rhs_strides = [0, 0]} : (tensor<3xi1>, tensor<2x3xi8>, tensor<i8>) -> tensor<2x3xi8>
  %0 = cortex_m.where %c, %x, %y {offsets = [0, 3, 0], condition_strides = [0, 1], lhs_strides = [-3, 1], rhs_strides = [0, 0]} : (tensor<3xi1>, tensor<2x3xi8>, tensor<i8>) -> tensor<2x3xi8>
  // CHECK: %1 = cortex_m.where %c, %f, %f {offsets = [1, 0, 1], condition_strides = [1], lhs_strides = [1], rhs_strides = [0]} : (tensor<3xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = cortex_m.where %c, %f, %f {offsets = [1, 0, 1], condition_strides = [1], lhs_strides = [1], rhs_strides = [0]} : (tensor<3xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// CHECK-LABEL: @comparisons
func.func @comparisons(%a : tensor<2xf32>, %b : tensor<2xi8>, %c : tensor<2xi32>, %d : tensor<2xi64>) {
  // CHECK: %0 = cortex_m.compare %a {predicate = "gt", number = -9.999000e+03} : (tensor<2xf32>) -> tensor<2xi1>
  %0 = cortex_m.compare %a {predicate = "gt", number = -9.999000e+03} : (tensor<2xf32>) -> tensor<2xi1>
  // CHECK: %1 = cortex_m.compare %b {predicate = "eq", number = 0.000000e+00} : (tensor<2xi8>) -> tensor<2xi1>
  %1 = cortex_m.compare %b {predicate = "eq", number = 0.000000e+00} : (tensor<2xi8>) -> tensor<2xi1>
  // CHECK: %2 = cortex_m.compare %c {predicate = "ne", number = 0.000000e+00} : (tensor<2xi32>) -> tensor<2xi1>
  %2 = cortex_m.compare %c {predicate = "ne", number = 0.000000e+00} : (tensor<2xi32>) -> tensor<2xi1>
  // CHECK: %3 = cortex_m.compare %d {predicate = "lt", number = 0.000000e+00} : (tensor<2xi64>) -> tensor<2xi1>
  %3 = cortex_m.compare %d {predicate = "lt", number = 0.000000e+00} : (tensor<2xi64>) -> tensor<2xi1>
  // CHECK: %4 = cortex_m.compare %d {predicate = "le", number = 0.000000e+00} : (tensor<2xi64>) -> tensor<2xi1>
  %4 = cortex_m.compare %d {predicate = "le", number = 0.000000e+00} : (tensor<2xi64>) -> tensor<2xi1>
  // CHECK: %5 = cortex_m.compare %d {predicate = "ge", number = 0.000000e+00} : (tensor<2xi64>) -> tensor<2xi1>
  %5 = cortex_m.compare %d {predicate = "ge", number = 0.000000e+00} : (tensor<2xi64>) -> tensor<2xi1>
  func.return
}

// CHECK-LABEL: @logic
func.func @logic(%x : memref<2xi1>, %y : memref<2xi1>, %z : memref<2xi1>) {
  // CHECK: cortex_m.logical_and %x, %y out(%z) : (memref<2xi1>, memref<2xi1>, memref<2xi1>) -> ()
  cortex_m.logical_and %x, %y out(%z) : (memref<2xi1>, memref<2xi1>, memref<2xi1>) -> ()
  // CHECK: cortex_m.logical_or %x, %y out(%z) : (memref<2xi1>, memref<2xi1>, memref<2xi1>) -> ()
  cortex_m.logical_or %x, %y out(%z) : (memref<2xi1>, memref<2xi1>, memref<2xi1>) -> ()
  // CHECK: cortex_m.logical_xor %x, %y out(%z) : (memref<2xi1>, memref<2xi1>, memref<2xi1>) -> ()
  cortex_m.logical_xor %x, %y out(%z) : (memref<2xi1>, memref<2xi1>, memref<2xi1>) -> ()
  // CHECK: cortex_m.logical_not %x out(%x) : (memref<2xi1>, memref<2xi1>) -> ()
  cortex_m.logical_not %x out(%x) : (memref<2xi1>, memref<2xi1>) -> ()
  func.return
}

// CHECK-LABEL: @logic_on_tensors
func.func @logic_on_tensors(%x : tensor<2xi1>, %y : tensor<2xi1>) {
  // CHECK: %0 = cortex_m.logical_and %x, %y : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  %0 = cortex_m.logical_and %x, %y : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  // CHECK: %1 = cortex_m.logical_or %x, %y : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  %1 = cortex_m.logical_or %x, %y : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  // CHECK: %2 = cortex_m.logical_xor %x, %y : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  %2 = cortex_m.logical_xor %x, %y : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  // CHECK: %3 = cortex_m.logical_not %x : (tensor<2xi1>) -> tensor<2xi1>
  %3 = cortex_m.logical_not %x : (tensor<2xi1>) -> tensor<2xi1>
  func.return
}

// CHECK-LABEL: @choices_on_memrefs
func.func @choices_on_memrefs(%c : memref<3xi1>, %x : memref<2x3xi8>, %y : memref<i8>, %z : memref<2x3xi1>) {
  // CHECK: cortex_m.where %c, %x, %y out(%x) {offsets = [0, 3, 0], condition_strides = [0, 1], lhs_strides = [-3, 1], rhs_strides = [0, 0]} : (memref<3xi1>, memref<2x3xi8>, memref<i8>, memref<2x3xi8>) -> ()
  cortex_m.where %c, %x, %y out(%x) {offsets = [0, 3, 0], condition_strides = [0, 1], lhs_strides = [-3, 1], rhs_strides = [0, 0]} : (memref<3xi1>, memref<2x3xi8>, memref<i8>, memref<2x3xi8>) -> ()
  // CHECK: cortex_m.compare %x out(%z) {predicate = "ge", number = 3.000000e+00} : (memref<2x3xi8>, memref<2x3xi1>) -> ()
  cortex_m.compare %x out(%z) {predicate = "ge", number = 3.000000e+00} : (memref<2x3xi8>, memref<2x3xi1>) -> ()
  func.return
}

// CHECK-LABEL: @compare_elements
func.func @compare_elements(%x : tensor<3xi64>, %y : tensor<3xi64>, %p : memref<2xi32>, %q : memref<2xi32>, %o : memref<2xi1>) {
  // CHECK: %0 = cortex_m.compare_elements %x, %y {predicate = "ge"} : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
  %0 = cortex_m.compare_elements %x, %y {predicate = "ge"} : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
  // CHECK: cortex_m.compare_elements %p, %q out(%o) {predicate = "ne"} : (memref<2xi32>, memref<2xi32>, memref<2xi1>) -> ()
  cortex_m.compare_elements %p, %q out(%o) {predicate = "ne"} : (memref<2xi32>, memref<2xi32>, memref<2xi1>) -> ()
  func.return
}

// CHECK-LABEL: @any
func.func @any(%x : tensor<2x3x4xi1>, %y : memref<2x3x4xi1>, %z : memref<2x4xi1>) {
  // CHECK: %0 = cortex_m.any %x : (tensor<2x3x4xi1>) -> tensor<2x4xi1>
  %0 = cortex_m.any %x : (tensor<2x3x4xi1>) -> tensor<2x4xi1>
  // CHECK: cortex_m.any %y out(%z) : (memref<2x3x4xi1>, memref<2x4xi1>) -> ()
  cortex_m.any %y out(%z) : (memref<2x3x4xi1>, memref<2x4xi1>) -> ()
  func.return
}
