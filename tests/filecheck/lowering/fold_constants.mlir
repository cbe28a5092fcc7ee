// RUN: cmlir-opt %s --fold-constants --erase-unused-globals --split-input-file | filecheck %s

// Quantized now: the codes stand in the module, also those of a constant that was quantized before.
!w = !quant.uniform<i8<-127:127>:f32:0, {0.5, 0.25}>
!v = !quant.uniform<u8:f32, 0.5:128>
ml_program.global private @weights(dense<[[1.0, 2.0], [3.0, -4.0]]> : tensor<2x2xf32>) : tensor<2x2xf32>
func.func @quantize() -> (tensor<2x2x!w>, tensor<2x2x!v>) {
  %0 = aten.constant @weights : () -> tensor<2x2xf32>
  %1 = quant.qcast %0 : tensor<2x2xf32> to tensor<2x2x!w>
  %2 = quant.dcast %1 : tensor<2x2x!w> to tensor<2x2xf32>
  %3 = quant.qcast %2 : tensor<2x2xf32> to tensor<2x2x!v>
  func.return %1, %3 : tensor<2x2x!w>, tensor<2x2x!v>
}
// CHECK: builtin.module
// CHECK-NEXT: @weights_codes(dense<{{\[\[}}2, 4], [12, -16]]> : tensor<2x2xi8>)
// CHECK-NEXT: @weights_codes_codes(dense<{{\[\[}}-126, -124], [-122, 120]]> : tensor<2x2xi8>)
// CHECK-NEXT: @quantize
// CHECK-NEXT: aten.constant @weights_codes : () -> tensor<2x2x!quant.uniform<i8<-127:127>:f32:0,
// CHECK-NEXT: aten.constant @weights_codes_codes : () -> tensor<2x2x!quant.uniform<u8:f32, 5.000000e-01:128>>
// CHECK-NEXT: func.return

// -----

// Codes of 2 bits have no arrays: they stay as they were.
!w = !quant.uniform<i2:f32, 0.5>
ml_program.global private @weights(dense<[0.5, 1.0]> : tensor<2xf32>) : tensor<2xf32>
func.func @two_bits() -> tensor<2x!w> {
  %0 = aten.constant @weights : () -> tensor<2xf32>
  %1 = quant.qcast %0 : tensor<2xf32> to tensor<2x!w>
  func.return %1 : tensor<2x!w>
}
// CHECK: @two_bits
// CHECK-NEXT: aten.constant @weights : () -> tensor<2xf32>
// CHECK-NEXT: quant.qcast

// -----

// Codes of 4 bits have a byte each.
!w = !quant.uniform<i4:f32, 0.5>
ml_program.global private @weights(dense<[1.0, -9.0]> : tensor<2xf32>) : tensor<2xf32>
func.func @four_bits() -> tensor<2x!w> {
  %0 = aten.constant @weights : () -> tensor<2xf32>
  %1 = quant.qcast %0 : tensor<2xf32> to tensor<2x!w>
  func.return %1 : tensor<2x!w>
}
// CHECK: (dense<[2, -8]> : tensor<2xi8>)
// CHECK: @four_bits
// CHECK: aten.constant @{{.*}} : () -> tensor<2x!quant.uniform<i4:f32
// CHECK-NOT: quant.qcast

// -----

