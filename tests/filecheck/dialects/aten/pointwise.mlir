// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

!q = !quant.uniform<i8:f32, 0.5>

// CHECK-LABEL: @two_tensors
func.func @two_tensors(%x : tensor<2x1x3xf32>, %y : tensor<4x1xf32>, %q : tensor<3x!q>) {
  // CHECK: %0 = aten.add %x, %y : (tensor<2x1x3xf32>, tensor<4x1xf32>) -> tensor<2x4x3xf32>
  %0 = aten.add %x, %y : (tensor<2x1x3xf32>, tensor<4x1xf32>) -> tensor<2x4x3xf32>
  // CHECK: %1 = aten.sub %x, %y : (tensor<2x1x3xf32>, tensor<4x1xf32>) -> tensor<2x4x3xf32>
  %1 = aten.sub %x, %y : (tensor<2x1x3xf32>, tensor<4x1xf32>) -> tensor<2x4x3xf32>
  // CHECK: %2 = aten.mul %x, %y : (tensor<2x1x3xf32>, tensor<4x1xf32>) -> tensor<2x4x3xf32>
  %2 = aten.mul %x, %y : (tensor<2x1x3xf32>, tensor<4x1xf32>) -> tensor<2x4x3xf32>
  // CHECK: %3 = aten.div %x, %y : (tensor<2x1x3xf32>, tensor<4x1xf32>) -> tensor<2x4x3xf32>
  %3 = aten.div %x, %y : (tensor<2x1x3xf32>, tensor<4x1xf32>) -> tensor<2x4x3xf32>
  // CHECK: %4 = aten.add %q, %q : (tensor<3x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<3x!quant.uniform<i8:f32, 5.000000e-01>>
  %4 = aten.add %q, %q : (tensor<3x!q>, tensor<3x!q>) -> tensor<3x!q>
  func.return
}

// CHECK-LABEL: @tensor_and_number
func.func @tensor_and_number(%x : tensor<2xf32>) {
  // CHECK: %0 = aten.add_scalar %x {value = 1.000000e-01} : (tensor<2xf32>) -> tensor<2xf32>
  %0 = aten.add_scalar %x {value = 0.1} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %1 = aten.sub_scalar %x {value = -2.000000e+00} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = aten.sub_scalar %x {value = -2.0} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %2 = aten.rsub_scalar %x {value = 1.000000e+30} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = aten.rsub_scalar %x {value = 1.0e30} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %3 = aten.mul_scalar %x {value = 0x7ff0000000000000 : f64} : (tensor<2xf32>) -> tensor<2xf32>
  %3 = aten.mul_scalar %x {value = 0x7FF0000000000000 : f64} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %4 = aten.div_scalar %x {value = 0x419D6F3454000000 : f64} : (tensor<2xf32>) -> tensor<2xf32>
  %4 = aten.div_scalar %x {value = 123456789.0} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// CHECK-LABEL: @one_tensor
func.func @one_tensor(%x : tensor<2xf32>, %q : tensor<2x!q>) {
  // CHECK: %0 = aten.neg %x : (tensor<2xf32>) -> tensor<2xf32>
  %0 = aten.neg %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %1 = aten.reciprocal %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = aten.reciprocal %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %2 = aten.relu %q : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  %2 = aten.relu %q : (tensor<2x!q>) -> tensor<2x!q>
  func.return
}

// CHECK-LABEL: @table
func.func @table(%x : tensor<3x!quant.uniform<i8<-1:1>:f32, 0.5>>) {
  // CHECK: %0 = aten.table %x {table = dense<[3, 2, 1]> : tensor<3xi8>} : (tensor<3x!quant.uniform<i8<-1:1>:f32, 5.000000e-01>>) -> tensor<3x!quant.uniform<i8:f32, 5.000000e-01>>
  %0 = aten.table %x {table = dense<[3, 2, 1]> : tensor<3xi8>} : (tensor<3x!quant.uniform<i8<-1:1>:f32, 0.5>>) -> tensor<3x!q>
  func.return
}
