// RUN: cmlir-opt %s --split-input-file --verify-diagnostics --bufferize | filecheck %s

// CHECK: 'aten.relu' cannot be bufferized: only cortex_m ops on tensors can
// CHECK-NEXT: bufferize_invalid.mlir:7
// CHECK-NEXT: help: lower the program first, with --lower-cortex-m
func.func @earlier_stage(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = aten.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}

// -----

// CHECK: 'cortex_m.fill' cannot be bufferized
func.func @already_done(%out0: memref<4xf32>) {
  cortex_m.fill out(%out0) {value = 1.0} : (memref<4xf32>) -> ()
  func.return
}

// -----

// CHECK: a program is one function, but the module has 2
builtin.module {
  func.func @one() {
    func.return
  }
  func.func @two() {
    func.return
  }
}

// -----

// CHECK: unknown target 'cortex-a9': choose from cortex-m0plus
builtin.module attributes {cortex_m.target = "cortex-a9"} {
  func.func @unknown_target(%x: tensor<4xf32>) -> tensor<4xf32> {
    %y = cortex_m.f32_mul_scalar %x {value = 2.0} : (tensor<4xf32>) -> tensor<4xf32>
    func.return %y : tensor<4xf32>
  }
}
