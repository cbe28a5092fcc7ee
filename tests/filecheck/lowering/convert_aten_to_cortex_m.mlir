// RUN: cmlir-opt %s --convert-aten-to-cortex-m | filecheck %s

!u = !quant.uniform<u8:f32, 0.25:7>

// The module says its stage and target. Unsigned codes cross the boundary 128 less; names and shapes
// of inputs and outputs stay.
// CHECK: builtin.module attributes {cortex_m.target = "cortex-m55", cmlir.stage = "lower"}
// CHECK-NEXT: func.func @main(%x: tensor<4xi8> {cmlir.name = "x", cmlir.dtype = "int8", cmlir.shape = array<i64: 4>, cmlir.scale = 2.500000e-01 : f64, cmlir.zero_point = -121 : i64}, %z: tensor<4xf32> {cmlir.name = "z"})
// CHECK-SAME: -> (tensor<4xi8> {cmlir.dtype = "int8", cmlir.zero_point = -121 : i64}, tensor<4xf32> {cmlir.name = "y"}) {
// CHECK-NEXT: func.return %x, %z
func.func @main(%x: tensor<4x!u> {cmlir.name = "x", cmlir.dtype = "uint8", cmlir.shape = array<i64: 4>, cmlir.scale = 0.25, cmlir.zero_point = 7 : i64}, %z: tensor<4xf32> {cmlir.name = "z"}) -> (tensor<4x!u> {cmlir.dtype = "uint8", cmlir.zero_point = 7 : i64}, tensor<4xf32> {cmlir.name = "y"}) {
  func.return %x, %z : tensor<4x!u>, tensor<4xf32>
}
func.func private @elsewhere(tensor<4xf32>) -> ()
