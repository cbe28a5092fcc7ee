// RUN: cmlir-opt %s --convert-aten-to-cortex-m --cse --dce --split-input-file | filecheck %s

!s = !quant.uniform<i8:f32, 0.25:3>
!p = !quant.uniform<i8:f32, 0.00390625:-128>
!q = !quant.uniform<i8:f32, 0.0078125:-128>

// The mask is read where it lies: it repeats along axes of stride 0, and heads are one axis with
// what they repeat alike with. A causal mask needs no tensor. Exponentials are shared.
// CHECK-LABEL: @strides
// CHECK-NEXT: [[X:%.*]] = cortex_m.view %x {{.*}} -> tensor<6x3x5xi8>
// CHECK-NEXT: [[E:%.*]] = cortex_m.constant @exponentials : () -> tensor<256xi32>
// CHECK-NEXT: cortex_m.masked_softmax [[X]], [[E]] {diagonal = 2} : (tensor<6x3x5xi8>, tensor<256xi32>) -> tensor<6x3x5xi8>
// CHECK-NEXT: [[Y:%.*]] = cortex_m.view %x {{.*}} -> tensor<2x9x5xi8>
// CHECK-NEXT: cortex_m.masked_softmax [[Y]], [[E]] mask(%m) {mask_offset = 0, mask_strides = [5, 0, 1], output_rescale = #cortex_m.rescale<4194304, 0>, output_offset = -128} : (tensor<2x9x5xi8>, tensor<256xi32>, tensor<2x1x1x5xi1>) -> tensor<2x9x5xi8>
// CHECK-NEXT: cortex_m.masked_softmax %x, [[E]] mask(%m) {mask_offset = 0, mask_strides = [5, 0, 0, 1], diagonal = 0} :
// CHECK-NEXT: cortex_m.masked_softmax [[Y]], [[E]] mask(%n) {mask_offset = 2, mask_strides = [3, 0, 0]} :
func.func @strides(%x: tensor<2x3x3x5x!s>, %m: tensor<2x1x1x5xi1>, %n: tensor<2x3xi1>) -> (tensor<2x3x3x5x!p>, tensor<2x3x3x5x!q>, tensor<2x3x3x5x!p>, tensor<2x3x3x5x!p>) {
  %0 = aten.masked_softmax %x {dim = 3, diagonal = 2} : (tensor<2x3x3x5x!s>) -> tensor<2x3x3x5x!p>
  %1 = aten.masked_softmax %x mask(%m) {dim = 3} : (tensor<2x3x3x5x!s>, tensor<2x1x1x5xi1>) -> tensor<2x3x3x5x!q>
  %2 = aten.masked_softmax %x mask(%m) {dim = 3, diagonal = 0} : (tensor<2x3x3x5x!s>, tensor<2x1x1x5xi1>) -> tensor<2x3x3x5x!p>
  %3 = aten.slice %n {dim = 1, start = 2, step = 1} : (tensor<2x3xi1>) -> tensor<2x1xi1>
  %4 = aten.view %3 : (tensor<2x1xi1>) -> tensor<2x1x1x1xi1>
  %5 = aten.masked_softmax %x mask(%4) {dim = 3} : (tensor<2x3x3x5x!s>, tensor<2x1x1x1xi1>) -> tensor<2x3x3x5x!p>
  func.return %0, %1, %2, %5 : tensor<2x3x3x5x!p>, tensor<2x3x3x5x!q>, tensor<2x3x3x5x!p>, tensor<2x3x3x5x!p>
}

// Along another axis scores and mask are turned; the kernel wants a row of the mask in order.
// CHECK-LABEL: @axis
// CHECK-DAG: [[X:%.*]] = cortex_m.transpose %x
// CHECK-DAG: [[M:%.*]] = cortex_m.copy %m {offset = 0, strides = [1, 3]}
// CHECK: cortex_m.masked_softmax [[X]], {{%.*}} mask([[M]]) {{.*}} mask_strides = [2, 1]}
// CHECK: cortex_m.transpose
func.func @axis(%x: tensor<2x3x!s>, %m: tensor<2x3xi1>) -> tensor<2x3x!p> {
  %0 = aten.masked_softmax %x mask(%m) {dim = 0} : (tensor<2x3x!s>, tensor<2x3xi1>) -> tensor<2x3x!p>
  func.return %0 : tensor<2x3x!p>
}

// CHECK-LABEL: @where
// CHECK-NEXT: cortex_m.where %c, %x, %x {offsets = [0, 0, 3], condition_strides = [0, 1], lhs_strides = [3, 1], rhs_strides = [0, 1]} : (tensor<3xi1>, tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x3xi8>
// CHECK-NEXT: cortex_m.constant @number : () -> tensor<f32>
// CHECK-NEXT: cortex_m.where %c, %f, {{%.*}} {offsets = [0, 0, 0], condition_strides = [0, 1], lhs_strides = [3, 1], rhs_strides = [0, 0]} :
func.func @where(%c: tensor<3xi1>, %x: tensor<2x3x!s>, %f: tensor<2x3xf32>) -> (tensor<2x3x!s>, tensor<2x3xf32>) {
  %0 = aten.select %x {dim = 0, index = 1} : (tensor<2x3x!s>) -> tensor<3x!s>
  %1 = aten.where %c, %x, %0 : (tensor<3xi1>, tensor<2x3x!s>, tensor<3x!s>) -> tensor<2x3x!s>
  %2 = aten.full {value = 0.5} : () -> tensor<f32>
  %3 = aten.where %c, %f, %2 : (tensor<3xi1>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  func.return %1, %3 : tensor<2x3x!s>, tensor<2x3xf32>
}

// CHECK-LABEL: @logic
// CHECK-NEXT: [[A:%.*]] = cortex_m.compare %f {predicate = "gt", number = -9.999000e+03}
// CHECK-NEXT: [[B:%.*]] = cortex_m.compare %n {predicate = "ne", number = 0.000000e+00} : (tensor<3xi64>) -> tensor<3xi1>
// CHECK-NEXT: [[C:%.*]] = cortex_m.copy [[B]] {offset = 0, strides = [0, 1]}
// CHECK-NEXT: [[D:%.*]] = cortex_m.logical_and [[A]], [[C]]
// CHECK-NEXT: [[E:%.*]] = cortex_m.logical_xor [[D]], [[A]]
// CHECK-NEXT: [[F:%.*]] = cortex_m.logical_or [[E]], [[A]]
// CHECK-NEXT: cortex_m.logical_not [[F]]
func.func @logic(%f: tensor<2x3xf32>, %n: tensor<3xi64>) -> tensor<2x3xi1> {
  %0 = aten.gt_scalar %f {value = -9999.0} : (tensor<2x3xf32>) -> tensor<2x3xi1>
  %1 = aten.ne_scalar %n {value = 0.0} : (tensor<3xi64>) -> tensor<3xi1>
  %2 = aten.logical_and %0, %1 : (tensor<2x3xi1>, tensor<3xi1>) -> tensor<2x3xi1>
  %3 = aten.logical_xor %2, %0 : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
  %4 = aten.logical_or %3, %0 : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
  %5 = aten.logical_not %4 : (tensor<2x3xi1>) -> tensor<2x3xi1>
  func.return %5 : tensor<2x3xi1>
}
