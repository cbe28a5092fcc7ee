// Plain xdsl-opt finds dialects and passes by the entry point xdsl.universe.
// RUN: xdsl-opt %s -p fold-constants | filecheck %s

// CHECK: func.func @f(%x: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>)
func.func @f(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xf32> {
  // CHECK: quant.dcast %x
  %0 = quant.dcast %x : tensor<2x!quant.uniform<i8:f32, 0.5>> to tensor<2xf32>
  func.return %0 : tensor<2xf32>
}
