// RUN: cmlir-opt %s --split-input-file --verify-diagnostics --convert-aten-to-cortex-m | filecheck %s

!q = !quant.uniform<i8:f32, 0.5>
!c = !quant.uniform<i8:f32:1, {0.1, 0.2, 0.3}>
!wide = !quant.uniform<i32:f32, 0.5>
!far = !quant.uniform<i8:f32, 0.5:200>
!u = !quant.uniform<u8:f32, 0.5:128>

ml_program.global private @w(dense<1> : tensor<2x3xi8>) : tensor<2x3xi8>

// Every operation that has no kernel, in order, each with type, reason and place; what only depends
// on one of them is not blamed, unless it has no kernel either.
// CHECK: error: these operations cannot be lowered:
// CHECK-NEXT: aten.any (2x1, bool) of numbers: compare them first
// CHECK-NEXT: at any in module 'blk.0', model.py:12
// CHECK-NEXT: aten.exp (2x3, i64) of i64 is not supported
// CHECK-NEXT: at operation, {{.*}}convert_aten_to_cortex_m_invalid.mlir
func.func @integers(%x: tensor<2x3xf32>, %i: tensor<2x3xi64>) -> (tensor<2x1xi1>, tensor<2x1xi1>, tensor<2x3xi64>) {
  %0 = aten.any %x {dim = 1, keepdim = true} : (tensor<2x3xf32>) -> tensor<2x1xi1> loc("any|blk.0"("model.py":12:0))
  %1 = aten.logical_not %0 : (tensor<2x1xi1>) -> tensor<2x1xi1>
  %3 = aten.exp %i : (tensor<2x3xi64>) -> tensor<2x3xi64>
  func.return %0, %1, %3 : tensor<2x1xi1>, tensor<2x1xi1>, tensor<2x3xi64>
}

// CHECK: quant.qcast (2x3, !quant.uniform<i32:f32, 5.000000e-01>) needs 8-bit or 16-bit codes
// CHECK: quant.qcast (2x3, !quant.uniform<i8:f32:1, {{.*}}) needs one scale for the whole tensor
// CHECK: quant.qcast (2x3, !quant.uniform<i8:f32, 5.000000e-01:200>) needs a zero point of 8 bits
// CHECK: quant.dcast (2x3, float32) needs one scale for the whole tensor
// CHECK: aten.view (6, !quant.uniform<i8:f32, 5.000000e-01>) cannot change !quant.uniform<u8:f32, 5.000000e-01:128>: it only moves elements
// CHECK: quant.scast (2x3, i8) shows the bytes of unsigned codes, which are kept signed
func.func @codes(%f: tensor<2x3xf32>, %c: tensor<2x3x!c>, %u: tensor<2x3x!u>) -> (tensor<2x3x!wide>, tensor<2x3x!c>, tensor<2x3x!far>, tensor<2x3xf32>, tensor<6x!q>, tensor<2x3xi8>) {
  %0 = quant.qcast %f : tensor<2x3xf32> to tensor<2x3x!wide>
  %1 = quant.qcast %f : tensor<2x3xf32> to tensor<2x3x!c>
  %2 = quant.qcast %f : tensor<2x3xf32> to tensor<2x3x!far>
  %3 = quant.dcast %c : tensor<2x3x!c> to tensor<2x3xf32>
  %4 = aten.view %u : (tensor<2x3x!u>) -> tensor<6x!q>
  %5 = quant.scast %u : tensor<2x3x!u> to tensor<2x3xi8>
  func.return %0, %1, %2, %3, %4, %5 : tensor<2x3x!wide>, tensor<2x3x!c>, tensor<2x3x!far>, tensor<2x3xf32>, tensor<6x!q>, tensor<2x3xi8>
}

// CHECK: aten.linear {{.*}} needs quantized weights, but has i8
// CHECK-NEXT: at
// CHECK-NEXT: help: quantize them (cmlir.quantize), or keep them out of the exported program
func.func @linear(%x: tensor<4x3x!q>) -> tensor<4x2x!q> {
  %wi = aten.constant @w : () -> tensor<2x3xi8>
  %0 = aten.linear %x, %wi : (tensor<4x3x!q>, tensor<2x3xi8>) -> tensor<4x2x!q>
  func.return %0 : tensor<4x2x!q>
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
