// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'cortex_m.constant': result 'result' at position 0 does not verify
func.func @constant_scalar(%a : tensor<i8>) {
  %0 = cortex_m.constant @a : () -> i8
  func.return
}
// -----
// CHECK: 'cortex_m.constant': Expected SymbolRefAttr with no nested symbols
func.func @constant_nested(%a : tensor<i8>) {
  %0 = "cortex_m.constant"() <{symbol = @a::@b}> : () -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.buffer': unknown region 'attic': arena, argument
func.func @buffer_region(%a : tensor<i8>) {
  %0 = cortex_m.buffer {region = "attic", offset = 0} : () -> memref<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.buffer': region 'argument' needs a lender, and no other has one
func.func @buffer_without_lender(%a : tensor<i8>) {
  %0 = cortex_m.buffer {region = "argument", offset = 0} : () -> memref<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.buffer': region 'argument' needs a lender, and no other has one
func.func @buffer_of_two_regions(%a : memref<2xi8>) {
  %0 = cortex_m.buffer lender(%a) {region = "arena", offset = 0} : (memref<2xi8>) -> memref<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.buffer': the lender must be an argument of the function
func.func @buffer_of_buffer(%a : memref<2xi8>) {
  %0 = cortex_m.buffer {region = "arena", offset = 0} : () -> memref<2xi8>
  %1 = cortex_m.buffer lender(%0) {region = "argument", offset = 0} : (memref<2xi8>) -> memref<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.buffer': offset must not be negative, but is -16
func.func @buffer_offset(%a : tensor<i8>) {
  %0 = cortex_m.buffer {region = "arena", offset = -16} : () -> memref<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.buffer': result 'result' at position 0 does not verify
func.func @buffer_tensor(%a : tensor<i8>) {
  %0 = cortex_m.buffer {region = "arena", offset = 0} : () -> tensor<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.buffer': property 'offset' expected
func.func @buffer_without_offset(%a : tensor<i8>) {
  %0 = cortex_m.buffer {region = "arena"} : () -> memref<2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.view': result must have elements of type i8, but has tensor<6xi16>
func.func @view_elements(%a : tensor<2x3xi8>) {
  %0 = cortex_m.view %a {offset = 0} : (tensor<2x3xi8>) -> tensor<6xi16>
  func.return
}
// -----
// CHECK: 'cortex_m.view': a view of a tensor is a tensor, of a memref a memref
func.func @view_of_tensor(%a : tensor<2x3xi8>) {
  %0 = cortex_m.view %a {offset = 0} : (tensor<2x3xi8>) -> memref<6xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.view': a view of a tensor is a tensor, of a memref a memref
func.func @view_of_memref(%a : memref<2x3xi8>) {
  %0 = cortex_m.view %a {offset = 0} : (memref<2x3xi8>) -> tensor<6xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.view': elements 4 to 7 leave an input of 6
func.func @view_behind(%a : memref<2x3xi8>) {
  %0 = cortex_m.view %a {offset = 4} : (memref<2x3xi8>) -> memref<3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.view': elements -1 to 2 leave an input of 6
func.func @view_before(%a : tensor<2x3xi8>) {
  %0 = cortex_m.view %a {offset = -1} : (tensor<2x3xi8>) -> tensor<3xi8>
  func.return
}
