// RUN: cmlir-opt %s --convert-aten-to-cortex-m | filecheck %s

!p = !quant.uniform<i8:f32, 0.5:3>
!u = !quant.uniform<u8:f32, 0.5:131>

// Codes are joined as they are, whatever their parameters.
// CHECK-LABEL: @codes
// CHECK-NEXT:   %0 = cortex_m.concat %x, %y {axis = 1} : (tensor<2x3xi8>, tensor<2x1xi8>) -> tensor<2x4xi8>
// CHECK-NEXT:   func.return %0 : tensor<2x4xi8>
func.func @codes(%x : tensor<2x3x!p>, %y : tensor<2x1x!p>) -> tensor<2x4x!p> {
  %0 = aten.cat %x, %y {dim = 1} : (tensor<2x3x!p>, tensor<2x1x!p>) -> tensor<2x4x!p>
  func.return %0 : tensor<2x4x!p>
}

// CHECK-LABEL: @unsigned
// CHECK-NEXT:   %0 = cortex_m.concat %x, %x {axis = 0} : (tensor<3xi8>, tensor<3xi8>) -> tensor<6xi8>
// CHECK-NEXT:   func.return %0 : tensor<6xi8>
func.func @unsigned(%x : tensor<3x!u>) -> tensor<6x!u> {
  %0 = aten.cat %x, %x {dim = 0} : (tensor<3x!u>, tensor<3x!u>) -> tensor<6x!u>
  func.return %0 : tensor<6x!u>
}

// CHECK-LABEL: @floats
// CHECK-NEXT:   %0 = cortex_m.concat %x, %x {axis = 1} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
// CHECK-NEXT:   func.return %0 : tensor<2x6xf32>
func.func @floats(%x : tensor<2x3xf32>) -> tensor<2x6xf32> {
  %0 = aten.cat %x, %x {dim = 1} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  func.return %0 : tensor<2x6xf32>
}

// Tensors are joined in the order of axes in which one of them lies; what others do is left to
// readers of the result.
// CHECK-LABEL: @rearranged
// CHECK-NEXT:   %0 = cortex_m.view %x {offset = 3} : (tensor<2x3xi8>) -> tensor<1x3xi8>
// CHECK-NEXT:   %1 = cortex_m.concat %x, %0 {axis = 0} : (tensor<2x3xi8>, tensor<1x3xi8>) -> tensor<3x3xi8>
// CHECK-NEXT:   %2 = cortex_m.transpose %1 {permutation = [1, 0]} : (tensor<3x3xi8>) -> tensor<3x3xi8>
// CHECK-NEXT:   func.return %2 : tensor<3x3xi8>
func.func @rearranged(%x : tensor<2x3x!p>) -> tensor<3x3x!p> {
  %0 = aten.permute %x {dims = [1, 0]} : (tensor<2x3x!p>) -> tensor<3x2x!p>
  %1 = aten.select %x {dim = 0, index = 1} : (tensor<2x3x!p>) -> tensor<3x!p>
  %2 = aten.view %1 : (tensor<3x!p>) -> tensor<3x1x!p>
  %3 = aten.cat %0, %2 {dim = 1} : (tensor<3x2x!p>, tensor<3x1x!p>) -> tensor<3x3x!p>
  func.return %3 : tensor<3x3x!p>
}

// A rearrangement behind it is of the joined tensor.
// CHECK-LABEL: @behind
// CHECK-NEXT:   %0 = cortex_m.concat %x, %x {axis = 0} : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<4x3xi8>
// CHECK-NEXT:   %1 = cortex_m.transpose %0 {permutation = [1, 0]} : (tensor<4x3xi8>) -> tensor<3x4xi8>
// CHECK-NEXT:   func.return %1 : tensor<3x4xi8>
func.func @behind(%x : tensor<2x3x!p>) -> tensor<3x4x!p> {
  %0 = aten.cat %x, %x {dim = 0} : (tensor<2x3x!p>, tensor<2x3x!p>) -> tensor<4x3x!p>
  %1 = aten.permute %0 {dims = [1, 0]} : (tensor<4x3x!p>) -> tensor<3x4x!p>
  func.return %1 : tensor<3x4x!p>
}
