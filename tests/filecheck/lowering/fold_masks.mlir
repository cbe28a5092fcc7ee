// RUN: cmlir-opt %s --fold-masks --dce --split-input-file | filecheck %s

!q = !quant.uniform<i8:f32, 0.1:3>
!s = tensor<2x3x3xf32>

ml_program.global private @causal(dense<[[true, false, false], [true, true, false], [true, true, true]]> : tensor<3x3xi1>) : tensor<3x3xi1>
ml_program.global private @window(dense<[[true, false, false], [true, true, false], [false, true, true]]> : tensor<3x3xi1>) : tensor<3x3xi1>
ml_program.global private @padding(dense<[[[true, true, false]], [[true, false, false]]]> : tensor<2x1x3xi1>) : tensor<2x1x3xi1>
ml_program.global private @first_row(dense<[[false, false, false], [true, true, true], [true, true, true]]> : tensor<3x3xi1>) : tensor<3x3xi1>
ml_program.global private @added(dense<[[0.0, -1.0e+09, -1.0e+09], [0.0, 0.0, -1.0e+09], [0.0, 0.0, 0.0]]> : tensor<3x3xf32>) : tensor<3x3xf32>
ml_program.global private @bias(dense<[[0.0, 0.5, -1.0e+09], [0.0, 0.0, -1.0e+09], [0.0, 0.0, 0.0]]> : tensor<3x3xf32>) : tensor<3x3xf32>

// A mask that is an input stays one; whether softmax is safe or not, masked rows are 0.
// CHECK-LABEL: @input
// CHECK-NEXT: [[D:%.*]] = quant.dcast %x
// CHECK-NEXT: [[A:%.*]] = aten.masked_softmax [[D]] mask(%m) {dim = 2} : (tensor<2x3x3xf32>, tensor<2x1x3xi1>) -> tensor<2x3x3xf32>
// CHECK-NEXT: [[B:%.*]] = aten.masked_softmax [[D]] mask(%m) {dim = 1}
// CHECK-NEXT: func.return [[A]], [[B]]
func.func @input(%x: tensor<2x3x3x!q>, %m: tensor<2x1x3xi1>) -> (!s, !s) {
  %0 = quant.dcast %x : tensor<2x3x3x!q> to !s
  %1 = aten.full {value = 0xFFF0000000000000 : f64} : () -> tensor<f32>
  %2 = aten.where %m, %0, %1 : (tensor<2x1x3xi1>, !s, tensor<f32>) -> !s
  %3 = aten.safe_softmax %2 {dim = 2} : (!s) -> !s
  %4 = aten.softmax %2 {dim = 1} : (!s) -> !s
  func.return %3, %4 : !s, !s
}

// masked_fill: where the mask holds, the least float32 takes the place of the score.
// CHECK-LABEL: @filled
// CHECK-NEXT: [[D:%.*]] = quant.dcast %x
// CHECK-NEXT: [[M:%.*]] = aten.logical_not %m
// CHECK-NEXT: [[A:%.*]] = aten.masked_softmax [[D]] mask([[M]])
// CHECK-NEXT: [[B:%.*]] = aten.masked_softmax [[D]] mask(%m)
// CHECK-NEXT: func.return [[A]], [[B]]
func.func @filled(%x: tensor<2x3x3x!q>, %m: tensor<3xi1>) -> (!s, !s) {
  %0 = quant.dcast %x : tensor<2x3x3x!q> to !s
  %1 = aten.full {value = -3.4028234663852886e+38} : () -> !s
  %2 = aten.where %m, %1, %0 : (tensor<3xi1>, !s, !s) -> !s
  %3 = aten.softmax %2 {dim = 2} : (!s) -> !s
  %4 = aten.logical_not %m : (tensor<3xi1>) -> tensor<3xi1>
  %5 = aten.where %4, %1, %0 : (tensor<3xi1>, !s, !s) -> !s
  %6 = aten.softmax %5 {dim = 2} : (!s) -> !s
  func.return %3, %6 : !s, !s
}

