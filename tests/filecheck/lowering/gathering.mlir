// RUN: cmlir-opt %s --split-input-file --fold-quantization | filecheck %s
// RUN: cmlir-opt %s --split-input-file --lower-cortex-m | filecheck %s --check-prefix=LOWER

!q = !quant.uniform<i8:f32, 0.5:3>

// Codes are chosen, whether the table was quantized or what is chosen of it.
// CHECK-LABEL: @before
// CHECK:         %0 = aten.constant @table : () -> tensor<3x2x!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK-NEXT:    %1 = aten.embedding %0, %i
// CHECK-NEXT:    func.return %1
// LOWER-LABEL: @before
// LOWER:         %0 = cortex_m.constant @table : () -> tensor<3x2xi8>
// LOWER-NEXT:    %1 = cortex_m.embedding %0, %i : (tensor<3x2xi8>, tensor<4xi64>) -> tensor<4x2xi8>
ml_program.global private @table(dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi8>) : tensor<3x2xi8>
func.func @before(%i : tensor<4xi64>) -> tensor<4x2x!q> {
  %0 = aten.constant @table : () -> tensor<3x2x!q>
  %1 = quant.dcast %0 : tensor<3x2x!q> to tensor<3x2xf32>
  %2 = aten.embedding %1, %i : (tensor<3x2xf32>, tensor<4xi64>) -> tensor<4x2xf32>
  %3 = quant.qcast %2 : tensor<4x2xf32> to tensor<4x2x!q>
  func.return %3 : tensor<4x2x!q>
}

// -----

!q = !quant.uniform<i8:f32, 0.5:3>

// CHECK-LABEL: ml_program.global private @table_codes(dense<{{\[\[}}5, 7], [9, 11], [13, 15]]>
// CHECK:         %0 = aten.constant @table_codes
// CHECK-NEXT:    %1 = aten.embedding %0, %i
// CHECK-NEXT:    func.return %1
ml_program.global private @table(dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>) : tensor<3x2xf32>
func.func @behind(%i : tensor<4xi64>) -> tensor<4x2x!q> {
  %0 = aten.constant @table : () -> tensor<3x2xf32>
  %1 = aten.embedding %0, %i : (tensor<3x2xf32>, tensor<4xi64>) -> tensor<4x2xf32>
  %2 = quant.qcast %1 : tensor<4x2xf32> to tensor<4x2x!q>
  func.return %2 : tensor<4x2x!q>
}

// -----

// A constant choice is made at compile time, unless it is not in the table.
// CHECK-LABEL: ml_program.global private @table_rows(dense<{{\[\[}}5, 6], [1, 2]]>
// CHECK-LABEL: @constant
// CHECK:         %0 = aten.constant @table_rows : () -> tensor<2x2xi8>
// CHECK-NEXT:    func.return %0
// CHECK-LABEL: @outside
// CHECK:         aten.embedding
ml_program.global private @table(dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi8>) : tensor<3x2xi8>
ml_program.global private @chosen(dense<[2, 0]> : tensor<2xi64>) : tensor<2xi64>
ml_program.global private @wrong(dense<[2, 3]> : tensor<2xi64>) : tensor<2xi64>
func.func @constant() -> tensor<2x2xi8> {
  %0 = aten.constant @table : () -> tensor<3x2xi8>
  %1 = aten.constant @chosen : () -> tensor<2xi64>
  %2 = aten.embedding %0, %1 : (tensor<3x2xi8>, tensor<2xi64>) -> tensor<2x2xi8>
  func.return %2 : tensor<2x2xi8>
}
func.func @outside() -> tensor<2x2xi8> {
  %0 = aten.constant @table : () -> tensor<3x2xi8>
  %1 = aten.constant @wrong : () -> tensor<2xi64>
  %2 = aten.embedding %0, %1 : (tensor<3x2xi8>, tensor<2xi64>) -> tensor<2x2xi8>
  func.return %2 : tensor<2x2xi8>
}

// -----

!q = !quant.uniform<i8:f32:0, {0.5, 0.25, 0.125}>
!p = !quant.uniform<i8:f32, 0.5>

// A table with a scale for each row gets the one of what is chosen of it.
// CHECK-LABEL: ml_program.global private @table_codes(dense<{{\[\[}}2, 4], [3, 4], [2, 4]]>
// CHECK:         %0 = aten.constant @table_codes
// CHECK-NEXT:    %1 = aten.embedding %0, %i
// CHECK-NEXT:    func.return %1
ml_program.global private @table(dense<[[2, 4], [6, 8], [8, 16]]> : tensor<3x2xi8>) : tensor<3x2xi8>
func.func @rows(%i : tensor<4xi64>) -> tensor<4x2x!p> {
  %0 = aten.constant @table : () -> tensor<3x2x!q>
  %1 = quant.dcast %0 : tensor<3x2x!q> to tensor<3x2xf32>
  %2 = aten.embedding %1, %i : (tensor<3x2xf32>, tensor<4xi64>) -> tensor<4x2xf32>
  %3 = quant.qcast %2 : tensor<4x2xf32> to tensor<4x2x!p>
  func.return %3 : tensor<4x2x!p>
}
