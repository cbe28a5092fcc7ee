// RUN: cmlir-opt %s --convert-aten-to-cortex-m --split-input-file | filecheck %s

!x = !quant.uniform<i8:f32, 0.5:3>
!y = !quant.uniform<i8:f32, 0.25:-4>
!relu = !quant.uniform<i8<-4:127>:f32, 0.25:-4>
!w = !quant.uniform<i8<-127:127>:f32:0, {0.5, 0.25}>
!t = !quant.uniform<i8:f32, 0.5:2>
!b = !quant.uniform<i32:f32, 0.25>

ml_program.global private @w(dense<[[1, 2, 3], [-1, -2, 4]]> : tensor<2x3xi8>) : tensor<2x3xi8>
ml_program.global private @b(dense<[10, -20]> : tensor<2xi32>) : tensor<2xi32>

// On MVE the start values hold bias and input offset: -3 * 6 + 2.5 / 0.25 and -3 * 1 - 5 / 0.125.
// CHECK: @w_sums(dense<[-8, -43]> : tensor<2xi32>)
// One scale, zero point 2: -3 * (6 - 6), -3 * (1 - 6).
// CHECK: @w_sums_1(dense<[0, 15]> : tensor<2xi32>)

// CHECK-LABEL: @per_channel
// CHECK-NEXT: [[W:%.*]] = cortex_m.constant @w
// CHECK: [[C:%.*]] = cortex_m.constant @w : () -> tensor<2x3xi8>
// CHECK-NEXT: [[S:%.*]] = cortex_m.constant @w_sums : () -> tensor<2xi32>
// CHECK-NEXT: cortex_m.linear %x, [[C]] sums([[S]]) {input_offset = -3, weights_offset = 0, output_offset = -4, rescale = #cortex_m.rescale<[1073741824, 1073741824], [1, 0]>, clamp = #cortex_m.clamp<-4, 127>} : (tensor<5x3xi8>, tensor<2x3xi8>, tensor<2xi32>) -> tensor<5x2xi8>
func.func @per_channel(%x: tensor<5x3x!x>) -> tensor<5x2x!relu> {
  %w = aten.constant @w : () -> tensor<2x3x!w>
  %b = aten.constant @b : () -> tensor<2x!b>
  %0 = aten.linear %x, %w bias(%b) : (tensor<5x3x!x>, tensor<2x3x!w>, tensor<2x!b>) -> tensor<5x2x!relu>
  func.return %0 : tensor<5x2x!relu>
}

// CHECK-LABEL: @per_tensor
// CHECK: cortex_m.linear %x, {{.*}} {input_offset = -3, weights_offset = -2, output_offset = -4, rescale = #cortex_m.rescale<1610612736, 0>
func.func @per_tensor(%x: tensor<5x3x!x>) -> tensor<5x2x!y> {
  %w = aten.constant @w : () -> tensor<2x3x!t>
  %0 = aten.linear %x, %w {scale = 0.75} : (tensor<5x3x!x>, tensor<2x3x!t>) -> tensor<5x2x!y>
  func.return %0 : tensor<5x2x!y>
}

// A weight that is computed is a product of two activations; its contraction is last already.
// CHECK-LABEL: @computed
// CHECK-NEXT: [[X:%.*]] = cortex_m.view %x {offset = 0} : (tensor<2x5x3xi8>) -> tensor<10x3xi8>
// CHECK-NEXT: [[Y:%.*]] = cortex_m.batch_matmul [[X]], %w {lhs_offset = -3, rhs_offset = -2, output_offset = -4, rescale = #cortex_m.rescale<1073741824, 1>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<10x3xi8>, tensor<2x3xi8>) -> tensor<10x2xi8>
// CHECK-NEXT: cortex_m.view [[Y]] {offset = 0} : (tensor<10x2xi8>) -> tensor<2x5x2xi8>
func.func @computed(%x: tensor<2x5x3x!x>, %w: tensor<2x3x!t>) -> tensor<2x5x2x!y> {
  %0 = aten.linear %x, %w : (tensor<2x5x3x!x>, tensor<2x3x!t>) -> tensor<2x5x2x!y>
  func.return %0 : tensor<2x5x2x!y>
}

// -----

