// RUN: cmlir-opt %s --split-input-file --verify-diagnostics --convert-aten-to-cortex-m | filecheck %s

!q = !quant.uniform<i8:f32, 0.5>
!c = !quant.uniform<i8:f32:1, {0.1, 0.2, 0.3}>
!wide = !quant.uniform<i32:f32, 0.5>
!far = !quant.uniform<i8:f32, 0.5:200>
!u = !quant.uniform<u8:f32, 0.5:128>
!short = !quant.uniform<i8<0:127>:f32, 0.5>

ml_program.global private @w(dense<1> : tensor<2x3xi8>) : tensor<2x3xi8>
// The bits of [NaN, 0].
ml_program.global private @nan(dense<[2143289344, 0]> : tensor<2xi32>) : tensor<2xf32>
ml_program.global private @huge(dense<[1.0e30, 0.0]> : tensor<2xf32>) : tensor<2xf32>

// Every operation that has no kernel, in order, each with type, reason and place; what only depends
// on one of them is not blamed, unless it has no kernel either.
// CHECK: error: these operations cannot be lowered:
// CHECK-NEXT: aten.softmax (2x3, float32) in float32 is not supported: its operands and its result must all be quantized
// CHECK-NEXT: at softmax in module 'blk.0', model.py:12
// CHECK-NEXT: aten.safe_softmax (2x3, float32) has no kernel
// CHECK-NEXT: at operation, {{.*}}convert_aten_to_cortex_m_invalid.mlir
// CHECK-NEXT: aten.any (2x1, bool) has no kernel
// CHECK-NEXT: at
// CHECK-NEXT: aten.linear (2x2, float32) in float32 is not supported
// CHECK-NEXT: at
// CHECK-NEXT: aten.neg (2x3, float32) in float32 is not supported
// CHECK-NEXT: at
// CHECK-NEXT: aten.full (scalar, i64) makes i64: only float32 is supported
// CHECK-NEXT: at
func.func @float(%x: tensor<2x3xf32>, %w: tensor<2x3xf32>) -> (tensor<2x1xi1>, tensor<2x2xf32>, tensor<2x3xf32>, tensor<i64>) {
  %0 = aten.softmax %x {dim = 1} : (tensor<2x3xf32>) -> tensor<2x3xf32> loc("softmax|blk.0"("model.py":12:0))
  %1 = aten.mul_scalar %0 {value = 2.0} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = aten.safe_softmax %1 {dim = 1} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = aten.any %2 {dim = 1, keepdim = true} : (tensor<2x3xf32>) -> tensor<2x1xi1>
  %4 = aten.linear %x, %w : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  %5 = aten.neg %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = aten.full {value = 1.0} : () -> tensor<i64>
  func.return %3, %4, %5, %6 : tensor<2x1xi1>, tensor<2x2xf32>, tensor<2x3xf32>, tensor<i64>
}

