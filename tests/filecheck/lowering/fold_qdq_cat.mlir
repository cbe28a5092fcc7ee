// RUN: cmlir-opt %s --fold-qdq | filecheck %s

!p = !quant.uniform<i8:f32, 0.5:3>
!q = !quant.uniform<i8:f32, 0.25:-5>
!axis = !quant.uniform<i8:f32:0, {0.5, 0.25}>

// What is joined has the parameters of the result already.
// CHECK-LABEL: @same
// CHECK-NEXT:   %0 = aten.cat %x, %y {dim = 1} : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<2x1x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2x4x!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK-NEXT:   func.return %0 : tensor<2x4x!quant.uniform<i8:f32, 5.000000e-01:3>>
func.func @same(%x : tensor<2x3x!p>, %y : tensor<2x1x!p>) -> tensor<2x4x!p> {
  %0 = quant.dcast %x : tensor<2x3x!p> to tensor<2x3xf32>
  %1 = quant.dcast %y : tensor<2x1x!p> to tensor<2x1xf32>
  %2 = aten.cat %0, %1 {dim = 1} : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
  %3 = quant.qcast %2 : tensor<2x4xf32> to tensor<2x4x!p>
  func.return %3 : tensor<2x4x!p>
}

// One part has others: it alone is requantized.
// CHECK-LABEL: @one_differs
// CHECK-NEXT:   %0 = quant.dcast %y : tensor<2x1x!quant.uniform<i8:f32, 2.500000e-01:-5>> to tensor<2x1xf32>
// CHECK-NEXT:   %1 = quant.qcast %0 : tensor<2x1xf32> to tensor<2x1x!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK-NEXT:   %2 = aten.cat %x, %1 {dim = 1} : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<2x1x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2x4x!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK-NEXT:   func.return %2 : tensor<2x4x!quant.uniform<i8:f32, 5.000000e-01:3>>
func.func @one_differs(%x : tensor<2x3x!p>, %y : tensor<2x1x!q>) -> tensor<2x4x!p> {
  %0 = quant.dcast %x : tensor<2x3x!p> to tensor<2x3xf32>
  %1 = quant.dcast %y : tensor<2x1x!q> to tensor<2x1xf32>
  %2 = aten.cat %0, %1 {dim = 1} : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
  %3 = quant.qcast %2 : tensor<2x4xf32> to tensor<2x4x!p>
  func.return %3 : tensor<2x4x!p>
}

// All parts have the same, but not the result's: the whole is requantized once.
// CHECK-LABEL: @result_differs
// CHECK-NEXT:   %0 = aten.cat %x, %y {dim = 1} : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<2x1x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2x4x!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK-NEXT:   %1 = quant.dcast %0 : tensor<2x4x!quant.uniform<i8:f32, 5.000000e-01:3>> to tensor<2x4xf32>
// CHECK-NEXT:   %2 = quant.qcast %1 : tensor<2x4xf32> to tensor<2x4x!quant.uniform<i8:f32, 2.500000e-01:-5>>
// CHECK-NEXT:   func.return %2 : tensor<2x4x!quant.uniform<i8:f32, 2.500000e-01:-5>>
func.func @result_differs(%x : tensor<2x3x!p>, %y : tensor<2x1x!p>) -> tensor<2x4x!q> {
  %0 = quant.dcast %x : tensor<2x3x!p> to tensor<2x3xf32>
  %1 = quant.dcast %y : tensor<2x1x!p> to tensor<2x1xf32>
  %2 = aten.cat %0, %1 {dim = 1} : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
  %3 = quant.qcast %2 : tensor<2x4xf32> to tensor<2x4x!q>
  func.return %3 : tensor<2x4x!q>
}

// A part in float is quantized before it is joined, and its producer then gives codes.
// CHECK-LABEL: @linear
// CHECK-NEXT:   %0 = aten.linear %x, %w : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<1x3x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2x1x!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK-NEXT:   %1 = aten.cat %x, %0 {dim = 1} : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<2x1x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2x4x!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK-NEXT:   func.return %1 : tensor<2x4x!quant.uniform<i8:f32, 5.000000e-01:3>>
func.func @linear(%x : tensor<2x3x!p>, %w : tensor<1x3x!p>) -> tensor<2x4x!p> {
  %0 = quant.dcast %x : tensor<2x3x!p> to tensor<2x3xf32>
  %1 = quant.dcast %w : tensor<1x3x!p> to tensor<1x3xf32>
  %2 = aten.linear %0, %1 : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x1xf32>
  %3 = aten.cat %0, %2 {dim = 1} : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
  %4 = quant.qcast %3 : tensor<2x4xf32> to tensor<2x4x!p>
  func.return %4 : tensor<2x4x!p>
}

