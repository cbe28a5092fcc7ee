// RUN: cmlir-opt %s --convert-aten-to-cortex-m | filecheck %s

!a = !quant.uniform<i8:f32, 0.5:3>
!b = !quant.uniform<i8:f32, 0.25:-4>

// A mean has the number of elements in its factor: 0.5 / 0.25 / 8.
// CHECK-LABEL: @mean
// CHECK-NEXT:   %0 = cortex_m.sum %x {input_offset = -3, output_offset = -4, rescale = #cortex_m.rescale<536870912, 0>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x8x5xi8>) -> tensor<2x5xi8>
// CHECK-NEXT:   func.return %0 : tensor<2x5xi8>
func.func @mean(%x : tensor<2x8x5x!a>) -> tensor<2x5x!b> {
  %0 = aten.mean %x {dims = [1], keepdim = false} : (tensor<2x8x5x!a>) -> tensor<2x5x!b>
  func.return %0 : tensor<2x5x!b>
}

// Neighbours are one axis for the kernel; what is kept has size 1.
// CHECK-LABEL: @neighbours
// CHECK-NEXT:   %0 = cortex_m.view %x {offset = 0} : (tensor<2x3x4x5xi8>) -> tensor<2x12x5xi8>
// CHECK-NEXT:   %1 = cortex_m.sum %0 {{.*}} : (tensor<2x12x5xi8>) -> tensor<2x5xi8>
// CHECK-NEXT:   %2 = cortex_m.view %1 {offset = 0} : (tensor<2x5xi8>) -> tensor<2x1x1x5xi8>
func.func @neighbours(%x : tensor<2x3x4x5x!a>) -> tensor<2x1x1x5x!b> {
  %0 = aten.sum %x {dims = [1, 2], keepdim = true} : (tensor<2x3x4x5x!a>) -> tensor<2x1x1x5x!b>
  func.return %0 : tensor<2x1x1x5x!b>
}

// CHECK-LABEL: @all
// CHECK-NEXT:   %0 = cortex_m.view %x {offset = 0} : (tensor<2x3xi8>) -> tensor<1x6x1xi8>
// CHECK-NEXT:   %1 = cortex_m.max %0 : (tensor<1x6x1xi8>) -> tensor<1x1xi8>
// CHECK-NEXT:   %2 = cortex_m.view %1 {offset = 0} : (tensor<1x1xi8>) -> tensor<i8>
func.func @all(%x : tensor<2x3x!a>) -> tensor<!a> {
  %0 = aten.amax %x {dims = [0, 1], keepdim = false} : (tensor<2x3x!a>) -> tensor<!a>
  func.return %0 : tensor<!a>
}

// A transposition only changes which axis of the memory is reduced.
// CHECK-LABEL: @transposed
// CHECK-NEXT:   %0 = cortex_m.argmax %x : (tensor<2x3x4xi8>) -> tensor<2x4xi64>
// CHECK-NEXT:   func.return %0 : tensor<2x4xi64>
func.func @transposed(%x : tensor<2x3x4x!a>) -> tensor<2x4xi64> {
  %0 = aten.permute %x {dims = [0, 2, 1]} : (tensor<2x3x4x!a>) -> tensor<2x4x3x!a>
  %1 = aten.argmax %0 {dims = [2], keepdim = false} : (tensor<2x4x3x!a>) -> tensor<2x4xi64>
  func.return %1 : tensor<2x4xi64>
}

// Axes that are no neighbours are moved behind the others.
// CHECK-LABEL: @apart
// CHECK-NEXT:   %0 = cortex_m.transpose %x {permutation = [1, 0, 2]} : (tensor<2x3x4xi8>) -> tensor<3x2x4xi8>
// CHECK-NEXT:   %1 = cortex_m.view %0 {offset = 0} : (tensor<3x2x4xi8>) -> tensor<3x8x1xi8>
// CHECK-NEXT:   %2 = cortex_m.min %1 : (tensor<3x8x1xi8>) -> tensor<3x1xi8>
func.func @apart(%x : tensor<2x3x4x!a>) -> tensor<3x!a> {
  %0 = aten.amin %x {dims = [0, 2], keepdim = false} : (tensor<2x3x4x!a>) -> tensor<3x!a>
  func.return %0 : tensor<3x!a>
}