// What constants say needs no tensor where it is a diagonal or nothing at all.
// CHECK-LABEL: @constants
// CHECK: aten.masked_softmax {{%[^ ]*}} {dim = 2, diagonal = 0} : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
// CHECK: aten.masked_softmax {{%[^ ]*}} mask({{%.*}}) {dim = 2} : (tensor<2x3x3xf32>, tensor<1x3x3xi1>) -> tensor<2x3x3xf32>
// CHECK: aten.masked_softmax {{%[^ ]*}} mask(%m) {dim = 2, diagonal = 0} : (tensor<2x3x3xf32>, tensor<2x1x3xi1>) -> tensor<2x3x3xf32>
// CHECK: aten.masked_softmax {{%[^ ]*}} mask({{%.*}}) {dim = 2} : (tensor<2x3x3xf32>, tensor<2x1x3xi1>) -> tensor<2x3x3xf32>
// CHECK: aten.masked_softmax {{%[^ ]*}} mask({{%.*}}) {dim = 1} : (tensor<2x3x3xf32>, tensor<1x3x3xi1>) -> tensor<2x3x3xf32>
// CHECK: aten.softmax {{%[^ ]*}} {dim = 2}
// CHECK-NEXT: func.return
func.func @constants(%x: tensor<2x3x3x!q>, %m: tensor<2x1x3xi1>) -> (!s, !s, !s, !s, !s, !s) {
  %0 = quant.dcast %x : tensor<2x3x3x!q> to !s
  %1 = aten.full {value = -1.0e4} : () -> tensor<f32>
  %c = aten.constant @causal : () -> tensor<3x3xi1>
  %w = aten.constant @window : () -> tensor<3x3xi1>
  %p = aten.constant @padding : () -> tensor<2x1x3xi1>
  %2 = aten.where %c, %0, %1 : (tensor<3x3xi1>, !s, tensor<f32>) -> !s
  %3 = aten.softmax %2 {dim = 2} : (!s) -> !s
  %4 = aten.where %w, %0, %1 : (tensor<3x3xi1>, !s, tensor<f32>) -> !s
  %5 = aten.softmax %4 {dim = 2} : (!s) -> !s
  %6 = aten.logical_and %c, %m : (tensor<3x3xi1>, tensor<2x1x3xi1>) -> tensor<2x3x3xi1>
  %7 = aten.where %6, %0, %1 : (tensor<2x3x3xi1>, !s, tensor<f32>) -> !s
  %8 = aten.softmax %7 {dim = 2} : (!s) -> !s
  %e = aten.expand %p : (tensor<2x1x3xi1>) -> tensor<2x3x3xi1>
  %9 = aten.where %e, %0, %1 : (tensor<2x3x3xi1>, !s, tensor<f32>) -> !s
  %10 = aten.softmax %9 {dim = 2} : (!s) -> !s
  %11 = aten.softmax %2 {dim = 1} : (!s) -> !s
  %n = aten.logical_not %w : (tensor<3x3xi1>) -> tensor<3x3xi1>
  %o = aten.logical_or %n, %w : (tensor<3x3xi1>, tensor<3x3xi1>) -> tensor<3x3xi1>
  %12 = aten.where %o, %0, %1 : (tensor<3x3xi1>, !s, tensor<f32>) -> !s
  %13 = aten.softmax %12 {dim = 2} : (!s) -> !s
  func.return %3, %5, %8, %10, %11, %13 : !s, !s, !s, !s, !s, !s
}

// Added masks; masks one after the other; masks moved with the heads.
// CHECK-LABEL: @several
// CHECK-NEXT: quant.dcast
// CHECK-NEXT: aten.masked_softmax {{%[^ ]*}} {dim = 2, diagonal = 0}
// CHECK-NEXT: [[N:%.*]] = aten.view %n
// CHECK-NEXT: [[A:%.*]] = aten.logical_and
// CHECK-NEXT: aten.masked_softmax {{%[^ ]*}} mask([[A]]) {dim = 2, diagonal = 0}
// CHECK-NEXT: func.return
func.func @several(%x: tensor<2x3x3x!q>, %m: tensor<2x1x3xi1>, %n: tensor<2x3xi1>) -> (!s, !s) {
  %0 = quant.dcast %x : tensor<2x3x3x!q> to !s
  %1 = aten.full {value = 0xFFF0000000000000 : f64} : () -> tensor<f32>
  %a = aten.constant @added : () -> tensor<3x3xf32>
  %2 = aten.add %a, %0 : (tensor<3x3xf32>, !s) -> !s
  %3 = aten.softmax %2 {dim = 2} : (!s) -> !s
  %c = aten.constant @causal : () -> tensor<3x3xi1>
  %v = aten.view %n : (tensor<2x3xi1>) -> tensor<2x1x3xi1>
  %k = aten.logical_and %v, %c : (tensor<2x1x3xi1>, tensor<3x3xi1>) -> tensor<2x3x3xi1>
  %f = aten.view %k : (tensor<2x3x3xi1>) -> tensor<1x2x3x3xi1>
  %g = aten.view %f : (tensor<1x2x3x3xi1>) -> tensor<2x3x3xi1>
  %4 = aten.where %g, %0, %1 : (tensor<2x3x3xi1>, !s, tensor<f32>) -> !s
  %5 = aten.where %m, %4, %1 : (tensor<2x1x3xi1>, !s, tensor<f32>) -> !s
  %6 = aten.safe_softmax %5 {dim = 2} : (!s) -> !s
  func.return %3, %6 : !s, !s
}

