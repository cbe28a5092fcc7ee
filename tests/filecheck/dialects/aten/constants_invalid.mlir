// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'aten.full_like': result must have shape 2, but has tensor<3xf32>
func.func @full_like_shape(%a : tensor<2xf32>) {
  %0 = aten.full_like %a {value = 1.0} : (tensor<2xf32>) -> tensor<3xf32>
  func.return
}
// -----
// CHECK: 'aten.full': 1 : i64 should be of base attribute float
func.func @full_integer(%a : tensor<2xf32>) {
  %0 = aten.full {value = 1} : () -> tensor<3xf32>
  func.return
}
// -----
// CHECK: 'aten.full': result 'result' at position 0 does not verify
func.func @full_memref(%a : tensor<2xf32>) {
  %0 = aten.full {value = 1.0} : () -> memref<3xf32>
  func.return
}
// -----
// CHECK: 'aten.constant': Expected SymbolRefAttr with no nested symbols
func.func @constant_nested(%a : tensor<2xf32>) {
  %0 = "aten.constant"() <{symbol = @a::@b}> : () -> tensor<3xf32>
  func.return
}
// -----
// CHECK: 'aten.constant': property 'symbol' expected
func.func @constant_without_symbol(%a : tensor<2xf32>) {
  %0 = "aten.constant"() : () -> tensor<3xf32>
  func.return
}
