// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK-LABEL: @of_one
func.func @of_one(%x : tensor<2xf32>) {
  // CHECK: %0 = aten.acos %x : (tensor<2xf32>) -> tensor<2xf32>
  %0 = aten.acos %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %1 = aten.acosh %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = aten.acosh %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %2 = aten.asin %x : (tensor<2xf32>) -> tensor<2xf32>
  %2 = aten.asin %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %3 = aten.asinh %x : (tensor<2xf32>) -> tensor<2xf32>
  %3 = aten.asinh %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %4 = aten.atan %x : (tensor<2xf32>) -> tensor<2xf32>
  %4 = aten.atan %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %5 = aten.atanh %x : (tensor<2xf32>) -> tensor<2xf32>
  %5 = aten.atanh %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %6 = aten.cos %x : (tensor<2xf32>) -> tensor<2xf32>
  %6 = aten.cos %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %7 = aten.cosh %x : (tensor<2xf32>) -> tensor<2xf32>
  %7 = aten.cosh %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %8 = aten.erfc %x : (tensor<2xf32>) -> tensor<2xf32>
  %8 = aten.erfc %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %9 = aten.sin %x : (tensor<2xf32>) -> tensor<2xf32>
  %9 = aten.sin %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %10 = aten.sinh %x : (tensor<2xf32>) -> tensor<2xf32>
  %10 = aten.sinh %x : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %11 = aten.tan %x : (tensor<2xf32>) -> tensor<2xf32>
  %11 = aten.tan %x : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// CHECK-LABEL: @of_two
func.func @of_two(%x : tensor<2x3xf32>, %y : tensor<3xf32>) {
  // CHECK: %0 = aten.atan2 %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %0 = aten.atan2 %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: %1 = aten.copysign %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = aten.copysign %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: %2 = aten.floor_divide %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %2 = aten.floor_divide %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: %3 = aten.trunc_divide %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %3 = aten.trunc_divide %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: %4 = aten.fmod %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %4 = aten.fmod %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: %5 = aten.remainder %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %5 = aten.remainder %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  func.return
}

// CHECK-LABEL: @of_integers
func.func @of_integers(%x : tensor<2x3xi64>, %y : tensor<3xi64>) {
  // CHECK: %0 = aten.floor_divide %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  %0 = aten.floor_divide %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  // CHECK: %1 = aten.trunc_divide %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  %1 = aten.trunc_divide %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  // CHECK: %2 = aten.fmod %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  %2 = aten.fmod %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  // CHECK: %3 = aten.remainder %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  %3 = aten.remainder %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  // CHECK: %4 = aten.bitwise_and %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  %4 = aten.bitwise_and %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  // CHECK: %5 = aten.bitwise_or %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  %5 = aten.bitwise_or %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  // CHECK: %6 = aten.bitwise_xor %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  %6 = aten.bitwise_xor %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  // CHECK: %7 = aten.shift_left %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  %7 = aten.shift_left %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  // CHECK: %8 = aten.shift_right %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  %8 = aten.shift_right %x, %y : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  func.return
}
