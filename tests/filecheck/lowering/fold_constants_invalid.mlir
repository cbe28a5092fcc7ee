// RUN: cmlir-opt %s --split-input-file --verify-diagnostics --fold-constants | filecheck %s

// CHECK: error: no ml_program.global @missing with data
// CHECK-NEXT: at operation, {{.*}}fold_constants_invalid.mlir:6
func.func @missing() -> tensor<2x1xf32> {
  %0 = aten.constant @missing : () -> tensor<2xf32>
  %1 = aten.view %0 : (tensor<2xf32>) -> tensor<2x1xf32>
  func.return %1 : tensor<2x1xf32>
}

// -----

// CHECK: error: no ml_program.global @uninitialized with data
ml_program.global private @uninitialized : tensor<2xf32>
func.func @uninitialized_data() -> tensor<2x1xf32> {
  %0 = aten.constant @uninitialized : () -> tensor<2xf32>
  %1 = aten.view %0 : (tensor<2xf32>) -> tensor<2x1xf32>
  func.return %1 : tensor<2x1xf32>
}

// -----

// CHECK: error: global @short is tensor<2xf32>, which cannot be read as tensor<3xf32>
ml_program.global private @short(dense<1.0> : tensor<2xf32>) : tensor<2xf32>
func.func @shape() -> tensor<3x1xf32> {
  %0 = aten.constant @short : () -> tensor<3xf32>
  %1 = aten.view %0 : (tensor<3xf32>) -> tensor<3x1xf32>
  func.return %1 : tensor<3x1xf32>
}

// -----

// CHECK: error: global @wide is tensor<2xi32>, which cannot be read as tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
!q = !quant.uniform<i8:f32, 0.5>
ml_program.global private @wide(dense<1> : tensor<2xi32>) : tensor<2xi32>
func.func @width() -> tensor<2x1x!q> {
  %0 = aten.constant @wide : () -> tensor<2x!q>
  %1 = aten.view %0 : (tensor<2x!q>) -> tensor<2x1x!q>
  func.return %1 : tensor<2x1x!q>
}

// -----

// CHECK: error: no support for constants of !quant.uniform<i2:f32, 5.000000e-01>
!q = !quant.uniform<i2:f32, 0.5>
ml_program.global private @nibbles(dense<1> : tensor<2xi2>) : tensor<2xi2>
func.func @two_bits() -> tensor<2x1x!q> {
  %0 = aten.constant @nibbles : () -> tensor<2x!q>
  %1 = aten.view %0 : (tensor<2x!q>) -> tensor<2x1x!q>
  func.return %1 : tensor<2x1x!q>
}