// Without MVE the kernel takes the bias alone, zeros if there is none.
// CHECK: @w_bias(dense<0> : tensor<2xi32>)
// CHECK: cortex_m.linear %x, {{%.*}} bias({{%.*}}) {input_offset = -3
!x = !quant.uniform<i8:f32, 0.5:3>
builtin.module attributes {cortex_m.target = "cortex-m4"} {
  ml_program.global private @w(dense<1> : tensor<2x3xi8>) : tensor<2x3xi8>
  func.func @dsp(%x: tensor<5x3x!x>) -> tensor<5x2x!x> {
    %w = aten.constant @w : () -> tensor<2x3x!x>
    %0 = aten.linear %x, %w : (tensor<5x3x!x>, tensor<2x3x!x>) -> tensor<5x2x!x>
    func.return %0 : tensor<5x2x!x>
  }
}

// -----

// A bias far beyond the accumulator's unit: the weights of that channel are halved as often as
// needed, here to 7 / 4, rounded to 2; its unit is 4 * 2^-30.
// CHECK: @w_1(dense<{{\[\[}}1, 7], [0, 2]]> : tensor<2x2xi8>)
// CHECK: rescale = #cortex_m.rescale<[{{.*}}], [-29, -27]>
!x = !quant.uniform<i8:f32, 9.31322574615478515625e-10>
!one = !quant.uniform<i8:f32, 1.0>
ml_program.global private @w(dense<[[1, 7], [1, 7]]> : tensor<2x2xi8>) : tensor<2x2xi8>
ml_program.global private @b(dense<[0.5, 4.0]> : tensor<2xf32>) : tensor<2xf32>
func.func @large_bias(%x: tensor<1x2x!x>) -> tensor<1x2x!one> {
  %w = aten.constant @w : () -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 1.0}>>
  %b = aten.constant @b : () -> tensor<2xf32>
  %0 = aten.linear %x, %w bias(%b) : (tensor<1x2x!x>, tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 1.0}>>, tensor<2xf32>) -> tensor<1x2x!one>
  func.return %0 : tensor<1x2x!one>
}

// -----

// Products: the right factor is turned, batches are merged, an expanded operand is read again.
!x = !quant.uniform<i8:f32, 0.5:3>
!y = !quant.uniform<i8:f32, 0.25:-4>

// CHECK-LABEL: @bmm
// CHECK-NEXT: [[B:%.*]] = cortex_m.transpose %b {permutation = [0, 2, 1]} : (tensor<3x4x6xi8>) -> tensor<3x6x4xi8>
// CHECK-NEXT: cortex_m.batch_matmul %a, [[B]] {lhs_offset = -3, rhs_offset = 4, output_offset = -4, rescale = #cortex_m.rescale<268435456, 0>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<3x5x4xi8>, tensor<3x6x4xi8>) -> tensor<3x5x6xi8>
func.func @bmm(%a: tensor<3x5x4x!x>, %b: tensor<3x4x6x!y>) -> tensor<3x5x6x!y> {
  %0 = aten.bmm %a, %b {scale = 0.25} : (tensor<3x5x4x!x>, tensor<3x4x6x!y>) -> tensor<3x5x6x!y>
  func.return %0 : tensor<3x5x6x!y>
}

// The permute of k and the turn of the right factor undo each other.
// CHECK-LABEL: @scores
// CHECK-NEXT: cortex_m.view %q {offset = 0} : (tensor<1x3x5x4xi8>) -> tensor<3x5x4xi8>
// CHECK-NEXT: cortex_m.view %k {offset = 0} : (tensor<1x3x6x4xi8>) -> tensor<3x6x4xi8>
// CHECK-NEXT: cortex_m.batch_matmul
func.func @scores(%q: tensor<1x3x5x4x!x>, %k: tensor<1x3x6x4x!y>) -> tensor<1x3x5x6x!y> {
  %0 = aten.permute %k {dims = [0, 1, 3, 2]} : (tensor<1x3x6x4x!y>) -> tensor<1x3x4x6x!y>
  %1 = aten.matmul %q, %0 : (tensor<1x3x5x4x!x>, tensor<1x3x4x6x!y>) -> tensor<1x3x5x6x!y>
  func.return %1 : tensor<1x3x5x6x!y>
}

