// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

!q = !quant.uniform<i8:f32, 0.5>

// CHECK-LABEL: @reductions
func.func @reductions(%x : tensor<2x3x4xf32>, %q : tensor<2x3x!q>) {
  // CHECK: %0 = aten.mean %x {dims = [0, 2], keepdim = false} : (tensor<2x3x4xf32>) -> tensor<3xf32>
  %0 = aten.mean %x {dims = [0, 2], keepdim = false} : (tensor<2x3x4xf32>) -> tensor<3xf32>
  // CHECK: %1 = aten.sum %x {dims = [0, 1, 2], keepdim = true} : (tensor<2x3x4xf32>) -> tensor<1x1x1xf32>
  %1 = aten.sum %x {dims = [0, 1, 2], keepdim = true} : (tensor<2x3x4xf32>) -> tensor<1x1x1xf32>
  // CHECK: %2 = aten.amax %q {dims = [1], keepdim = true} : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x1x!quant.uniform<i8:f32, 5.000000e-01>>
  %2 = aten.amax %q {dims = [1], keepdim = true} : (tensor<2x3x!q>) -> tensor<2x1x!q>
  // CHECK: %3 = aten.amin %x {dims = [0, 1, 2], keepdim = false} : (tensor<2x3x4xf32>) -> tensor<f32>
  %3 = aten.amin %x {dims = [0, 1, 2], keepdim = false} : (tensor<2x3x4xf32>) -> tensor<f32>
  // CHECK: %4 = aten.argmax %q {dims = [0], keepdim = false} : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<3xi64>
  %4 = aten.argmax %q {dims = [0], keepdim = false} : (tensor<2x3x!q>) -> tensor<3xi64>
  // CHECK: %5 = aten.argmin %x {dims = [2], keepdim = true} : (tensor<2x3x4xf32>) -> tensor<2x3x1xi64>
  %5 = aten.argmin %x {dims = [2], keepdim = true} : (tensor<2x3x4xf32>) -> tensor<2x3x1xi64>
  func.return
}