// Truth values as numbers and numbers as truth values; what repeats is compared once.
// CHECK-LABEL: @truth
// CHECK-NEXT: [[N:%.*]] = aten.logical_not %m
// CHECK-NEXT: [[E:%.*]] = aten.eq_scalar %n {value = 0.000000e+00}
// CHECK-NEXT: [[F:%.*]] = aten.ne_scalar %n {value = 2.000000e+00}
// CHECK-NEXT: [[G:%.*]] = aten.ne_scalar %n {value = 0.000000e+00} : (tensor<3xi32>)
// CHECK-NEXT: [[H:%.*]] = aten.expand [[G]]
// CHECK-NEXT: func.return [[N]], %m, [[E]], [[F]], [[H]], %m
func.func @truth(%m: tensor<3xi1>, %n: tensor<3xi32>) -> (tensor<3xi1>, tensor<3xi1>, tensor<3xi1>, tensor<3xi1>, tensor<2x3xi1>, tensor<3xi1>) {
  %0 = aten.eq_scalar %m {value = 0.0} : (tensor<3xi1>) -> tensor<3xi1>
  %1 = aten.ne_scalar %m {value = 0.0} : (tensor<3xi1>) -> tensor<3xi1>
  %2 = aten.logical_not %n : (tensor<3xi32>) -> tensor<3xi1>
  %3 = aten.eq_scalar %n {value = 2.0} : (tensor<3xi32>) -> tensor<3xi1>
  %4 = aten.logical_not %3 : (tensor<3xi1>) -> tensor<3xi1>
  %5 = aten.expand %n : (tensor<3xi32>) -> tensor<2x3xi32>
  %6 = aten.ne_scalar %5 {value = 0.0} : (tensor<2x3xi32>) -> tensor<2x3xi1>
  %7 = aten.logical_not %0 : (tensor<3xi1>) -> tensor<3xi1>
  func.return %0, %1, %2, %4, %6, %7 : tensor<3xi1>, tensor<3xi1>, tensor<3xi1>, tensor<3xi1>, tensor<2x3xi1>, tensor<3xi1>
}

// What is not masked for certain stays: a fill that scores could reach, rows that would be uniform,
// other numbers than two.
// CHECK-LABEL: @not_masks
// CHECK-NOT: aten.masked_softmax
// CHECK: func.return
func.func @not_masks(%x: tensor<2x3x3x!q>, %f: !s, %m: tensor<2x1x3xi1>) -> (!s, !s, !s, !s) {
  %0 = quant.dcast %x : tensor<2x3x3x!q> to !s
  %1 = aten.full {value = -50.0} : () -> tensor<f32>
  %2 = aten.where %m, %0, %1 : (tensor<2x1x3xi1>, !s, tensor<f32>) -> !s
  %3 = aten.softmax %2 {dim = 2} : (!s) -> !s
  %4 = aten.full {value = -1.0e9} : () -> tensor<f32>
  %r = aten.constant @first_row : () -> tensor<3x3xi1>
  %5 = aten.where %r, %0, %4 : (tensor<3x3xi1>, !s, tensor<f32>) -> !s
  %6 = aten.softmax %5 {dim = 2} : (!s) -> !s
  %b = aten.constant @bias : () -> tensor<3x3xf32>
  %7 = aten.add %0, %b : (!s, tensor<3x3xf32>) -> !s
  %8 = aten.softmax %7 {dim = 2} : (!s) -> !s
  %9 = aten.where %m, %f, %4 : (tensor<2x1x3xi1>, !s, tensor<f32>) -> !s
  %10 = aten.softmax %9 {dim = 2} : (!s) -> !s
  func.return %3, %6, %8, %10 : !s, !s, !s, !s
}
