// RUN: cmlir-opt %s --convert-aten-to-cortex-m --dce | filecheck %s

!a = !quant.uniform<i8:f32, 0.5:3>
!b = !quant.uniform<i8:f32, 0.25>
!m = !quant.uniform<i8:f32, 0.0078125:-128>

// x / 0 saturates: its factor is 1024, as that of every factor beyond.
// CHECK: ml_program.global private @reciprocals(dense<"0x{{.*}}"> : tensor<256x2xi32>)

// CHECK-LABEL: @quotient
// CHECK-NEXT: [[F:%.*]] = cortex_m.constant @reciprocals
// CHECK-NEXT: cortex_m.broadcast_div %x, %y, [[F]] {lhs_offset = -3, output_offset = 0, clamp = #cortex_m.clamp<-128, 127>}
func.func @quotient(%x: tensor<2x3x!a>, %y: tensor<2x1x!b>) -> tensor<2x3x!b> {
  %0 = aten.div %x, %y : (tensor<2x3x!a>, tensor<2x1x!b>) -> tensor<2x3x!b>
  func.return %0 : tensor<2x3x!b>
}

// Numbers in the result's parameters keep their order.
// CHECK-LABEL: @larger
// CHECK-NEXT: [[X:%.*]] = cortex_m.requantize %x
// CHECK-NEXT: cortex_m.integer [[X]], %y {function = "maximum"} : (tensor<2x3xi8>, tensor<2x1xi8>) -> tensor<2x3xi8>
func.func @larger(%x: tensor<2x3x!a>, %y: tensor<2x1x!b>) -> tensor<2x3x!b> {
  %0 = aten.maximum %x, %y : (tensor<2x3x!a>, tensor<2x1x!b>) -> tensor<2x3x!b>
  func.return %0 : tensor<2x3x!b>
}

// A mask among numbers is one of two codes.
// CHECK-LABEL: @mask
// CHECK: [[ZERO:%.*]] = cortex_m.constant @code
// CHECK: [[ONE:%.*]] = cortex_m.constant @code_1
// CHECK: cortex_m.where %t, [[ONE]], [[ZERO]]
func.func @mask(%t: tensor<2x3xi1>) -> tensor<2x3x!m> {
  %0 = aten.cast %t : (tensor<2x3xi1>) -> tensor<2x3xf32>
  %1 = quant.qcast %0 : tensor<2x3xf32> to tensor<2x3x!m>
  func.return %1 : tensor<2x3x!m>
}

// CHECK-LABEL: @integers
// CHECK: [[T:%.*]] = cortex_m.compare_tensors %i, %j {predicate = "ge"} : (tensor<2x3xi64>, tensor<1x3xi64>) -> tensor<2x3xi1>
// CHECK: [[C:%.*]] = cortex_m.cast [[T]] : (tensor<2x3xi1>) -> tensor<2x3xi64>
// CHECK: [[P:%.*]] = cortex_m.integer %i, [[C]] {function = "mul"}
// CHECK: cortex_m.sum_integers {{.*}} : (tensor<2x3x1xi64>) -> tensor<2x1xi64>
func.func @integers(%i: tensor<2x3xi64>, %j: tensor<1x3xi64>) -> tensor<2xi64> {
  %0 = aten.compare %i, %j {predicate = "ge"} : (tensor<2x3xi64>, tensor<1x3xi64>) -> tensor<2x3xi1>
  %1 = aten.cast %0 : (tensor<2x3xi1>) -> tensor<2x3xi64>
  %2 = aten.mul %i, %1 : (tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<2x3xi64>
  %3 = aten.sum %2 {dims = [1], keepdim = false} : (tensor<2x3xi64>) -> tensor<2xi64>
  func.return %3 : tensor<2xi64>
}

// CHECK-LABEL: @any
// CHECK: cortex_m.any {{.*}} : (tensor<2x3x1xi1>) -> tensor<2x1xi1>
func.func @any(%t: tensor<2x3xi1>) -> tensor<2xi1> {
  %0 = aten.any %t {dim = 1, keepdim = false} : (tensor<2x3xi1>) -> tensor<2xi1>
  func.return %0 : tensor<2xi1>
}
