// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK-LABEL: @on_tensors
func.func @on_tensors(%x : tensor<2x3xi64>, %y : tensor<3xi64>, %t : tensor<2x3xi1>, %a : tensor<2x3xi8>, %f : tensor<256x2xi32>, %b : tensor<2x5x3xi32>) {
  // CHECK: %0 = cortex_m.cast %t : (tensor<2x3xi1>) -> tensor<2x3xf32>
  %0 = cortex_m.cast %t : (tensor<2x3xi1>) -> tensor<2x3xf32>
  // CHECK: %1 = cortex_m.integer %x, %y {function = "add"} : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  %1 = cortex_m.integer %x, %y {function = "add"} : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  // CHECK: %2 = cortex_m.compare_tensors %x, %y {predicate = "le"} : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi1>
  %2 = cortex_m.compare_tensors %x, %y {predicate = "le"} : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi1>
  // CHECK: %3 = cortex_m.sum_integers %b : (tensor<2x5x3xi32>) -> tensor<2x3xi32>
  %3 = cortex_m.sum_integers %b : (tensor<2x5x3xi32>) -> tensor<2x3xi32>
  // CHECK: %4 = cortex_m.broadcast_div %a, %a, %f {lhs_offset = 3, output_offset = -4, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<2x3xi8>, tensor<256x2xi32>) -> tensor<2x3xi8>
  %4 = cortex_m.broadcast_div %a, %a, %f {lhs_offset = 3, output_offset = -4, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<2x3xi8>, tensor<256x2xi32>) -> tensor<2x3xi8>
  func.return
}

// CHECK-LABEL: @on_memrefs
func.func @on_memrefs(%x : memref<2x3xi8>, %y : memref<3xi8>, %t : memref<2x3xi1>, %f : memref<256x2xi32>, %b : memref<2x5x3xi8>, %z : memref<2x3xi64>) {
  // CHECK: cortex_m.cast %x out(%z) : (memref<2x3xi8>, memref<2x3xi64>) -> ()
  cortex_m.cast %x out(%z) : (memref<2x3xi8>, memref<2x3xi64>) -> ()
  // CHECK: cortex_m.integer %x, %y out(%x) {function = "maximum"}
  cortex_m.integer %x, %y out(%x) {function = "maximum"} : (memref<2x3xi8>, memref<3xi8>, memref<2x3xi8>) -> ()
  // CHECK: cortex_m.compare_tensors %x, %y out(%t) {predicate = "ne"}
  cortex_m.compare_tensors %x, %y out(%t) {predicate = "ne"} : (memref<2x3xi8>, memref<3xi8>, memref<2x3xi1>) -> ()
  // CHECK: cortex_m.sum_integers %b out(%x)
  cortex_m.sum_integers %b out(%x) : (memref<2x5x3xi8>, memref<2x3xi8>) -> ()
  // CHECK: cortex_m.broadcast_div %x, %y, %f out(%x)
  cortex_m.broadcast_div %x, %y, %f out(%x) {lhs_offset = 0, output_offset = 0, clamp = #cortex_m.clamp<-128, 127>} : (memref<2x3xi8>, memref<3xi8>, memref<256x2xi32>, memref<2x3xi8>) -> ()
  func.return
}

// CHECK-LABEL: @division
func.func @division(%a : tensor<2x3xi64>, %b : tensor<1x3xi64>) {
  // CHECK: %0 = cortex_m.integer %a, %b {function = "floor_divide"} : (tensor<2x3xi64>, tensor<1x3xi64>) -> tensor<2x3xi64>
  %0 = cortex_m.integer %a, %b {function = "floor_divide"} : (tensor<2x3xi64>, tensor<1x3xi64>) -> tensor<2x3xi64>
  // CHECK: %1 = cortex_m.integer %a, %b {function = "trunc_divide"} : (tensor<2x3xi64>, tensor<1x3xi64>) -> tensor<2x3xi64>
  %1 = cortex_m.integer %a, %b {function = "trunc_divide"} : (tensor<2x3xi64>, tensor<1x3xi64>) -> tensor<2x3xi64>
  // CHECK: %2 = cortex_m.integer %a, %b {function = "remainder"} : (tensor<2x3xi64>, tensor<1x3xi64>) -> tensor<2x3xi64>
  %2 = cortex_m.integer %a, %b {function = "remainder"} : (tensor<2x3xi64>, tensor<1x3xi64>) -> tensor<2x3xi64>
  // CHECK: %3 = cortex_m.integer %a, %b {function = "fmod"} : (tensor<2x3xi64>, tensor<1x3xi64>) -> tensor<2x3xi64>
  %3 = cortex_m.integer %a, %b {function = "fmod"} : (tensor<2x3xi64>, tensor<1x3xi64>) -> tensor<2x3xi64>
  // CHECK: %4 = cortex_m.integer %a, %b {function = "bitwise_and"} : (tensor<2x3xi64>, tensor<1x3xi64>) -> tensor<2x3xi64>
  %4 = cortex_m.integer %a, %b {function = "bitwise_and"} : (tensor<2x3xi64>, tensor<1x3xi64>) -> tensor<2x3xi64>
  // CHECK: %5 = cortex_m.integer %a, %b {function = "bitwise_or"} : (tensor<2x3xi64>, tensor<1x3xi64>) -> tensor<2x3xi64>
  %5 = cortex_m.integer %a, %b {function = "bitwise_or"} : (tensor<2x3xi64>, tensor<1x3xi64>) -> tensor<2x3xi64>
  // CHECK: %6 = cortex_m.integer %a, %b {function = "bitwise_xor"} : (tensor<2x3xi64>, tensor<1x3xi64>) -> tensor<2x3xi64>
  %6 = cortex_m.integer %a, %b {function = "bitwise_xor"} : (tensor<2x3xi64>, tensor<1x3xi64>) -> tensor<2x3xi64>
  // CHECK: %7 = cortex_m.integer %a, %b {function = "shift_left"} : (tensor<2x3xi64>, tensor<1x3xi64>) -> tensor<2x3xi64>
  %7 = cortex_m.integer %a, %b {function = "shift_left"} : (tensor<2x3xi64>, tensor<1x3xi64>) -> tensor<2x3xi64>
  // CHECK: %8 = cortex_m.integer %a, %b {function = "shift_right"} : (tensor<2x3xi64>, tensor<1x3xi64>) -> tensor<2x3xi64>
  %8 = cortex_m.integer %a, %b {function = "shift_right"} : (tensor<2x3xi64>, tensor<1x3xi64>) -> tensor<2x3xi64>
  func.return
}
