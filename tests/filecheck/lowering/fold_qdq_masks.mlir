// RUN: cmlir-opt %s --fold-qdq --cse --dce | filecheck %s

!a = !quant.uniform<i8:f32, 0.1:2>
!b = !quant.uniform<i8:f32, 0.15:60>
!p = !quant.uniform<i8:f32, 0.00390625:-128>

// CHECK: ml_program.global private @number_code(dense<-128> : tensor<i8>)

// CHECK-LABEL: @masked_softmax
// CHECK-NEXT: [[P:%.*]] = aten.masked_softmax %x mask(%m) {dim = 1} : (tensor<2x3x!quant.uniform<i8:f32, 1.000000e-01:2>>, tensor<3xi1>) -> tensor<2x3x!quant.uniform<i8:f32, 3.906250e-03:-128>>
// CHECK-NEXT: func.return [[P]]
func.func @masked_softmax(%x: tensor<2x3x!a>, %m: tensor<3xi1>) -> tensor<2x3x!p> {
  %0 = quant.dcast %x : tensor<2x3x!a> to tensor<2x3xf32>
  %1 = aten.masked_softmax %0 mask(%m) {dim = 1} : (tensor<2x3xf32>, tensor<3xi1>) -> tensor<2x3xf32>
  %2 = quant.qcast %1 : tensor<2x3xf32> to tensor<2x3x!p>
  func.return %2 : tensor<2x3x!p>
}

// A fill saturates in the parameters of what is filled; so does a number that is added.
// CHECK-LABEL: @where
// CHECK-NEXT: quant.dcast %x
// CHECK-NEXT: [[Q:%.*]] = quant.qcast
// CHECK-NEXT: [[C:%.*]] = aten.constant @number_code : () -> tensor<!quant.uniform<i8:f32, 1.500000e-01:60>>
// CHECK-NEXT: [[W:%.*]] = aten.where %m, [[Q]], [[C]]
// CHECK-NEXT: [[E:%.*]] = aten.expand [[C]]
// CHECK-NEXT: [[V:%.*]] = aten.where %m, [[Q]], [[E]]
// CHECK-NEXT: func.return [[W]], [[V]]
func.func @where(%x: tensor<2x3x!a>, %m: tensor<3xi1>) -> (tensor<2x3x!b>, tensor<2x3x!b>) {
  %0 = quant.dcast %x : tensor<2x3x!a> to tensor<2x3xf32>
  %1 = aten.full {value = 0xFFF0000000000000 : f64} : () -> tensor<f32>
  %2 = aten.where %m, %0, %1 : (tensor<3xi1>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %3 = quant.qcast %2 : tensor<2x3xf32> to tensor<2x3x!b>
  %4 = aten.add_scalar %0 {value = -1.0e9} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %5 = aten.where %m, %0, %4 : (tensor<3xi1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = quant.qcast %5 : tensor<2x3xf32> to tensor<2x3x!b>
  func.return %3, %6 : tensor<2x3x!b>, tensor<2x3x!b>
}
