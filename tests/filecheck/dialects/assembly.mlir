// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt --print-op-generic | filecheck %s --check-prefix GENERIC

ml_program.global private @data(dense<0.0> : tensor<2xf32>) : tensor<2xf32>

// CHECK-LABEL: @operands
// GENERIC-LABEL: sym_name = "operands"
func.func @operands(%x : tensor<2x3xf32>, %w : tensor<4x3xf32>, %b : tensor<4xf32>, %m : memref<2xf32>, %s : memref<8xi8>) {
  // CHECK: %0 = aten.full {value = 5.000000e-01} : () -> tensor<f32>
  // GENERIC: %0 = "aten.full"() <{value = 5.000000e-01 : f64}> : () -> tensor<f32>
  %0 = aten.full {value = 0.5} : () -> tensor<f32>
  // CHECK: %1 = aten.linear %x, %w bias(%b) : (tensor<2x3xf32>, tensor<4x3xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  // GENERIC: %1 = "aten.linear"(%x, %w, %b) : (tensor<2x3xf32>, tensor<4x3xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %1 = aten.linear %x, %w bias(%b) : (tensor<2x3xf32>, tensor<4x3xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  // CHECK: cortex_m.f32_add %m, %m out(%m) scratch(%s) : (memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<8xi8>) -> ()
  // GENERIC: "cortex_m.f32_add"(%m, %m, %m, %s) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<8xi8>) -> ()
  cortex_m.f32_add %m, %m out(%m) scratch(%s) : (memref<2xf32>, memref<2xf32>, memref<2xf32>, memref<8xi8>) -> ()
  // CHECK: %2 = aten.cat %x, %x {dim = 0} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  // GENERIC: %2 = "aten.cat"(%x, %x) <{dim = 0 : i64}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %2 = aten.cat %x, %x {dim = 0} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  // CHECK: cortex_m.concat %m out(%m) {axis = 0} : (memref<2xf32>, memref<2xf32>) -> ()
  // GENERIC: "cortex_m.concat"(%m, %m) <{axis = 0 : i64, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<2xf32>, memref<2xf32>) -> ()
  cortex_m.concat %m out(%m) {axis = 0} : (memref<2xf32>, memref<2xf32>) -> ()
  func.return
}

// CHECK-LABEL: @properties
// GENERIC-LABEL: sym_name = "properties"
func.func @properties(%x : tensor<2x3xf32>) {
  // CHECK: %0 = aten.any %x {dim = 0, keepdim = true} : (tensor<2x3xf32>) -> tensor<1x3xi1>
  // GENERIC: %0 = "aten.any"(%x) <{dim = 0 : i64, keepdim = true}> : (tensor<2x3xf32>) -> tensor<1x3xi1>
  %0 = aten.any %x {keepdim = true, dim = 0} : (tensor<2x3xf32>) -> tensor<1x3xi1>
  // CHECK: %1 = aten.permute %x {dims = [1, 0]} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  // GENERIC: %1 = "aten.permute"(%x) <{dims = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = aten.permute %x {dims = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  func.return
}

// CHECK-LABEL: @numbers
// GENERIC-LABEL: sym_name = "numbers"
func.func @numbers(%x : tensor<2xf32>) {
  // CHECK: %0 = aten.mul_scalar %x {value = 1.000000e-01} : (tensor<2xf32>) -> tensor<2xf32>
  // GENERIC: %0 = "aten.mul_scalar"(%x) <{value = 1.000000e-01 : f64}> : (tensor<2xf32>) -> tensor<2xf32>
  %0 = aten.mul_scalar %x {value = 0.1 : f64} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %1 = aten.mul_scalar %x {value = 1.000000e-300} : (tensor<2xf32>) -> tensor<2xf32>
  // GENERIC: %1 = "aten.mul_scalar"(%x) <{value = 1.000000e-300 : f64}> : (tensor<2xf32>) -> tensor<2xf32>
  %1 = aten.mul_scalar %x {value = 1.0e-300} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %2 = aten.mul_scalar %x {value = 0x419D6F3454000000 : f64} : (tensor<2xf32>) -> tensor<2xf32>
  // GENERIC: %2 = "aten.mul_scalar"(%x) <{value = 0x419D6F3454000000 : f64}> : (tensor<2xf32>) -> tensor<2xf32>
  %2 = aten.mul_scalar %x {value = 123456789.0} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %3 = aten.mul_scalar %x {value = 0x7ff0000000000000 : f64} : (tensor<2xf32>) -> tensor<2xf32>
  // GENERIC: %3 = "aten.mul_scalar"(%x) <{value = 0x7ff0000000000000 : f64}> : (tensor<2xf32>) -> tensor<2xf32>
  %3 = aten.mul_scalar %x {value = 0x7FF0000000000000 : f64} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %4 = aten.mul_scalar %x {value = 0xfff8000000000000 : f64} : (tensor<2xf32>) -> tensor<2xf32>
  // GENERIC: %4 = "aten.mul_scalar"(%x) <{value = 0xfff8000000000000 : f64}> : (tensor<2xf32>) -> tensor<2xf32>
  %4 = aten.mul_scalar %x {value = 0xFFF8000000000000 : f64} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %5 = aten.mul_scalar %x {value = 5.000000e-01 : f32} : (tensor<2xf32>) -> tensor<2xf32>
  // GENERIC: %5 = "aten.mul_scalar"(%x) <{value = 5.000000e-01 : f32}> : (tensor<2xf32>) -> tensor<2xf32>
  %5 = aten.mul_scalar %x {value = 0.5 : f32} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// CHECK-LABEL: @attributes
// GENERIC-LABEL: sym_name = "attributes"
func.func @attributes(%x : tensor<2xf32>) {
  // CHECK: %0 = aten.neg %x {note = "kept", flag, "two words" = 3, wide = 4 : i8} : (tensor<2xf32>) -> tensor<2xf32>
  // GENERIC: %0 = "aten.neg"(%x) {note = "kept", flag, "two words" = 3 : i64, wide = 4 : i8} : (tensor<2xf32>) -> tensor<2xf32>
  %0 = aten.neg %x {note = "kept", flag, "two words" = 3, wide = 4 : i8} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %1 = aten.mul_scalar %x {value = 2.000000e+00, numbers = [1 : i64, 2 : i64], dense = array<i64: 1, 2>, half = 5.000000e-01, large = 1.000000e+300} : (tensor<2xf32>) -> tensor<2xf32>
  // GENERIC: %1 = "aten.mul_scalar"(%x) <{value = 2.000000e+00 : f64}> {numbers = [1 : i64, 2 : i64], dense = array<i64: 1, 2>, half = 5.000000e-01 : f64, large = 1.000000e+300 : f64} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = aten.mul_scalar %x {numbers = [1, 2], value = 2.0, dense = array<i64: 1, 2>, half = 0.5, large = 1.0e300} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %2 = aten.constant @data {read_only} : () -> tensor<2xf32>
  // GENERIC: %2 = "aten.constant"() <{symbol = @data}> {read_only} : () -> tensor<2xf32>
  %2 = aten.constant @data {read_only} : () -> tensor<2xf32>
  func.return
}