// Grouped queries: the two heads of k serve three of q each, and nothing is copied for that.
// CHECK-LABEL: @grouped
// CHECK-NEXT: [[Q:%.*]] = cortex_m.view %q {offset = 0} : (tensor<1x6x5x4xi8>) -> tensor<2x3x5x4xi8>
// CHECK-NEXT: [[K:%.*]] = cortex_m.view %k {offset = 0} : (tensor<1x2x7x4xi8>) -> tensor<2x1x7x4xi8>
// CHECK-NEXT: cortex_m.batch_matmul [[Q]], [[K]] {{.*}} : (tensor<2x3x5x4xi8>, tensor<2x1x7x4xi8>) -> tensor<2x3x5x7xi8>
func.func @grouped(%q: tensor<1x6x5x4x!x>, %k: tensor<1x2x7x4x!y>) -> tensor<1x2x3x5x7x!y> {
  %0 = aten.view %q : (tensor<1x6x5x4x!x>) -> tensor<1x2x3x5x4x!x>
  %1 = aten.view %k : (tensor<1x2x7x4x!y>) -> tensor<1x2x1x7x4x!y>
  %2 = aten.expand %1 : (tensor<1x2x1x7x4x!y>) -> tensor<1x2x3x7x4x!y>
  %3 = aten.permute %2 {dims = [0, 1, 2, 4, 3]} : (tensor<1x2x3x7x4x!y>) -> tensor<1x2x3x4x7x!y>
  %4 = aten.matmul %0, %3 : (tensor<1x2x3x5x4x!x>, tensor<1x2x3x4x7x!y>) -> tensor<1x2x3x5x7x!y>
  func.return %4 : tensor<1x2x3x5x7x!y>
}

// Where both factors only repeat, so does the product: it is computed once.
// CHECK-LABEL: @both_repeat
// CHECK: [[P:%.*]] = cortex_m.batch_matmul {{.*}} -> tensor<5x6xi8>
// CHECK: cortex_m.copy [[P]] {{.*}} strides = [0, 1]
func.func @both_repeat(%a: tensor<1x5x4x!x>, %b: tensor<4x6x!y>) -> tensor<3x5x6x!y> {
  %0 = aten.expand %b : (tensor<4x6x!y>) -> tensor<3x4x6x!y>
  %1 = aten.matmul %a, %0 : (tensor<1x5x4x!x>, tensor<3x4x6x!y>) -> tensor<3x5x6x!y>
  func.return %1 : tensor<3x5x6x!y>
}

// Three axes that repeat in turns are more than the kernel's two: the factors are made whole.
// CHECK-LABEL: @alternating
// CHECK-DAG: cortex_m.copy %a
// CHECK-DAG: cortex_m.copy {{.*}} -> tensor<{{.*}}xi8>
// CHECK: cortex_m.batch_matmul {{.*}} : (tensor<24x5x4xi8>, tensor<24x6x4xi8>) -> tensor<24x5x6xi8>
func.func @alternating(%a: tensor<2x1x4x5x4x!x>, %b: tensor<1x3x1x4x6x!y>) -> tensor<2x3x4x5x6x!y> {
  %0 = aten.matmul %a, %b : (tensor<2x1x4x5x4x!x>, tensor<1x3x1x4x6x!y>) -> tensor<2x3x4x5x6x!y>
  func.return %0 : tensor<2x3x4x5x6x!y>
}

// -----
!a = !quant.uniform<i8:f32, 0.5:-128>
!w = !quant.uniform<i8:f32, 0.5>

// 255 * 127 * 70000 needs more than 32 bits.
ml_program.global private @w(dense<127> : tensor<2x70000xi8>) : tensor<2x70000xi8>
// CHECK-LABEL: @long_rows
// CHECK: cortex_m.f32_matmul {{.*}}why = "adds up 70000 products to as much as 2.27e+09, over 32 bits"
func.func @long_rows(%x : tensor<1x70000x!a>) -> tensor<1x2x!a> {
  %w = aten.constant @w : () -> tensor<2x70000x!w>
  %0 = aten.linear %x, %w : (tensor<1x70000x!a>, tensor<2x70000x!w>) -> tensor<1x2x!a>
  func.return %0 : tensor<1x2x!a>
}

// -----

!a = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8<-127:127>:f32, 0.5>

ml_program.global private @w(dense<1> : tensor<4x6xi8>) : tensor<4x6xi8>

