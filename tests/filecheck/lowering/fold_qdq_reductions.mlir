// RUN: cmlir-opt %s --fold-qdq | filecheck %s

!a = !quant.uniform<i8:f32, 0.5:3>
!b = !quant.uniform<i8:f32, 0.25:-4>

// CHECK-LABEL: @mean
// CHECK-NEXT:   %0 = aten.mean %x {dims = [1], keepdim = false} : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2x!quant.uniform<i8:f32, 2.500000e-01:-4>>
// CHECK-NEXT:   func.return %0
func.func @mean(%x : tensor<2x3x!a>) -> tensor<2x!b> {
  %0 = quant.dcast %x : tensor<2x3x!a> to tensor<2x3xf32>
  %1 = aten.mean %0 {dims = [1], keepdim = false} : (tensor<2x3xf32>) -> tensor<2xf32>
  %2 = quant.qcast %1 : tensor<2xf32> to tensor<2x!b>
  func.return %2 : tensor<2x!b>
}

// The largest code stands for the largest number, at the same place.
// CHECK-LABEL: @extremes
// CHECK-NEXT:   %0 = aten.amax %x
// CHECK-NEXT:   %1 = quant.dcast %0
// CHECK-NEXT:   %2 = aten.argmax %x
// CHECK-NEXT:   func.return %1, %2
func.func @extremes(%x : tensor<2x3x!a>) -> (tensor<2xf32>, tensor<2xi64>) {
  %0 = quant.dcast %x : tensor<2x3x!a> to tensor<2x3xf32>
  %1 = aten.amax %0 {dims = [1], keepdim = false} : (tensor<2x3xf32>) -> tensor<2xf32>
  %2 = aten.argmax %0 {dims = [1], keepdim = false} : (tensor<2x3xf32>) -> tensor<2xi64>
  func.return %1, %2 : tensor<2xf32>, tensor<2xi64>
}

// CHECK-LABEL: @behind
// CHECK-NEXT:   %0 = quant.qcast %x : tensor<2x3xf32>
// CHECK-NEXT:   %1 = aten.amin %0
// CHECK-NEXT:   func.return %1
func.func @behind(%x : tensor<2x3xf32>) -> tensor<2x1x!a> {
  %0 = aten.amin %x {dims = [1], keepdim = true} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %1 = quant.qcast %0 : tensor<2x1xf32> to tensor<2x1x!a>
  func.return %1 : tensor<2x1x!a>
}
