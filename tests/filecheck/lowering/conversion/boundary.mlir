// RUN: cmlir-opt %s --convert-aten-to-cortex-m | filecheck %s

!a = !quant.uniform<i8:f32, 0.5:3>
!b = !quant.uniform<i8:f32, 0.25:-4>
!n = !quant.uniform<i8<-127:100>:f32, 0.5:3>
!u = !quant.uniform<u8:f32, 0.5:131>
!w = !quant.uniform<i32:f32, 0.25:0>

ml_program.global private @codes(dense<[0, 1, -1, 127]> : tensor<4xi8>) : tensor<4xi8>
ml_program.global private @numbers(dense<[0.5, 1.5]> : tensor<2xf32>) : tensor<2xf32>

// CHECK: @codes(dense<[0, 1, -1, 127]>
// Codes 0, 1, 255, 127 as signed ones: 128 less.
// CHECK: @codes_signed(dense<[-128, -127, 127, -1]> : tensor<4xi8>)

// CHECK-LABEL: @quantize
// CHECK-NEXT: cortex_m.quantize %x {scale = 5.000000e-01, zero_point = 3, clamp = #cortex_m.clamp<-127, 100>} : (tensor<4xf32>) -> tensor<4xi8>
// CHECK-NEXT: cortex_m.quantize %x {scale = 5.000000e-01, zero_point = 3, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4xf32>) -> tensor<4xi8>
func.func @quantize(%x: tensor<4xf32>) -> (tensor<4x!n>, tensor<4x!u>) {
  %0 = quant.qcast %x : tensor<4xf32> to tensor<4x!n>
  %1 = quant.qcast %x : tensor<4xf32> to tensor<4x!u>
  func.return %0, %1 : tensor<4x!n>, tensor<4x!u>
}

// CHECK-LABEL: @dequantize
// CHECK-NEXT: cortex_m.dequantize %x {scale = 2.500000e-01, zero_point = -4} : (tensor<4xi8>) -> tensor<4xf32>
// CHECK-NEXT: cortex_m.dequantize %u {scale = 5.000000e-01, zero_point = 3} : (tensor<4xi8>) -> tensor<4xf32>
func.func @dequantize(%x: tensor<4x!b>, %u: tensor<4x!u>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = quant.dcast %x : tensor<4x!b> to tensor<4xf32>
  %1 = quant.dcast %u : tensor<4x!u> to tensor<4xf32>
  func.return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// Twice the codes, which a multiplier and a shift give exactly; no float is left between.
// CHECK-LABEL: @requantize
// CHECK-NEXT: [[Y:%.*]] = cortex_m.requantize %x {input_offset = -3, output_offset = -4, rescale = #cortex_m.rescale<1073741824, 2>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4xi8>) -> tensor<4xi8>
// CHECK-NEXT: func.return [[Y]]
func.func @requantize(%x: tensor<4x!a>) -> tensor<4x!b> {
  %0 = quant.dcast %x : tensor<4x!a> to tensor<4xf32>
  %1 = quant.qcast %0 : tensor<4xf32> to tensor<4x!b>
  func.return %1 : tensor<4x!b>
}

// Half the codes: 0.5 is rounded to even, which only a table does.
// CHECK-LABEL: @requantize_by_table
// CHECK-NEXT: [[Y:%.*]] = cortex_m.table %x {table = dense<"0x{{.*}}"> : tensor<256xi8>} : (tensor<4xi8>) -> tensor<4xi8>
// CHECK-NEXT: func.return [[Y]]
func.func @requantize_by_table(%x: tensor<4x!b>) -> tensor<4x!a> {
  %0 = quant.dcast %x : tensor<4x!b> to tensor<4xf32>
  %1 = quant.qcast %0 : tensor<4xf32> to tensor<4x!a>
  func.return %1 : tensor<4x!a>
}

// A dequantize that floats need as well.
// CHECK-LABEL: @both
// CHECK-NEXT: [[R:%.*]] = cortex_m.dequantize %x
// CHECK-NEXT: [[Y:%.*]] = cortex_m.requantize %x
// CHECK-NEXT: func.return [[R]], [[Y]]
func.func @both(%x: tensor<4x!a>) -> (tensor<4xf32>, tensor<4x!b>) {
  %0 = quant.dcast %x : tensor<4x!a> to tensor<4xf32>
  %1 = quant.qcast %0 : tensor<4xf32> to tensor<4x!b>
  func.return %0, %1 : tensor<4xf32>, tensor<4x!b>
}

// CHECK-LABEL: @constants
// CHECK-NEXT: cortex_m.constant @codes : () -> tensor<4xi8>
// CHECK-NEXT: cortex_m.constant @codes_signed : () -> tensor<4xi8>
// CHECK-NEXT: cortex_m.constant @numbers : () -> tensor<2xf32>
// CHECK-NEXT: cortex_m.fill {value = 2.500000e-01} : () -> tensor<3xf32>
func.func @constants() -> (tensor<4x!a>, tensor<4x!u>, tensor<2xf32>, tensor<3xf32>) {
  %0 = aten.constant @codes : () -> tensor<4x!a>
  %1 = aten.constant @codes : () -> tensor<4x!u>
  %2 = aten.constant @numbers : () -> tensor<2xf32>
  %3 = aten.full {value = 0.25} : () -> tensor<3xf32>
  func.return %0, %1, %2, %3 : tensor<4x!a>, tensor<4x!u>, tensor<2xf32>, tensor<3xf32>
}