// CHECK: quant.qcast (2x3, !quant.uniform<i32:f32, 5.000000e-01>) needs 8-bit or 16-bit codes
// CHECK: quant.qcast (2x3, !quant.uniform<i8:f32:1, {{.*}}) needs one scale for the whole tensor
// CHECK: quant.qcast (2x3, !quant.uniform<i8:f32, 5.000000e-01:200>) needs a zero point of 8 bits
// CHECK: quant.dcast (2x3, float32) needs one scale for the whole tensor
// CHECK: aten.softmax (2x3, !quant.uniform<i8<0:127>:f32, 5.000000e-01>) gives codes from 0 to 127, not -128 to 127
// CHECK: aten.view (6, !quant.uniform<i8:f32, 5.000000e-01>) cannot change !quant.uniform<u8:f32, 5.000000e-01:128>: it only moves elements
// CHECK: quant.scast (2x3, i8) shows the bytes of unsigned codes, which are kept signed
// CHECK: aten.add (2x3, float32) in float32 is not supported
// CHECK: aten.div (2x3, !quant.uniform<i8:f32, 5.000000e-01>) of two quantized tensors is not supported
// CHECK: aten.softmax (scalar, !quant.uniform<i8:f32, 5.000000e-01>) of a single number is not supported
func.func @codes(%f: tensor<2x3xf32>, %q: tensor<2x3x!q>, %c: tensor<2x3x!c>, %u: tensor<2x3x!u>, %n: tensor<!q>) -> (tensor<2x3x!wide>, tensor<2x3x!c>, tensor<2x3x!far>, tensor<2x3xf32>, tensor<2x3x!short>, tensor<6x!q>, tensor<2x3xi8>, tensor<2x3xf32>, tensor<2x3x!q>, tensor<!q>) {
  %0 = quant.qcast %f : tensor<2x3xf32> to tensor<2x3x!wide>
  %1 = quant.qcast %f : tensor<2x3xf32> to tensor<2x3x!c>
  %2 = quant.qcast %f : tensor<2x3xf32> to tensor<2x3x!far>
  %3 = quant.dcast %c : tensor<2x3x!c> to tensor<2x3xf32>
  %4 = aten.softmax %q {dim = 1} : (tensor<2x3x!q>) -> tensor<2x3x!short>
  %5 = aten.view %u : (tensor<2x3x!u>) -> tensor<6x!q>
  %6 = quant.scast %u : tensor<2x3x!u> to tensor<2x3xi8>
  %7 = aten.add %q, %f : (tensor<2x3x!q>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %8 = aten.div %q, %q : (tensor<2x3x!q>, tensor<2x3x!q>) -> tensor<2x3x!q>
  %9 = aten.softmax %n {dim = 0} : (tensor<!q>) -> tensor<!q>
  func.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<2x3x!wide>, tensor<2x3x!c>, tensor<2x3x!far>, tensor<2x3xf32>, tensor<2x3x!short>, tensor<6x!q>, tensor<2x3xi8>, tensor<2x3xf32>, tensor<2x3x!q>, tensor<!q>
}

// CHECK: aten.linear {{.*}} has weights with a scale along axis 1, the contraction
// CHECK: aten.linear {{.*}} needs quantized weights, but has i8
// CHECK: aten.linear {{.*}} needs a constant bias
// CHECK: aten.linear {{.*}} with computed weights cannot have a bias
// CHECK: aten.linear {{.*}} has a bias that is not finite
// CHECK: aten.linear {{.*}} has a bias beyond 32 bits beside weights with a zero point
// CHECK: aten.linear {{.*}} needs zero point 0 in weights with a scale per channel
// CHECK-NEXT: at
// CHECK-NEXT: help: quantize them (cmlir.quantize), or keep them out of the exported program
func.func @linear(%x: tensor<4x3x!q>, %b: tensor<2xf32>, %v: tensor<2x3x!q>) -> (tensor<4x2x!q>, tensor<4x2x!q>, tensor<4x2x!q>, tensor<4x2x!q>, tensor<4x2x!q>, tensor<4x2x!q>, tensor<4x2x!q>) {
  %w = aten.constant @w : () -> tensor<2x3x!q>
  %wc = aten.constant @w : () -> tensor<2x3x!c>
  %wi = aten.constant @w : () -> tensor<2x3xi8>
  %wz = aten.constant @w : () -> tensor<2x3x!quant.uniform<i8:f32, 0.5:1>>
  %wp = aten.constant @w : () -> tensor<2x3x!quant.uniform<i8:f32:0, {0.1:1, 0.2:1}>>
  %nan = aten.constant @nan : () -> tensor<2xf32>
  %huge = aten.constant @huge : () -> tensor<2xf32>
  %0 = aten.linear %x, %wc : (tensor<4x3x!q>, tensor<2x3x!c>) -> tensor<4x2x!q>
  %1 = aten.linear %x, %wi : (tensor<4x3x!q>, tensor<2x3xi8>) -> tensor<4x2x!q>
  %2 = aten.linear %x, %w bias(%b) : (tensor<4x3x!q>, tensor<2x3x!q>, tensor<2xf32>) -> tensor<4x2x!q>
  %3 = aten.linear %x, %v bias(%huge) : (tensor<4x3x!q>, tensor<2x3x!q>, tensor<2xf32>) -> tensor<4x2x!q>
  %4 = aten.linear %x, %w bias(%nan) : (tensor<4x3x!q>, tensor<2x3x!q>, tensor<2xf32>) -> tensor<4x2x!q>
  %5 = aten.linear %x, %wz bias(%huge) : (tensor<4x3x!q>, tensor<2x3x!quant.uniform<i8:f32, 0.5:1>>, tensor<2xf32>) -> tensor<4x2x!q>
  %6 = aten.linear %x, %wp : (tensor<4x3x!q>, tensor<2x3x!quant.uniform<i8:f32:0, {0.1:1, 0.2:1}>>) -> tensor<4x2x!q>
  func.return %0, %1, %2, %3, %4, %5, %6 : tensor<4x2x!q>, tensor<4x2x!q>, tensor<4x2x!q>, tensor<4x2x!q>, tensor<4x2x!q>, tensor<4x2x!q>, tensor<4x2x!q>
}

// -----

// CHECK: arith.constant (i32) has no kernel
func.func @other_dialects() -> i32 {
  %0 = arith.constant 1 : i32
  func.return %0 : i32
}

// -----

// CHECK: error: no ml_program.global @missing with data
func.func @missing() -> tensor<2xf32> {
  %0 = aten.constant @missing : () -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}

// -----

// CHECK: error: function @branches has 2 blocks
// CHECK-NEXT: help: a program is one block, without control flow
func.func @branches(%x: tensor<2xf32>) -> tensor<2xf32> {
  cf.br ^bb1
^bb1:
  func.return %x : tensor<2xf32>
}

// -----

// CHECK: error: input 1 of @scalar_input is i1
// CHECK-NEXT: help: inputs are tensors of static shape
func.func @scalar_input(%x: tensor<2xf32>, %c: i1) -> tensor<2xf32> {
  func.return %x : tensor<2xf32>
}

// -----

// CHECK: error: input 0 of @dynamic_input is tensor<?x4xf32>
func.func @dynamic_input(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  func.return %x : tensor<?x4xf32>
}

// -----

// CHECK: quant.dcast (2, f16) needs codes of float32, but has !quant.uniform<i8:f16, 5.000000e-01>
!half = !quant.uniform<i8:f16, 0.5>
func.func @half_precision(%x: tensor<2x!half>) -> tensor<2xf16> {
  %0 = quant.dcast %x : tensor<2x!half> to tensor<2xf16>
  func.return %0 : tensor<2xf16>
}

// -----

// CHECK: unknown target 'cortex-a53': choose from cortex-m0plus,
builtin.module attributes {cortex_m.target = "cortex-a53"} {
  func.func @target(%x: tensor<2xf32>) -> tensor<2xf32> {
    func.return %x : tensor<2xf32>
  }
}