// Each type of result is made once, whatever the number of its quantizes.
// CHECK-LABEL: @results
// CHECK-NEXT:   %0 = quant.dcast %x : tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>> to tensor<2xf32>
// CHECK-NEXT:   %1 = quant.dcast %y : tensor<2x!quant.uniform<i8:f32, 2.500000e-01:-5>> to tensor<2xf32>
// CHECK-NEXT:   %2 = quant.qcast %1 : tensor<2xf32> to tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK-NEXT:   %3 = aten.cat %x, %2 {dim = 0} : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK-NEXT:   %4 = quant.qcast %0 : tensor<2xf32> to tensor<2x!quant.uniform<i8:f32, 2.500000e-01:-5>>
// CHECK-NEXT:   %5 = aten.cat %4, %y {dim = 0} : (tensor<2x!quant.uniform<i8:f32, 2.500000e-01:-5>>, tensor<2x!quant.uniform<i8:f32, 2.500000e-01:-5>>) -> tensor<4x!quant.uniform<i8:f32, 2.500000e-01:-5>>
// CHECK-NEXT:   func.return %3, %5, %3 : tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<4x!quant.uniform<i8:f32, 2.500000e-01:-5>>, tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>
func.func @results(%x : tensor<2x!p>, %y : tensor<2x!q>) -> (tensor<4x!p>, tensor<4x!q>, tensor<4x!p>) {
  %0 = quant.dcast %x : tensor<2x!p> to tensor<2xf32>
  %1 = quant.dcast %y : tensor<2x!q> to tensor<2xf32>
  %2 = aten.cat %0, %1 {dim = 0} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %3 = quant.qcast %2 : tensor<4xf32> to tensor<4x!p>
  %4 = quant.qcast %2 : tensor<4xf32> to tensor<4x!q>
  %5 = quant.qcast %2 : tensor<4xf32> to tensor<4x!p>
  func.return %3, %4, %5 : tensor<4x!p>, tensor<4x!q>, tensor<4x!p>
}

// Casts move past rearrangements and concatenations alike.
// CHECK-LABEL: @rearranged
// CHECK-NEXT:   %0 = aten.permute %x {dims = [1, 0]} : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<3x2x!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK-NEXT:   %1 = aten.cat %0, %0 {dim = 0} : (tensor<3x2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<3x2x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<6x2x!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK-NEXT:   %2 = aten.view %1 : (tensor<6x2x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<3x4x!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK-NEXT:   func.return %2 : tensor<3x4x!quant.uniform<i8:f32, 5.000000e-01:3>>
func.func @rearranged(%x : tensor<2x3x!p>) -> tensor<3x4x!p> {
  %0 = quant.dcast %x : tensor<2x3x!p> to tensor<2x3xf32>
  %1 = aten.permute %0 {dims = [1, 0]} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %2 = aten.cat %1, %1 {dim = 0} : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<6x2xf32>
  %3 = aten.view %2 : (tensor<6x2xf32>) -> tensor<3x4xf32>
  %4 = quant.qcast %3 : tensor<3x4xf32> to tensor<3x4x!p>
  func.return %4 : tensor<3x4x!p>
}

// Codes are joined even if nothing quantizes the result.
// CHECK-LABEL: @to_float
// CHECK-NEXT:   %0 = aten.cat %x, %x {dim = 0} : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK-NEXT:   %1 = quant.dcast %0 : tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>> to tensor<4xf32>
// CHECK-NEXT:   func.return %1 : tensor<4xf32>
func.func @to_float(%x : tensor<2x!p>) -> tensor<4xf32> {
  %0 = quant.dcast %x : tensor<2x!p> to tensor<2xf32>
  %1 = aten.cat %0, %0 {dim = 0} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  func.return %1 : tensor<4xf32>
}

// Without one set of parameters, floats are joined.
// CHECK-LABEL: @in_float
// CHECK-NEXT:   %0 = quant.dcast %x : tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>> to tensor<2xf32>
// CHECK-NEXT:   %1 = aten.cat %0, %0 {dim = 0} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
// CHECK-NEXT:   %2 = quant.dcast %y : tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>> to tensor<2xf32>
// CHECK-NEXT:   %3 = quant.dcast %z : tensor<2x!quant.uniform<i8:f32, 2.500000e-01:-5>> to tensor<2xf32>
// CHECK-NEXT:   %4 = aten.cat %2, %3 {dim = 0} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
// CHECK-NEXT:   func.return %1, %4 : tensor<4xf32>, tensor<4xf32>
func.func @in_float(%x : tensor<2x!axis>, %y : tensor<2x!p>, %z : tensor<2x!q>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = quant.dcast %x : tensor<2x!axis> to tensor<2xf32>
  %1 = aten.cat %0, %0 {dim = 0} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %2 = quant.dcast %y : tensor<2x!p> to tensor<2xf32>
  %3 = quant.dcast %z : tensor<2x!q> to tensor<2xf32>
  %4 = aten.cat %2, %3 {dim = 0} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  func.return %1, %4 : tensor<4xf32>, tensor<4xf32>
}

// A number that is the value of a code is joined with codes; another one is not.
// CHECK-LABEL: @with_a_number
// CHECK:         [[CODE:%.*]] = aten.expand %{{.*}} : (tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<3x!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK-NEXT:    [[CODES:%.*]] = aten.cat %x, [[CODE]] {dim = 0}
// CHECK-NEXT:    [[JOINED:%.*]] = quant.dcast [[CODES]] : tensor<5x!quant.uniform<i8:f32, 5.000000e-01:3>> to tensor<5xf32>
// CHECK:         [[FLOATS:%.*]] = aten.cat %{{.*}}, %{{.*}} {dim = 0} : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
// CHECK-NEXT:    func.return [[JOINED]], [[FLOATS]]
func.func @with_a_number(%x : tensor<2x!p>) -> (tensor<5xf32>, tensor<5xf32>) {
  %0 = quant.dcast %x : tensor<2x!p> to tensor<2xf32>
  %1 = aten.full {value = 1.5 : f64} : () -> tensor<3xf32>
  %2 = aten.full {value = 1.6 : f64} : () -> tensor<3xf32>
  %3 = aten.cat %0, %1 {dim = 0} : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  %4 = aten.cat %0, %2 {dim = 0} : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  func.return %3, %4 : tensor<5xf32>, tensor<5xf32>
}