// Rows of a permuted tensor are computed as they lie; only the result is seen in another order.
// CHECK-LABEL: @rows_as_they_lie
// CHECK: cortex_m.linear %x, {{.*}} -> tensor<2x5x4xi8>
// CHECK-NEXT: cortex_m.transpose {{.*}} {permutation = [1, 0, 2]} : (tensor<2x5x4xi8>) -> tensor<5x2x4xi8>
func.func @rows_as_they_lie(%x : tensor<2x5x6x!a>) -> tensor<5x2x4x!a> {
  %w = aten.constant @w : () -> tensor<4x6x!w>
  %0 = aten.permute %x {dims = [1, 0, 2]} : (tensor<2x5x6x!a>) -> tensor<5x2x6x!a>
  %1 = aten.linear %0, %w : (tensor<5x2x6x!a>, tensor<4x6x!w>) -> tensor<5x2x4x!a>
  func.return %1 : tensor<5x2x4x!a>
}

// -----

!a = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8<-127:127>:f32, 0.5>

ml_program.global private @w(dense<1> : tensor<4x6xi8>) : tensor<4x6xi8>

// Heads are merged into rows, which are wanted with the batch in front: one move for both.
// CHECK-LABEL: @rows_as_they_are_wanted
// CHECK: [[R:%.*]] = cortex_m.transpose %x {permutation = [0, 2, 1, 3]} : (tensor<2x3x5x2xi8>) -> tensor<2x5x3x2xi8>
// CHECK-NEXT: [[V:%.*]] = cortex_m.view [[R]] {offset = 0} : (tensor<2x5x3x2xi8>) -> tensor<2x5x6xi8>
// CHECK: [[Y:%.*]] = cortex_m.linear [[V]], {{.*}} -> tensor<2x5x4xi8>
// CHECK-NEXT: func.return [[Y]]
func.func @rows_as_they_are_wanted(%x : tensor<2x3x5x2x!a>) -> tensor<2x5x4x!a> {
  %w = aten.constant @w : () -> tensor<4x6x!w>
  %0 = aten.permute %x {dims = [2, 0, 1, 3]} : (tensor<2x3x5x2x!a>) -> tensor<5x2x3x2x!a>
  %1 = aten.view %0 : (tensor<5x2x3x2x!a>) -> tensor<10x6x!a>
  %2 = aten.linear %1, %w : (tensor<10x6x!a>, tensor<4x6x!w>) -> tensor<10x4x!a>
  %3 = aten.view %2 : (tensor<10x4x!a>) -> tensor<5x2x4x!a>
  %4 = aten.permute %3 {dims = [1, 0, 2]} : (tensor<5x2x4x!a>) -> tensor<2x5x4x!a>
  func.return %4 : tensor<2x5x4x!a>
}

// -----

!a = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8<-127:127>:f32, 0.5>

ml_program.global private @w(dense<1> : tensor<4x6xi8>) : tensor<4x6xi8>

// What they are added to lies with the batch in front.
// CHECK-LABEL: @rows_as_what_they_are_added_to
// CHECK: [[Y:%.*]] = cortex_m.linear {{.*}} -> tensor<2x5x4xi8>
// CHECK-NEXT: cortex_m.add %r, [[Y]]
// CHECK-NOT: cortex_m.copy
func.func @rows_as_what_they_are_added_to(%x : tensor<2x3x5x2x!a>, %r : tensor<2x5x4x!a>) -> tensor<2x5x4x!a> {
  %w = aten.constant @w : () -> tensor<4x6x!w>
  %p = aten.permute %r {dims = [1, 0, 2]} : (tensor<2x5x4x!a>) -> tensor<5x2x4x!a>
  %0 = aten.permute %x {dims = [2, 0, 1, 3]} : (tensor<2x3x5x2x!a>) -> tensor<5x2x3x2x!a>
  %1 = aten.view %0 : (tensor<5x2x3x2x!a>) -> tensor<10x6x!a>
  %2 = aten.linear %1, %w : (tensor<10x6x!a>, tensor<4x6x!w>) -> tensor<10x4x!a>
  %3 = aten.view %2 : (tensor<10x4x!a>) -> tensor<5x2x4x!a>
  %4 = aten.add %p, %3 {alpha = 1.0} : (tensor<5x2x4x!a>, tensor<5x2x4x!a>) -> tensor<5x2x4x!a>
  %5 = aten.permute %4 {dims = [1, 0, 2]} : (tensor<5x2x4x!a>) -> tensor<2x5x4x!a>
  func.return %5 : tensor<2x5x4x!a>
}
