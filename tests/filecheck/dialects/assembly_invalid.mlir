// RUN: cmlir-opt %s --split-input-file --parsing-diagnostics | filecheck %s

// CHECK: assembly_invalid.mlir:6:17
// CHECK: expected operands for input, but got 0
func.func @no_operand(%a : tensor<2xf32>) {
  %0 = aten.neg : () -> tensor<2xf32>
  func.return
}
// -----
// CHECK: assembly_invalid.mlir:13:17
// CHECK: expected operands for lhs, rhs, but got 1
func.func @missing_operand(%a : tensor<2xf32>) {
  %0 = aten.add %a : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: assembly_invalid.mlir:20:17
// CHECK: expected operands for lhs, rhs, but got 3
func.func @surplus_operand(%a : tensor<2xf32>) {
  %0 = aten.add %a, %a, %a : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: assembly_invalid.mlir:27:18
// CHECK: expected no operands, but got 1
func.func @unwanted_operand(%a : tensor<2xf32>) {
  %0 = aten.full %a {value = 1.0} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: assembly_invalid.mlir:34:21
// CHECK: operand expected
func.func @trailing_comma(%a : tensor<2xf32>) {
  %0 = aten.add %a, : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: assembly_invalid.mlir:41:20
// CHECK: Expected ':'
func.func @unknown_name(%a : tensor<2xf32>) {
  %0 = aten.neg %a bias(%a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: assembly_invalid.mlir:48:31
// CHECK: operand expected
func.func @empty_name(%a : memref<2xf32>) {
  cortex_m.f32_add %a, %a out() : (memref<2xf32>, memref<2xf32>) -> ()
  func.return
}
// -----
// CHECK: assembly_invalid.mlir:55:33
// CHECK: ')' expected
func.func @two_in_one_name(%a : memref<2xf32>) {
  cortex_m.f32_add %a, %a out(%a, %a) : (memref<2xf32>, memref<2xf32>) -> ()
  func.return
}
// -----
// CHECK: assembly_invalid.mlir:62:39
// CHECK: Expected ':'
func.func @order_of_names(%a : memref<2xf32>, %b : memref<8xi8>) {
  cortex_m.f32_add %a, %a scratch(%b) out(%a) : (memref<2xf32>, memref<2xf32>, memref<8xi8>, memref<2xf32>) -> ()
  func.return
}
// -----
// CHECK: assembly_invalid.mlir:69:22
// CHECK: expect symbol name
func.func @no_symbol(%a : tensor<2xf32>) {
  %0 = aten.constant : () -> tensor<2xf32>
  func.return
}
// -----
// CHECK: assembly_invalid.mlir:77:3
// CHECK: Invalid type given for integer or float attribute
func.func @open_braces(%a : tensor<2xf32>) {
  %0 = aten.full {value = 1.0 : () -> tensor<2xf32>
  func.return
}
// -----
// CHECK: assembly_invalid.mlir:83:27
// CHECK: attribute expected
func.func @no_value(%a : tensor<2xf32>) {
  %0 = aten.full {value = } : () -> tensor<2xf32>
  func.return
}
// -----
// CHECK: Expected ':'
func.func @no_type(%a : tensor<2xf32>) {
  %0 = aten.neg %a
  func.return
}
// -----
// CHECK: assembly_invalid.mlir:96:22
// CHECK: expected a functional type
func.func @no_functional_type(%a : tensor<2xf32>) {
  %0 = aten.neg %a : tensor<2xf32>
  func.return
}
// -----
// CHECK: assembly_invalid.mlir:103:26
// CHECK: expected 1 operand types but had 2
func.func @operand_types(%a : tensor<2xf32>) {
  %0 = aten.add %a, %a : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: operand is used with type tensor<3xf32>, but has been previously used or defined with type tensor<2xf32>
func.func @operand_type(%a : tensor<2xf32>) {
  %0 = aten.neg %a : (tensor<3xf32>) -> tensor<3xf32>
  func.return
}
// -----
// CHECK: assembly_invalid.mlir:116:22
// CHECK: expected exactly one result type, but got 0
func.func @no_result_type(%a : tensor<2xf32>) {
  %0 = aten.neg %a : (tensor<2xf32>) -> ()
  func.return
}
// -----
// CHECK: assembly_invalid.mlir:123:26
// CHECK: expected exactly one result type, but got 2
func.func @two_result_types(%a : tensor<2xf32>) {
  %0, %1 = aten.neg %a : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  func.return
}
// -----
// CHECK: assembly_invalid.mlir:130:38
// CHECK: expected at most one result type, but got 2
func.func @two_kernel_results(%a : tensor<2xf32>) {
  %0, %1 = cortex_m.f32_add %a, %a : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  func.return
}
// -----
// CHECK: Operation has 1 results, but was given 2 to bind.
func.func @too_many_names(%a : tensor<2xf32>) {
  %0, %1 = aten.neg %a : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
