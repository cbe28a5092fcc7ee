// RUN: cmlir-opt %s --quantize-io --split-input-file | filecheck %s

!a = !quant.uniform<i8:f32, 0.5:3>
!u = !quant.uniform<u8:f32, 0.25:7>

// Inputs that are only quantized, and outputs that are dequantized, cross as codes.
// CHECK-LABEL: @codes
// CHECK-SAME: %x: tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>> {cmlir.name = "x", cmlir.dtype = "int8", cmlir.scale = 5.000000e-01 : f64, cmlir.zero_point = 3 : i64}
// CHECK-SAME: %z: tensor<4x!quant.uniform<u8:f32, 2.500000e-01:7>> {cmlir.dtype = "uint8", cmlir.scale = 2.500000e-01 : f64, cmlir.zero_point = 7 : i64}
// CHECK-SAME: -> (tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>> {cmlir.name = "y", cmlir.dtype = "int8", cmlir.scale = 5.000000e-01 : f64, cmlir.zero_point = 3 : i64}, tensor<4x!quant.uniform<u8:f32, 2.500000e-01:7>> {cmlir.dtype = "uint8"
// CHECK-NEXT: [[Y:%.*]] = aten.add %x, %x
// CHECK-NEXT: quant.dcast [[Y]]
// CHECK-NEXT: quant.dcast %z
// CHECK-NEXT: func.return [[Y]], %z
func.func @codes(%x: tensor<4xf32> {cmlir.name = "x", cmlir.dtype = "float32"}, %z: tensor<4xf32>) -> (tensor<4xf32> {cmlir.name = "y", cmlir.dtype = "float32"}, tensor<4xf32>) {
  %0 = quant.qcast %x : tensor<4xf32> to tensor<4x!a>
  %1 = quant.qcast %x : tensor<4xf32> to tensor<4x!a>
  %2 = aten.add %0, %1 : (tensor<4x!a>, tensor<4x!a>) -> tensor<4x!a>
  %3 = quant.dcast %2 : tensor<4x!a> to tensor<4xf32>
  %4 = quant.qcast %z : tensor<4xf32> to tensor<4x!u>
  %5 = quant.dcast %4 : tensor<4x!u> to tensor<4xf32>
  func.return %3, %5 : tensor<4xf32>, tensor<4xf32>
}

// -----

!a = !quant.uniform<i8:f32, 0.5:3>
!b = !quant.uniform<i8:f32, 0.25:3>
!c = !quant.uniform<i8:f32:0, {0.1, 0.2}>

// Also used as floats, quantized in two ways, with a scale per channel, not quantized, not used.
// CHECK-LABEL: @floats
// CHECK-SAME: (%x: tensor<2xf32>, %z: tensor<2xf32>, %c: tensor<2xf32>, %f: tensor<2xf32>, %n: tensor<2xf32>) -> (tensor<2xf32>, tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<2x!quant.uniform<i8:f32, 2.500000e-01:3>>, tensor<2xf32>, tensor<2xf32>)
func.func @floats(%x: tensor<2xf32>, %z: tensor<2xf32>, %c: tensor<2xf32>, %f: tensor<2xf32>, %n: tensor<2xf32>) -> (tensor<2xf32>, tensor<2x!a>, tensor<2x!b>, tensor<2xf32>, tensor<2xf32>) {
  %0 = quant.qcast %x : tensor<2xf32> to tensor<2x!a>
  %1 = quant.dcast %0 : tensor<2x!a> to tensor<2xf32>
  %2 = aten.mul %1, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %3 = quant.qcast %z : tensor<2xf32> to tensor<2x!a>
  %4 = quant.qcast %z : tensor<2xf32> to tensor<2x!b>
  %5 = quant.qcast %c : tensor<2xf32> to tensor<2x!c>
  %6 = quant.dcast %5 : tensor<2x!c> to tensor<2xf32>
  func.return %2, %3, %4, %6, %f : tensor<2xf32>, tensor<2x!a>, tensor<2x!b>, tensor<2xf32>, tensor<2xf32>
}

// -----

!n = !quant.uniform<i8<3:127>:f32, 0.5:3>

// All codes can cross: those outside of the range that the program quantizes to are limited inside.
// CHECK-LABEL: @narrow
// CHECK-SAME: (%x: tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>> {{.*}}) -> (tensor<4x!quant.uniform<i8<3:127>:f32, 5.000000e-01:3>>) {
// CHECK-NEXT: [[R:%.*]] = quant.dcast %x
// CHECK-NEXT: [[Q:%.*]] = quant.qcast [[R]] : tensor<4xf32> to tensor<4x!quant.uniform<i8<3:127>:f32, 5.000000e-01:3>>
// CHECK-NEXT: func.return [[Q]]
func.func @narrow(%x: tensor<4xf32>) -> tensor<4x!n> {
  %0 = quant.qcast %x : tensor<4xf32> to tensor<4x!n>
  func.return %0 : tensor<4x!n>
}
func.func private @elsewhere(tensor<4xf32>) -> ()

// Nor are functions of several blocks programs: they stay as they are.
// CHECK-LABEL: @blocks
// CHECK-NEXT: quant.qcast
func.func @blocks(%x: tensor<4xf32>) -> tensor<4x!n> {
  %0 = quant.qcast %x : tensor<4xf32> to tensor<4x!n>
  cf.br ^bb1
^bb1:
  func.return %0 : tensor<4x!n>
}
