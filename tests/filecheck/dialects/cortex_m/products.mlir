// RUN: cmlir-opt %s --split-input-file | cmlir-opt --split-input-file | filecheck %s
// RUN: cmlir-opt %s --split-input-file --print-op-generic | cmlir-opt --split-input-file | filecheck %s

builtin.module {
  // CHECK-LABEL: @linear
  func.func @linear(%x : tensor<4x2x3xi8>, %w : tensor<2x3xi8>, %s : tensor<2xi32>) {
    // CHECK: %0 = cortex_m.linear %x, %w sums(%s) {input_offset = 128, weights_offset = -127, output_offset = -128, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x2x3xi8>, tensor<2x3xi8>, tensor<2xi32>) -> tensor<4x2x2xi8>
    %0 = cortex_m.linear %x, %w sums(%s) {input_offset = 128, weights_offset = -127, output_offset = -128, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<4x2x3xi8>, tensor<2x3xi8>, tensor<2xi32>) -> tensor<4x2x2xi8>
    // CHECK: %1 = cortex_m.linear %x, %w sums(%s) {input_offset = 3, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 0], [-8, 0]>, clamp = #cortex_m.clamp<0, 127>} : (tensor<4x2x3xi8>, tensor<2x3xi8>, tensor<2xi32>) -> tensor<4x2x2xi8>
    %1 = cortex_m.linear %x, %w sums(%s) {input_offset = 3, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<[1518500250, 0], [-8, 0]>, clamp = #cortex_m.clamp<0, 127>} : (tensor<4x2x3xi8>, tensor<2x3xi8>, tensor<2xi32>) -> tensor<4x2x2xi8>
    func.return
  }

  // CHECK-LABEL: @linear_on_memrefs
  func.func @linear_on_memrefs(%x : memref<3xi8>, %w : memref<2x3xi8>, %s : memref<2xi32>, %y : memref<2xi8>, %t : memref<8xi8>) {
    // CHECK: cortex_m.linear %x, %w sums(%s) out(%y) scratch(%t) {input_offset = 3, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (memref<3xi8>, memref<2x3xi8>, memref<2xi32>, memref<2xi8>, memref<8xi8>) -> ()
    cortex_m.linear %x, %w sums(%s) out(%y) scratch(%t) {input_offset = 3, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (memref<3xi8>, memref<2x3xi8>, memref<2xi32>, memref<2xi8>, memref<8xi8>) -> ()
    func.return
  }

  // CHECK-LABEL: @batch_matmul
  func.func @batch_matmul(%x : tensor<2x3xi8>, %y : tensor<4x5x3xi8>, %z : tensor<4x2x3xi8>, %v : tensor<1x6x2x3xi8>, %w : tensor<7x1x5x3xi8>) {
    // CHECK: %0 = cortex_m.batch_matmul %x, %x {lhs_offset = 128, rhs_offset = -127, output_offset = 127, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x2xi8>
    %0 = cortex_m.batch_matmul %x, %x {lhs_offset = 128, rhs_offset = -127, output_offset = 127, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x2xi8>
    // CHECK: %1 = cortex_m.batch_matmul %z, %y {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<0, 0>, clamp = #cortex_m.clamp<-1, 1>} : (tensor<4x2x3xi8>, tensor<4x5x3xi8>) -> tensor<4x2x5xi8>
    %1 = cortex_m.batch_matmul %z, %y {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<0, 0>, clamp = #cortex_m.clamp<-1, 1>} : (tensor<4x2x3xi8>, tensor<4x5x3xi8>) -> tensor<4x2x5xi8>
    // CHECK: %2 = cortex_m.batch_matmul %v, %w {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, 30>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x6x2x3xi8>, tensor<7x1x5x3xi8>) -> tensor<7x6x2x5xi8>
    %2 = cortex_m.batch_matmul %v, %w {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, 30>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x6x2x3xi8>, tensor<7x1x5x3xi8>) -> tensor<7x6x2x5xi8>
    func.return
  }

  // CHECK-LABEL: @batch_matmul_on_memrefs
  func.func @batch_matmul_on_memrefs(%x : memref<2x3xi8>, %y : memref<2x2xi8>, %t : memref<8xi8>) {
    // CHECK: cortex_m.batch_matmul %x, %x out(%y) scratch(%t) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (memref<2x3xi8>, memref<2x3xi8>, memref<2x2xi8>, memref<8xi8>) -> ()
    cortex_m.batch_matmul %x, %x out(%y) scratch(%t) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (memref<2x3xi8>, memref<2x3xi8>, memref<2x2xi8>, memref<8xi8>) -> ()
    func.return
  }
}

// -----
builtin.module attributes {cortex_m.target = "cortex-m4"} {
  // CHECK-LABEL: @without_mve
  func.func @without_mve(%x : tensor<2x3xi8>, %w : tensor<2x3xi8>, %b : tensor<2xi32>) {
    // CHECK: %0 = cortex_m.linear %x, %w bias(%b) {input_offset = 3, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<2x3xi8>, tensor<2xi32>) -> tensor<2x2xi8>
    %0 = cortex_m.linear %x, %w bias(%b) {input_offset = 3, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<2x3xi8>, tensor<2xi32>) -> tensor<2x2xi8>
    // CHECK: %1 = cortex_m.linear %x, %w {input_offset = 3, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x2xi8>
    %1 = cortex_m.linear %x, %w {input_offset = 3, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x2xi8>
    // CHECK: %2 = cortex_m.linear %x, %w sums(%b) {input_offset = 3, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<2x3xi8>, tensor<2xi32>) -> tensor<2x2xi8>
    %2 = cortex_m.linear %x, %w sums(%b) {input_offset = 3, weights_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3xi8>, tensor<2x3xi8>, tensor<2xi32>) -> tensor<2x2xi8>
    func.return
  }
}
