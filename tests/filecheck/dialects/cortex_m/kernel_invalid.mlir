// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'cortex_m.f32_add': expected either a result (on tensors) or an out operand (on memrefs)
func.func @neither_result_nor_out(%a : tensor<2xf32>) {
  cortex_m.f32_add %a, %a : (tensor<2xf32>, tensor<2xf32>) -> ()
  func.return
}
// -----
// CHECK: 'cortex_m.f32_add': expected either a result (on tensors) or an out operand (on memrefs)
func.func @result_and_out(%a : tensor<2xf32>, %b : memref<2xf32>) {
  %0 = cortex_m.f32_add %a, %a out(%b) : (tensor<2xf32>, tensor<2xf32>, memref<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_add': scratch belongs to the form on memrefs
func.func @scratch_on_tensors(%a : tensor<2xf32>, %b : memref<2xi8>) {
  %0 = cortex_m.f32_add %a, %a scratch(%b) : (tensor<2xf32>, tensor<2xf32>, memref<2xi8>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_add': all operands must be tensor, but one is memref<2xf32>
func.func @memref_operand(%a : tensor<2xf32>, %b : memref<2xf32>) {
  %0 = cortex_m.f32_add %a, %b : (tensor<2xf32>, memref<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_add': all operands must be memref, but one is tensor<2xf32>
func.func @tensor_operand(%a : tensor<2xf32>, %b : memref<2xf32>) {
  cortex_m.f32_add %a, %b out(%b) : (tensor<2xf32>, memref<2xf32>, memref<2xf32>) -> ()
  func.return
}
// -----
// CHECK: 'cortex_m.f32_add': operand 'out' at position 2 does not verify
func.func @tensor_out(%a : memref<2xf32>, %b : tensor<2xf32>) {
  cortex_m.f32_add %a, %a out(%b) : (memref<2xf32>, memref<2xf32>, tensor<2xf32>) -> ()
  func.return
}
// -----
// CHECK: 'cortex_m.f32_add': result 'result' at position 0 does not verify
func.func @memref_result(%a : memref<2xf32>) {
  %0 = cortex_m.f32_add %a, %a : (memref<2xf32>, memref<2xf32>) -> memref<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_add': scratch must be a memref of i8, but is memref<2xi32>
func.func @scratch_of_words(%a : memref<2xf32>, %b : memref<2xi32>) {
  cortex_m.f32_add %a, %a out(%a) scratch(%b) : (memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<2xi32>) -> ()
  func.return
}
// -----
// CHECK: 'cortex_m.f32_add': operand 'lhs' at position 0 does not verify
func.func @scalar_operand(%a : f32, %b : tensor<2xf32>) {
  %0 = cortex_m.f32_add %a, %b : (f32, tensor<2xf32>) -> tensor<2xf32>
  func.return
}
// -----
// CHECK: 'cortex_m.f32_add': expected a static shape, but got tensor<?xf32>
func.func @dynamic_operand(%a : tensor<?xf32>) {
  %0 = cortex_m.f32_add %a, %a : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  func.return
}
