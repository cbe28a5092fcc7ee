// RUN: cmlir-opt %s --fold-qdq -p dce | filecheck %s

// A clamp behind an operation is the range of that operation's result.

// CHECK-LABEL: @relu6
// CHECK-NEXT: [[Y:%.+]] = aten.add %x, %x : {{.*}} -> tensor<3x!quant.uniform<i8<-128:-68>:f32, 1.000000e-01:-128>>
// CHECK-NEXT: quant.scast [[Y]]
func.func @relu6(%x : tensor<3x!quant.uniform<i8:f32, 0.1:4>>) -> tensor<3x!quant.uniform<i8:f32, 0.1:-128>> {
  %0 = quant.dcast %x : tensor<3x!quant.uniform<i8:f32, 0.1:4>> to tensor<3xf32>
  %1 = aten.add %0, %0 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %2 = aten.clamp %1 {min = 0.0, max = 6.0} : (tensor<3xf32>) -> tensor<3xf32>
  %y = quant.qcast %2 : tensor<3xf32> to tensor<3x!quant.uniform<i8:f32, 0.1:-128>>
  func.return %y : tensor<3x!quant.uniform<i8:f32, 0.1:-128>>
}

// CHECK-LABEL: @two_clamps
// CHECK-NEXT: aten.add %x, %x : {{.*}} -> tensor<3x!quant.uniform<i8<4:9>:f32, 1.000000e-01:4>>
func.func @two_clamps(%x : tensor<3x!quant.uniform<i8:f32, 0.1:4>>) -> tensor<3x!quant.uniform<i8:f32, 0.1:4>> {
  %0 = quant.dcast %x : tensor<3x!quant.uniform<i8:f32, 0.1:4>> to tensor<3xf32>
  %1 = aten.add %0, %0 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %2 = aten.clamp %1 {max = 0.5} : (tensor<3xf32>) -> tensor<3xf32>
  %3 = aten.relu %2 : (tensor<3xf32>) -> tensor<3xf32>
  %y = quant.qcast %3 : tensor<3xf32> to tensor<3x!quant.uniform<i8:f32, 0.1:4>>
  func.return %y : tensor<3x!quant.uniform<i8:f32, 0.1:4>>
}

// A clamp of codes is an operation of its own: there is nothing whose range it could be.
// CHECK-LABEL: @alone
// CHECK-NEXT: aten.clamp %x {min = -1.000000e+00} : {{.*}} -> tensor<3x!quant.uniform<i8:f32, 5.000000e-02:2>>
func.func @alone(%x : tensor<3x!quant.uniform<i8:f32, 0.1:4>>) -> tensor<3x!quant.uniform<i8:f32, 0.05:2>> {
  %0 = quant.dcast %x : tensor<3x!quant.uniform<i8:f32, 0.1:4>> to tensor<3xf32>
  %1 = aten.clamp %0 {min = -1.0} : (tensor<3xf32>) -> tensor<3xf32>
  %y = quant.qcast %1 : tensor<3xf32> to tensor<3x!quant.uniform<i8:f32, 0.05:2>>
  func.return %y : tensor<3x!quant.uniform<i8:f32, 0.05:2>>
}
