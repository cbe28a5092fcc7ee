// RUN: cmlir-opt %s --fold-qdq | filecheck %s

!a = !quant.uniform<i8:f32, 0.5:3>
!b = !quant.uniform<i8:f32, 0.25:-4>
!u = !quant.uniform<u8:f32, 0.5:131>
!half = !quant.uniform<u8<0:127>:f32, 0.5:3>
!signed_half = !quant.uniform<i8<0:127>:f32, 0.5:3>
!w = !quant.uniform<i8:f32:0, {0.5, 0.25, 0.125}>
!turned = !quant.uniform<i8:f32:1, {0.5, 0.25, 0.125}>
!f = tensor<2x4xf32>

// The result is quantized by type; what only stood between disappears.
// CHECK-LABEL: @linear
// CHECK-SAME: (%x: [[X:.*]], %w: [[W:.*]], %bias: tensor<3xf32>) -> [[Y:.*]] {
// CHECK-NEXT: [[R:%.*]] = aten.linear %x, %w bias(%bias) {scale = 5.000000e-01} : ([[X]], [[W]], tensor<3xf32>) -> [[Y]]
// CHECK-NEXT: func.return [[R]]
func.func @linear(%x: tensor<2x4x!a>, %w: tensor<3x4x!w>, %bias: tensor<3xf32>) -> tensor<2x3x!b> {
  %0 = quant.dcast %x : tensor<2x4x!a> to !f
  %1 = quant.dcast %w : tensor<3x4x!w> to tensor<3x4xf32>
  %2 = aten.linear %0, %1 bias(%bias) {scale = 0.5} : (!f, tensor<3x4xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %3 = quant.qcast %2 : tensor<2x3xf32> to tensor<2x3x!b>
  func.return %3 : tensor<2x3x!b>
}

// Per-axis weights are turned with their axis.
// CHECK-LABEL: @turned_weights
// CHECK-NEXT: [[W:%.*]] = aten.permute %w {dims = [1, 0]} : (tensor<4x3x!quant.uniform<i8:f32:1, {5.000000e-01,2.500000e-01,1.250000e-01}>>) -> tensor<3x4x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.250000e-01}>>
// CHECK-NEXT: aten.linear %x, [[W]]
func.func @turned_weights(%x: tensor<2x4x!a>, %w: tensor<4x3x!turned>) -> tensor<2x3x!b> {
  %0 = quant.dcast %x : tensor<2x4x!a> to !f
  %1 = quant.dcast %w : tensor<4x3x!turned> to tensor<4x3xf32>
  %2 = aten.permute %1 {dims = [1, 0]} : (tensor<4x3xf32>) -> tensor<3x4xf32>
  %3 = aten.linear %0, %2 : (!f, tensor<3x4xf32>) -> tensor<2x3xf32>
  %4 = quant.qcast %3 : tensor<2x3xf32> to tensor<2x3x!b>
  func.return %4 : tensor<2x3x!b>
}

// Two quantizes of one result are two operations, three of two types as well.
// CHECK-LABEL: @two_types
// CHECK-NEXT: [[A:%.*]] = aten.bmm %x, %z : {{.*}} -> tensor<1x2x2x!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK-NEXT: [[B:%.*]] = aten.bmm %x, %z : {{.*}} -> tensor<1x2x2x!quant.uniform<i8:f32, 2.500000e-01:-4>>
// CHECK-NEXT: func.return [[A]], [[B]], [[A]]
func.func @two_types(%x: tensor<1x2x4x!a>, %z: tensor<1x4x2x!b>) -> (tensor<1x2x2x!a>, tensor<1x2x2x!b>, tensor<1x2x2x!a>) {
  %0 = quant.dcast %x : tensor<1x2x4x!a> to tensor<1x2x4xf32>
  %1 = quant.dcast %z : tensor<1x4x2x!b> to tensor<1x4x2xf32>
  %2 = aten.bmm %0, %1 : (tensor<1x2x4xf32>, tensor<1x4x2xf32>) -> tensor<1x2x2xf32>
  %3 = quant.qcast %2 : tensor<1x2x2xf32> to tensor<1x2x2x!a>
  %4 = quant.qcast %2 : tensor<1x2x2xf32> to tensor<1x2x2x!b>
  %5 = quant.qcast %2 : tensor<1x2x2xf32> to tensor<1x2x2x!a>
  func.return %3, %4, %5 : tensor<1x2x2x!a>, tensor<1x2x2x!b>, tensor<1x2x2x!a>
}

// Softmax, matmul, sums and functions of one number; casts move past what rearranges.
// CHECK-LABEL: @others
// CHECK-NOT: quant.{{[dq]}}cast
// CHECK: func.return
func.func @others(%x: tensor<2x4x!a>, %z: tensor<2x4x!b>) -> (tensor<4x2x!b>, tensor<2x2x!b>, tensor<2x4x!a>) {
  %0 = quant.dcast %x : tensor<2x4x!a> to !f
  %1 = quant.dcast %z : tensor<2x4x!b> to !f
  %2 = aten.add %0, %1 : (!f, !f) -> !f
  %3 = aten.permute %2 {dims = [1, 0]} : (!f) -> tensor<4x2xf32>
  %4 = quant.qcast %3 : tensor<4x2xf32> to tensor<4x2x!b>
  %5 = quant.dcast %4 : tensor<4x2x!b> to tensor<4x2xf32>
  %6 = aten.softmax %5 {dim = 1} : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %7 = quant.qcast %6 : tensor<4x2xf32> to tensor<4x2x!b>
  %8 = aten.matmul %0, %5 : (!f, tensor<4x2xf32>) -> tensor<2x2xf32>
  %9 = quant.qcast %8 : tensor<2x2xf32> to tensor<2x2x!b>
  %10 = aten.neg %0 : (!f) -> !f
  %11 = quant.qcast %10 : !f to tensor<2x4x!a>
  func.return %7, %9, %11 : tensor<4x2x!b>, tensor<2x2x!b>, tensor<2x4x!a>
}

// A tensor of one repeated number needs no codes, of whatever size; two of them are not code.
// CHECK-LABEL: @repeated_numbers
// CHECK: aten.mul %x, [[C:%.*]] : (tensor<2x4x!quant{{.*}}>, tensor<4xf32>) -> tensor<2x4x!quant
// CHECK: [[R:%.*]] = aten.mul [[C]], [[C]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK: quant.qcast [[R]]
func.func @repeated_numbers(%x: tensor<2x4x!a>) -> (tensor<2x4x!b>, tensor<4x!b>) {
  %c = aten.full {value = 0.3} : () -> tensor<4xf32>
  %0 = quant.dcast %x : tensor<2x4x!a> to !f
  %1 = aten.mul %0, %c : (!f, tensor<4xf32>) -> !f
  %2 = quant.qcast %1 : !f to tensor<2x4x!b>
  %3 = aten.mul %c, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %4 = quant.qcast %3 : tensor<4xf32> to tensor<4x!b>
  func.return %2, %4 : tensor<2x4x!b>, tensor<4x!b>
}

// Half quantized, or with a result nobody quantizes: such operations stay in float.
// CHECK-LABEL: @stays_float
// CHECK-NEXT: [[X:%.*]] = quant.dcast %x
// CHECK-NEXT: [[M:%.*]] = aten.mul [[X]], %z
// CHECK-NEXT: quant.qcast [[M]]
// CHECK-NEXT: aten.softmax [[X]] {dim = 1} : (tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT: func.return
func.func @stays_float(%x: tensor<2x4x!a>, %z: !f) -> (tensor<2x4x!b>, !f) {
  %0 = quant.dcast %x : tensor<2x4x!a> to !f
  %1 = aten.mul %0, %z : (!f, !f) -> !f
  %2 = quant.qcast %1 : !f to tensor<2x4x!b>
  %3 = aten.softmax %0 {dim = 1} : (!f) -> !f
  func.return %2, %3 : tensor<2x4x!b>, !f
}

// relu behind an operation narrows the range of its codes; of codes it is a function.
// CHECK-LABEL: @relu
// CHECK-NEXT: [[N:%.*]] = aten.add %x, %x : {{.*}} -> tensor<2x4x!quant.uniform<i8<3:127>:f32, 5.000000e-01:3>>
// CHECK-NEXT: [[S:%.*]] = quant.scast [[N]]
// CHECK-NEXT: [[R:%.*]] = quant.scast [[S]] : tensor<2x4xi8> to tensor<2x4x!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK-NEXT: [[F:%.*]] = aten.relu %x : {{.*}} -> tensor<2x4x!quant.uniform<i8:f32, 2.500000e-01:-4>>
// CHECK-NEXT: func.return [[R]], [[F]]
func.func @relu(%x: tensor<2x4x!a>) -> (tensor<2x4x!a>, tensor<2x4x!b>) {
  %0 = quant.dcast %x : tensor<2x4x!a> to !f
  %1 = aten.add %0, %0 : (!f, !f) -> !f
  %2 = aten.relu %1 : (!f) -> !f
  %3 = quant.qcast %2 : !f to tensor<2x4x!a>
  %4 = aten.relu %0 : (!f) -> !f
  %5 = quant.qcast %4 : !f to tensor<2x4x!b>
  func.return %3, %5 : tensor<2x4x!a>, tensor<2x4x!b>
}

// CHECK-LABEL: @unsigned_relu
// CHECK-NEXT: aten.add %x, %x : {{.*}} -> tensor<2x4x!quant.uniform<u8<131:255>:f32, 5.000000e-01:131>>
func.func @unsigned_relu(%x: tensor<2x4x!u>) -> tensor<2x4x!u> {
  %0 = quant.dcast %x : tensor<2x4x!u> to !f
  %1 = aten.add %0, %0 : (!f, !f) -> !f
  %2 = aten.relu %1 : (!f) -> !f
  %3 = quant.qcast %2 : !f to tensor<2x4x!u>
  func.return %3 : tensor<2x4x!u>
}

// A zero point above all codes leaves relu nothing to narrow.
// CHECK-LABEL: @relu_out_of_range
// CHECK: aten.relu
!above = !quant.uniform<i8<-128:20>:f32, 0.5:20>
func.func @relu_out_of_range(%x: !f) -> tensor<2x4x!above> {
  %0 = aten.relu %x : (!f) -> !f
  %1 = quant.qcast %0 : !f to tensor<2x4x!above>
  func.return %1 : tensor<2x4x!above>
}

// Codes that stay what they are: the same type, or a range that holds all of them.
// CHECK-LABEL: @same_codes
// CHECK-NEXT: [[S:%.*]] = quant.scast %h : tensor<2x4x!quant.uniform<i8<0:127>:f32, 5.000000e-01:3>> to tensor<2x4xi8>
// CHECK-NEXT: [[W:%.*]] = quant.scast [[S]] : tensor<2x4xi8> to tensor<2x4x!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK-NEXT: func.return %x, [[W]], %p
func.func @same_codes(%x: tensor<2x4x!a>, %h: tensor<2x4x!signed_half>, %p: tensor<3x4x!w>) -> (tensor<2x4x!a>, tensor<2x4x!a>, tensor<3x4x!w>) {
  %0 = quant.dcast %x : tensor<2x4x!a> to !f
  %1 = quant.qcast %0 : !f to tensor<2x4x!a>
  %2 = quant.dcast %h : tensor<2x4x!signed_half> to !f
  %3 = quant.qcast %2 : !f to tensor<2x4x!a>
  %4 = quant.dcast %p : tensor<3x4x!w> to tensor<3x4xf32>
  %5 = quant.qcast %4 : tensor<3x4xf32> to tensor<3x4x!w>
  func.return %1, %3, %5 : tensor<2x4x!a>, tensor<2x4x!a>, tensor<3x4x!w>
}

// A requantization stays; so does one to codes of the same numbers that are stored otherwise.
// CHECK-LABEL: @other_codes
// CHECK-NEXT: [[X:%.*]] = quant.dcast %x
// CHECK-NEXT: quant.qcast [[X]]
// CHECK-NEXT: quant.qcast [[X]]
// CHECK-NEXT: [[U:%.*]] = quant.dcast %h
// CHECK-NEXT: quant.qcast [[U]]
// CHECK-NEXT: func.return
func.func @other_codes(%x: tensor<2x4x!a>, %h: tensor<2x4x!half>) -> (tensor<2x4x!b>, tensor<2x4x!u>, tensor<2x4x!signed_half>) {
  %0 = quant.dcast %x : tensor<2x4x!a> to !f
  %1 = quant.qcast %0 : !f to tensor<2x4x!b>
  %2 = quant.qcast %0 : !f to tensor<2x4x!u>
  %3 = quant.dcast %h : tensor<2x4x!half> to !f
  %4 = quant.qcast %3 : !f to tensor<2x4x!signed_half>
  func.return %1, %2, %4 : tensor<2x4x!b>, tensor<2x4x!u>, tensor<2x4x!signed_half>
}

// cat joins codes; tensors with other parameters are requantized before, once for each type.
// CHECK-LABEL: @cat
// CHECK-NEXT: [[Z:%.*]] = quant.dcast %z
// CHECK-NEXT: [[Q:%.*]] = quant.qcast [[Z]]
// CHECK-NEXT: aten.cat %x, [[Q]] {dim = 0} : {{.*}} -> tensor<4x4x!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK-NEXT: [[J:%.*]] = aten.cat %x, %x {dim = 1}
// CHECK-NEXT: quant.dcast [[J]]
// CHECK-NEXT: func.return
func.func @cat(%x: tensor<2x4x!a>, %z: tensor<2x4x!b>) -> (tensor<4x4x!a>, tensor<2x8xf32>) {
  %0 = quant.dcast %x : tensor<2x4x!a> to !f
  %1 = quant.dcast %z : tensor<2x4x!b> to !f
  %2 = aten.cat %0, %1 {dim = 0} : (!f, !f) -> tensor<4x4xf32>
  %3 = quant.qcast %2 : tensor<4x4xf32> to tensor<4x4x!a>
  %4 = aten.cat %0, %0 {dim = 1} : (!f, !f) -> tensor<2x8xf32>
  func.return %3, %4 : tensor<4x4x!a>, tensor<2x8xf32>
}
