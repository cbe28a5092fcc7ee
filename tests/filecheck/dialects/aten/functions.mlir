// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK-LABEL: @plain
func.func @plain(%x : tensor<2xf32>) {
  // CHECK: %0 = aten.abs %x : (tensor<2xf32>) -> tensor<2xf32>
  %0 = aten.abs %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %1 = aten.atan %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = aten.atan %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %2 = aten.ceil %x : (tensor<2xf32>) -> tensor<2xf32>
  %2 = aten.ceil %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %3 = aten.cos %x : (tensor<2xf32>) -> tensor<2xf32>
  %3 = aten.cos %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %4 = aten.erf %x : (tensor<2xf32>) -> tensor<2xf32>
  %4 = aten.erf %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %5 = aten.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %5 = aten.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %6 = aten.exp2 %x : (tensor<2xf32>) -> tensor<2xf32>
  %6 = aten.exp2 %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %7 = aten.expm1 %x : (tensor<2xf32>) -> tensor<2xf32>
  %7 = aten.expm1 %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %8 = aten.floor %x : (tensor<2xf32>) -> tensor<2xf32>
  %8 = aten.floor %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %9 = aten.log %x : (tensor<2xf32>) -> tensor<2xf32>
  %9 = aten.log %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %10 = aten.log10 %x : (tensor<2xf32>) -> tensor<2xf32>
  %10 = aten.log10 %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %11 = aten.log1p %x : (tensor<2xf32>) -> tensor<2xf32>
  %11 = aten.log1p %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %12 = aten.log2 %x : (tensor<2xf32>) -> tensor<2xf32>
  %12 = aten.log2 %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %13 = aten.round %x : (tensor<2xf32>) -> tensor<2xf32>
  %13 = aten.round %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %14 = aten.rsqrt %x : (tensor<2xf32>) -> tensor<2xf32>
  %14 = aten.rsqrt %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %15 = aten.sign %x : (tensor<2xf32>) -> tensor<2xf32>
  %15 = aten.sign %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %16 = aten.sin %x : (tensor<2xf32>) -> tensor<2xf32>
  %16 = aten.sin %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %17 = aten.sqrt %x : (tensor<2xf32>) -> tensor<2xf32>
  %17 = aten.sqrt %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %18 = aten.trunc %x : (tensor<2xf32>) -> tensor<2xf32>
  %18 = aten.trunc %x : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// CHECK-LABEL: @powers
func.func @powers(%x : tensor<2xf32>) {
  // CHECK: %0 = aten.pow_scalar %x {value = 1.500000e+00} : (tensor<2xf32>) -> tensor<2xf32>
  %0 = aten.pow_scalar %x {value = 1.500000e+00} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %1 = aten.rpow_scalar %x {base = 2.500000e+00} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = aten.rpow_scalar %x {base = 2.500000e+00} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// CHECK-LABEL: @codes
func.func @codes(%q : tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // CHECK: %0 = aten.rsqrt %q : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  %0 = aten.rsqrt %q : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  func.return
}
