// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

!q = !quant.uniform<i8:f32, 0.5>
!axis0 = !quant.uniform<i8:f32:0, {0.5, 0.25}>
!axis1 = !quant.uniform<i8:f32:1, {0.5, 0.25}>

// CHECK-LABEL: @one_tensor
func.func @one_tensor(%x : tensor<2x3x4xf32>, %q : tensor<2x3x!axis0>, %s : tensor<f32>) {
  // CHECK: %0 = aten.view %x : (tensor<2x3x4xf32>) -> tensor<6x1x4xf32>
  %0 = aten.view %x : (tensor<2x3x4xf32>) -> tensor<6x1x4xf32>
  // CHECK: %1 = aten.view %s : (tensor<f32>) -> tensor<1x1xf32>
  %1 = aten.view %s : (tensor<f32>) -> tensor<1x1xf32>
  // CHECK: %2 = aten.permute %x {dims = [2, 0, 1]} : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  %2 = aten.permute %x {dims = [2, 0, 1]} : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  // CHECK: %3 = aten.permute %s {dims = []} : (tensor<f32>) -> tensor<f32>
  %3 = aten.permute %s {dims = []} : (tensor<f32>) -> tensor<f32>
  // CHECK: %4 = aten.permute %q {dims = [1, 0]} : (tensor<2x3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01}>>
  %4 = aten.permute %q {dims = [1, 0]} : (tensor<2x3x!axis0>) -> tensor<3x2x!axis1>
  // CHECK: %5 = aten.expand %1 : (tensor<1x1xf32>) -> tensor<5x4x1xf32>
  %5 = aten.expand %1 : (tensor<1x1xf32>) -> tensor<5x4x1xf32>
  // CHECK: %6 = aten.expand %s : (tensor<f32>) -> tensor<3xf32>
  %6 = aten.expand %s : (tensor<f32>) -> tensor<3xf32>
  // CHECK: %7 = aten.clone %x : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %7 = aten.clone %x : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  // CHECK: %8 = aten.slice %x {dim = 2, start = 1, step = 2} : (tensor<2x3x4xf32>) -> tensor<2x3x2xf32>
  %8 = aten.slice %x {dim = 2, start = 1, step = 2} : (tensor<2x3x4xf32>) -> tensor<2x3x2xf32>
  // CHECK: %9 = aten.select %x {dim = 1, index = 2} : (tensor<2x3x4xf32>) -> tensor<2x4xf32>
  %9 = aten.select %x {dim = 1, index = 2} : (tensor<2x3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// CHECK-LABEL: @cat
func.func @cat(%x : tensor<2x3xf32>, %y : tensor<2x1xf32>, %q : tensor<2x!q>) {
  // CHECK: %0 = aten.cat %x, %y, %x {dim = 1} : (tensor<2x3xf32>, tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x7xf32>
  %0 = aten.cat %x, %y, %x {dim = 1} : (tensor<2x3xf32>, tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x7xf32>
  // CHECK: %1 = aten.cat %q {dim = 0} : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  %1 = aten.cat %q {dim = 0} : (tensor<2x!q>) -> tensor<2x!q>
  func.return
}
