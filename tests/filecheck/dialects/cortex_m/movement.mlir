// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK-LABEL: @transpose
func.func @transpose(%x : tensor<2x3xi8>, %y : tensor<2x3x4xi8>, %z : tensor<2x3x4x5xi8>) {
  // CHECK: %0 = cortex_m.transpose %x {permutation = [1, 0]} : (tensor<2x3xi8>) -> tensor<3x2xi8>
  %0 = cortex_m.transpose %x {permutation = [1, 0]} : (tensor<2x3xi8>) -> tensor<3x2xi8>
  // CHECK: %1 = cortex_m.transpose %y {permutation = [2, 1, 0]} : (tensor<2x3x4xi8>) -> tensor<4x3x2xi8>
  %1 = cortex_m.transpose %y {permutation = [2, 1, 0]} : (tensor<2x3x4xi8>) -> tensor<4x3x2xi8>
  // CHECK: %2 = cortex_m.transpose %z {permutation = [0, 2, 1, 3]} : (tensor<2x3x4x5xi8>) -> tensor<2x4x3x5xi8>
  %2 = cortex_m.transpose %z {permutation = [0, 2, 1, 3]} : (tensor<2x3x4x5xi8>) -> tensor<2x4x3x5xi8>
  func.return
}

// CHECK-LABEL: @copy
func.func @copy(%x : tensor<2x3xf32>, %s : tensor<i8>) {
  // CHECK: %0 = cortex_m.copy %x {offset = 2, strides = [0, -1]} : (tensor<2x3xf32>) -> tensor<4x3xf32>
  %0 = cortex_m.copy %x {offset = 2, strides = [0, -1]} : (tensor<2x3xf32>) -> tensor<4x3xf32>
  // CHECK: %1 = cortex_m.copy %s {offset = 0, strides = []} : (tensor<i8>) -> tensor<i8>
  %1 = cortex_m.copy %s {offset = 0, strides = []} : (tensor<i8>) -> tensor<i8>
  // CHECK: %2 = cortex_m.copy %x {offset = 5, strides = [0, 0, 0, 0, 0, 0, 0, 0]} : (tensor<2x3xf32>) -> tensor<1x1x1x1x1x1x1x2xf32>
  %2 = cortex_m.copy %x {offset = 5, strides = [0, 0, 0, 0, 0, 0, 0, 0]} : (tensor<2x3xf32>) -> tensor<1x1x1x1x1x1x1x2xf32>
  func.return
}

// CHECK-LABEL: @fill
func.func @fill() {
  // CHECK: %0 = cortex_m.fill {value = 5.000000e-01} : () -> tensor<2x3xf32>
  %0 = cortex_m.fill {value = 0.5} : () -> tensor<2x3xf32>
  // CHECK: %1 = cortex_m.fill {value = 0xfff0000000000000 : f64} : () -> tensor<f32>
  %1 = cortex_m.fill {value = 0xFFF0000000000000 : f64} : () -> tensor<f32>
  // CHECK: %2 = cortex_m.fill {value = -1.285000e+02} : () -> tensor<2xi8>
  %2 = cortex_m.fill {value = -128.5} : () -> tensor<2xi8>
  // CHECK: %3 = cortex_m.fill {value = 1.000000e+00} : () -> tensor<2xi1>
  %3 = cortex_m.fill {value = 1.0} : () -> tensor<2xi1>
  func.return
}

// CHECK-LABEL: @concat
func.func @concat(%x : tensor<2x3xi8>, %y : tensor<2x1xi8>, %f : tensor<3xf32>) {
  // CHECK: %0 = cortex_m.concat %x, %y, %x {axis = 1} : (tensor<2x3xi8>, tensor<2x1xi8>, tensor<2x3xi8>) -> tensor<2x7xi8>
  %0 = cortex_m.concat %x, %y, %x {axis = 1} : (tensor<2x3xi8>, tensor<2x1xi8>, tensor<2x3xi8>) -> tensor<2x7xi8>
  // CHECK: %1 = cortex_m.concat %f {axis = 0} : (tensor<3xf32>) -> tensor<3xf32>
  %1 = cortex_m.concat %f {axis = 0} : (tensor<3xf32>) -> tensor<3xf32>
  func.return
}

// CHECK-LABEL: @on_memrefs
func.func @on_memrefs(%x : memref<2x3xi8>, %y : memref<3x2xi8>, %z : memref<2x6xi8>) {
  // CHECK: cortex_m.transpose %x out(%y) {permutation = [1, 0]} : (memref<2x3xi8>, memref<3x2xi8>) -> ()
  cortex_m.transpose %x out(%y) {permutation = [1, 0]} : (memref<2x3xi8>, memref<3x2xi8>) -> ()
  // CHECK: cortex_m.copy %x out(%y) {offset = 0, strides = [1, 3]} : (memref<2x3xi8>, memref<3x2xi8>) -> ()
  cortex_m.copy %x out(%y) {offset = 0, strides = [1, 3]} : (memref<2x3xi8>, memref<3x2xi8>) -> ()
  // CHECK: cortex_m.fill out(%y) {value = -1.280000e+02} : (memref<3x2xi8>) -> ()
  cortex_m.fill out(%y) {value = -128.0} : (memref<3x2xi8>) -> ()
  // CHECK: cortex_m.concat %x, %x out(%z) {axis = 1} : (memref<2x3xi8>, memref<2x3xi8>, memref<2x6xi8>) -> ()
  cortex_m.concat %x, %x out(%z) {axis = 1} : (memref<2x3xi8>, memref<2x3xi8>, memref<2x6xi8>) -> ()
  func.return
}

// CHECK-LABEL: @receive
func.func @receive(%x : tensor<2x3xf32>, %y : memref<4xi64>, %z : memref<4xi64>) {
  // CHECK: %0 = cortex_m.receive %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %0 = cortex_m.receive %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: cortex_m.receive %y out(%z) : (memref<4xi64>, memref<4xi64>) -> ()
  cortex_m.receive %y out(%z) : (memref<4xi64>, memref<4xi64>) -> ()
  func.return
}
