// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK-LABEL: @plain
func.func @plain(%x : tensor<2xf32>) {
  // CHECK: %0 = aten.hardsigmoid %x : (tensor<2xf32>) -> tensor<2xf32>
  %0 = aten.hardsigmoid %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %1 = aten.hardswish %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = aten.hardswish %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %2 = aten.log_sigmoid %x : (tensor<2xf32>) -> tensor<2xf32>
  %2 = aten.log_sigmoid %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %3 = aten.mish %x : (tensor<2xf32>) -> tensor<2xf32>
  %3 = aten.mish %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %4 = aten.sigmoid %x : (tensor<2xf32>) -> tensor<2xf32>
  %4 = aten.sigmoid %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %5 = aten.silu %x : (tensor<2xf32>) -> tensor<2xf32>
  %5 = aten.silu %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %6 = aten.tanh %x : (tensor<2xf32>) -> tensor<2xf32>
  %6 = aten.tanh %x : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// CHECK-LABEL: @parametrized
func.func @parametrized(%x : tensor<2xf32>) {
  // CHECK: %0 = aten.clamp %x {min = -5.000000e-01, max = 2.000000e+00} : (tensor<2xf32>) -> tensor<2xf32>
  %0 = aten.clamp %x {min = -5.000000e-01, max = 2.000000e+00} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %1 = aten.clamp %x {min = -5.000000e-01} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = aten.clamp %x {min = -5.000000e-01} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %2 = aten.clamp %x {max = 2.000000e+00} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = aten.clamp %x {max = 2.000000e+00} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %3 = aten.elu %x {alpha = 1.000000e+00, scale = 1.500000e+00, input_scale = 5.000000e-01} : (tensor<2xf32>) -> tensor<2xf32>
  %3 = aten.elu %x {alpha = 1.000000e+00, scale = 1.500000e+00, input_scale = 5.000000e-01} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %4 = aten.gelu %x {approximate = "none"} : (tensor<2xf32>) -> tensor<2xf32>
  %4 = aten.gelu %x {approximate = "none"} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %5 = aten.gelu %x {approximate = "tanh"} : (tensor<2xf32>) -> tensor<2xf32>
  %5 = aten.gelu %x {approximate = "tanh"} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %6 = aten.hardshrink %x {lambd = 5.000000e-01} : (tensor<2xf32>) -> tensor<2xf32>
  %6 = aten.hardshrink %x {lambd = 5.000000e-01} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %7 = aten.leaky_relu %x {negative_slope = -1.000000e-01} : (tensor<2xf32>) -> tensor<2xf32>
  %7 = aten.leaky_relu %x {negative_slope = -1.000000e-01} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %8 = aten.softplus %x {beta = 1.000000e+00, threshold = 2.000000e+01} : (tensor<2xf32>) -> tensor<2xf32>
  %8 = aten.softplus %x {beta = 1.000000e+00, threshold = 2.000000e+01} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %9 = aten.softshrink %x {lambd = 5.000000e-01} : (tensor<2xf32>) -> tensor<2xf32>
  %9 = aten.softshrink %x {lambd = 5.000000e-01} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %10 = aten.threshold %x {threshold = 1.000000e-01, value = -2.000000e+00} : (tensor<2xf32>) -> tensor<2xf32>
  %10 = aten.threshold %x {threshold = 1.000000e-01, value = -2.000000e+00} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// CHECK-LABEL: @codes
func.func @codes(%q : tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // CHECK: %0 = aten.gelu %q {approximate = "tanh"} : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  %0 = aten.gelu %q {approximate = "tanh"} : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  func.return
}
