// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

!q = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32:0, {0.5, 0.25}>

// CHECK-LABEL: @linear
func.func @linear(%x : tensor<4x2x3xf32>, %w : tensor<5x3xf32>, %b : tensor<5xf32>, %q : tensor<3x!q>, %v : tensor<2x3x!w>, %c : tensor<2xf32>) {
  // CHECK: %0 = aten.linear %x, %w : (tensor<4x2x3xf32>, tensor<5x3xf32>) -> tensor<4x2x5xf32>
  %0 = aten.linear %x, %w : (tensor<4x2x3xf32>, tensor<5x3xf32>) -> tensor<4x2x5xf32>
  // CHECK: %1 = aten.linear %x, %w bias(%b) {scale = 1.250000e-01} : (tensor<4x2x3xf32>, tensor<5x3xf32>, tensor<5xf32>) -> tensor<4x2x5xf32>
  %1 = aten.linear %x, %w bias(%b) {scale = 0.125} : (tensor<4x2x3xf32>, tensor<5x3xf32>, tensor<5xf32>) -> tensor<4x2x5xf32>
  // CHECK: %2 = aten.linear %q, %v bias(%c) : (tensor<3x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>, tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  %2 = aten.linear %q, %v bias(%c) : (tensor<3x!q>, tensor<2x3x!w>, tensor<2xf32>) -> tensor<2x!q>
  func.return
}

// CHECK-LABEL: @matrices
func.func @matrices(%x : tensor<4x3xf32>, %y : tensor<3x5xf32>, %b : tensor<5xf32>) {
  // CHECK: %0 = aten.mm %x, %y {scale = 5.000000e-01} : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  %0 = aten.mm %x, %y {scale = 0.5} : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  // CHECK: %1 = aten.addmm %b, %x, %y : (tensor<5xf32>, tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  %1 = aten.addmm %b, %x, %y : (tensor<5xf32>, tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  func.return
}

// CHECK-LABEL: @batches
func.func @batches(%x : tensor<6x4x3xf32>, %y : tensor<6x3x5xf32>, %z : tensor<2x1x3x5xf32>) {
  // CHECK: %0 = aten.bmm %x, %y : (tensor<6x4x3xf32>, tensor<6x3x5xf32>) -> tensor<6x4x5xf32>
  %0 = aten.bmm %x, %y : (tensor<6x4x3xf32>, tensor<6x3x5xf32>) -> tensor<6x4x5xf32>
  // CHECK: %1 = aten.matmul %x, %z {scale = 2.000000e+00} : (tensor<6x4x3xf32>, tensor<2x1x3x5xf32>) -> tensor<2x6x4x5xf32>
  %1 = aten.matmul %x, %z {scale = 2.0} : (tensor<6x4x3xf32>, tensor<2x1x3x5xf32>) -> tensor<2x6x4x5xf32>
  func.return
}