// Rearranged now, as codes where they are codes; every scale stays with its channel.
!w = !quant.uniform<i8:f32:1, {0.5, 0.25, 0.125}>
ml_program.global private @w(dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi8>) : tensor<2x3xi8>
func.func @rearrange() -> (tensor<3x2xf32>, tensor<2x2xf32>, tensor<1x3xf32>, tensor<3xf32>) {
  %0 = aten.constant @w : () -> tensor<2x3x!w>
  %1 = quant.dcast %0 : tensor<2x3x!w> to tensor<2x3xf32>
  %2 = aten.permute %1 {dims = [1, 0]} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %3 = aten.slice %1 {dim = 1, start = 0, step = 2} : (tensor<2x3xf32>) -> tensor<2x2xf32>
  %4 = aten.slice %1 {dim = 0, start = 1, step = 1} : (tensor<2x3xf32>) -> tensor<1x3xf32>
  %5 = aten.select %1 {dim = 0, index = 1} : (tensor<2x3xf32>) -> tensor<3xf32>
  func.return %2, %3, %4, %5 : tensor<3x2xf32>, tensor<2x2xf32>, tensor<1x3xf32>, tensor<3xf32>
}
// CHECK: @w_permute(dense<{{\[\[}}1, 4], [2, 5], [3, 6]]>
// CHECK-NEXT: @w_slice(dense<{{\[\[}}1, 3], [4, 6]]>
// CHECK-NEXT: @w_slice_1(dense<{{\[\[}}4, 5, 6]]>
// CHECK-NEXT: @w_select(dense<[4, 5, 6]>
// CHECK-NEXT: @rearrange
// CHECK-NEXT: aten.constant @w_permute : () -> tensor<3x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.250000e-01}>>
// CHECK-NEXT: quant.dcast
// CHECK-NEXT: aten.constant @w_slice : () -> tensor<2x2x!quant.uniform<i8:f32:1, {5.000000e-01,1.250000e-01}>>
// CHECK-NEXT: quant.dcast
// CHECK-NEXT: aten.constant @w_slice_1 : () -> tensor<1x3x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01,1.250000e-01}>>
// CHECK-NEXT: quant.dcast
// CHECK-NEXT: aten.constant @w_select : () -> tensor<3x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.250000e-01}>>
// CHECK-NEXT: quant.dcast
// CHECK-NEXT: func.return

// -----

// A view may mix channels, and an expand would store repeated data.
!w = !quant.uniform<i8:f32:0, {0.5, 0.25}>
ml_program.global private @w(dense<[[1, 2], [4, 5]]> : tensor<2x2xi8>) : tensor<2x2xi8>
ml_program.global private @flags(dense<[true, false]> : tensor<2xi1>) : tensor<2xi1>
func.func @some(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<9x2xi1>, tensor<2x2xf32>) {
  %0 = aten.constant @w : () -> tensor<2x2x!w>
  %1 = quant.dcast %0 : tensor<2x2x!w> to tensor<2x2xf32>
  %2 = aten.view %1 : (tensor<2x2xf32>) -> tensor<4xf32>
  %3 = aten.constant @flags : () -> tensor<2xi1>
  %4 = aten.view %3 : (tensor<2xi1>) -> tensor<1x2xi1>
  %5 = aten.expand %4 : (tensor<1x2xi1>) -> tensor<9x2xi1>
  %6 = aten.view %x : (tensor<4xf32>) -> tensor<2x2xf32>
  func.return %2, %5, %6 : tensor<4xf32>, tensor<9x2xi1>, tensor<2x2xf32>
}
// CHECK: @flags_view(dense<{{\[\[}}true, false]]> : tensor<1x2xi1>)
// CHECK: @some
// CHECK-NEXT: aten.constant @w
// CHECK-NEXT: quant.dcast
// CHECK-NEXT: aten.view
// CHECK-NEXT: aten.constant @flags_view : () -> tensor<1x2xi1>
// CHECK-NEXT: aten.expand
// CHECK-NEXT: aten.view %x

// -----

// Equal results are one global; a taken name gets a number.
ml_program.global private @a(dense<[1.0, 2.0]> : tensor<2xf32>) : tensor<2xf32>
ml_program.global private @a_view(dense<[7.0]> : tensor<1xf32>) : tensor<1xf32>
func.func @names() -> (tensor<2x1xf32>, tensor<2x1xf32>, tensor<1xf32>) {
  %0 = aten.constant @a : () -> tensor<2xf32>
  %1 = aten.view %0 : (tensor<2xf32>) -> tensor<2x1xf32>
  %2 = aten.view %0 : (tensor<2xf32>) -> tensor<2x1xf32>
  %3 = aten.constant @a_view : () -> tensor<1xf32>
  func.return %1, %2, %3 : tensor<2x1xf32>, tensor<2x1xf32>, tensor<1xf32>
}
// CHECK: builtin.module
// CHECK-NEXT: @a_view(
// CHECK-NEXT: @a_view_1(
// CHECK-NEXT: func.func
// CHECK-NEXT: aten.constant @a_view_1
// CHECK-NEXT: aten.constant @a_view_1
// CHECK-NEXT: aten.constant @a_view :
