// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

ml_program.global private @codes(dense<[1, 2]> : tensor<2xi8>) : tensor<2xi8>

// CHECK-LABEL: @constants
func.func @constants(%x : tensor<2x3xf32>) {
  // CHECK: %0 = aten.constant @codes : () -> tensor<2xi8>
  %0 = aten.constant @codes : () -> tensor<2xi8>
  // CHECK: %1 = aten.constant @codes : () -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  %1 = aten.constant @codes : () -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  // CHECK: %2 = aten.full {value = -1.500000e+00} : () -> tensor<2x3xf32>
  %2 = aten.full {value = -1.5} : () -> tensor<2x3xf32>
  // CHECK: %3 = aten.full_like %x {value = 0.000000e+00} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = aten.full_like %x {value = 0.0} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}
