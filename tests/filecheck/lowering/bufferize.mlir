// RUN: cmlir-opt %s --split-input-file --bufferize | filecheck %s

// The result of a kernel op is written straight into its output; attributes move to the argument.
// CHECK-LABEL: func.func @direct
// CHECK-SAME: (%x: memref<2x4xf32> {cmlir.name = "x", cmlir.role = "input"}, %out0: memref<2x4xi8> {cmlir.name = "y", cmlir.role = "output"}) {
// CHECK-NEXT: cortex_m.quantize %x out(%out0) {scale = 1.000000e-01, zero_point = 3, clamp = #cortex_m.clamp<-128, 127>} : (memref<2x4xf32>, memref<2x4xi8>) -> ()
// CHECK-NEXT: func.return
func.func @direct(%x: tensor<2x4xf32> {cmlir.name = "x"}) -> (tensor<2x4xi8> {cmlir.name = "y"}) {
  %y = cortex_m.quantize %x {scale = 0.1, zero_point = 3, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x4xf32>) -> tensor<2x4xi8>
  func.return %y : tensor<2x4xi8>
}

// -----

// A value between two ops is a buffer; views stay views of the same memory.
// CHECK-LABEL: func.func @between
// CHECK-NEXT: %q = memref.alloc() : memref<2x4xi8>
// CHECK-NEXT: cortex_m.quantize %x out(%q)
// CHECK-NEXT: %v = cortex_m.view %q {offset = 4} : (memref<2x4xi8>) -> memref<4xi8>
// CHECK-NEXT: cortex_m.dequantize %v out(%out0)
// CHECK-NEXT: func.return
func.func @between(%x: tensor<2x4xf32>) -> tensor<4xf32> {
  %q = cortex_m.quantize %x {scale = 0.1, zero_point = 0, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x4xf32>) -> tensor<2x4xi8>
  %v = cortex_m.view %q {offset = 4} : (tensor<2x4xi8>) -> tensor<4xi8>
  %y = cortex_m.dequantize %v {scale = 0.1, zero_point = 0} : (tensor<4xi8>) -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}

// -----

// A view of the whole value is no obstacle: the op sees the output in its own shape.
// CHECK-LABEL: func.func @through_view
// CHECK-NEXT: [[OUT:%.*]] = cortex_m.view %out0 {offset = 0} : (memref<8xi8>) -> memref<2x4xi8>
// CHECK-NEXT: cortex_m.quantize %x out([[OUT]])
// CHECK-NEXT: func.return
func.func @through_view(%x: tensor<2x4xf32>) -> tensor<8xi8> {
  %y = cortex_m.quantize %x {scale = 0.1, zero_point = 0, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x4xf32>) -> tensor<2x4xi8>
  %v = cortex_m.view %y {offset = 0} : (tensor<2x4xi8>) -> tensor<4x2xi8>
  %w = cortex_m.view %v {offset = 0} : (tensor<4x2xi8>) -> tensor<8xi8>
  func.return %w : tensor<8xi8>
}

// -----

// Whatever an output argument cannot hold from the start is copied: a duplicate, a part, a
// passed-through input, a constant.
// CHECK-LABEL: func.func @copies
// CHECK: cortex_m.quantize %x out(%out0)
// CHECK-NEXT: [[PART:%.*]] = cortex_m.view %out0 {offset = 4} : (memref<2x4xi8>) -> memref<4xi8>
// CHECK-NEXT: cortex_m.constant @k
// CHECK-NEXT: [[FLAT:%.*]] = cortex_m.view %out1 {offset = 0} : (memref<2x4xi8>) -> memref<8xi8>
// CHECK-NEXT: cortex_m.copy %out0 out([[FLAT]]) {offset = 0, strides = [1]}
// CHECK-NEXT: cortex_m.copy [[PART]] out(%out2) {offset = 0, strides = [1]}
// CHECK-NEXT: cortex_m.view %out3
// CHECK-NEXT: cortex_m.copy %x out({{.*}}) {offset = 0, strides = [1]} : (memref<2x4xf32>, memref<8xf32>) -> ()
// CHECK-NEXT: cortex_m.copy %k out(%out4) {offset = 0, strides = [1]}
// CHECK-NEXT: func.return
builtin.module {
  ml_program.global private @k(dense<7> : tensor<3xi32>) : tensor<3xi32>
  func.func @copies(%x: tensor<2x4xf32>) -> (tensor<2x4xi8>, tensor<2x4xi8>, tensor<4xi8>, tensor<2x4xf32>, tensor<3xi32>) {
    %y = cortex_m.quantize %x {scale = 0.1, zero_point = 0, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x4xf32>) -> tensor<2x4xi8>
    %part = cortex_m.view %y {offset = 4} : (tensor<2x4xi8>) -> tensor<4xi8>
    %k = cortex_m.constant @k : () -> tensor<3xi32>
    func.return %y, %y, %part, %x, %k : tensor<2x4xi8>, tensor<2x4xi8>, tensor<4xi8>, tensor<2x4xf32>, tensor<3xi32>
  }
}

// -----

// Scratch as the target's kernel needs it.
// CHECK-LABEL: func.func @scratch_on_mve
// CHECK-NEXT: %scratch = memref.alloc() : memref<12xi8>
// CHECK-NEXT: cortex_m.batch_matmul %a, %b out(%out0) scratch(%scratch)
builtin.module attributes {cortex_m.target = "cortex-m55"} {
  func.func @scratch_on_mve(%a: tensor<2x4xi8>, %b: tensor<3x4xi8>) -> tensor<2x3xi8> {
    %y = cortex_m.batch_matmul %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, -4>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x4xi8>, tensor<3x4xi8>) -> tensor<2x3xi8>
    func.return %y : tensor<2x3xi8>
  }
}

// -----

// CHECK-LABEL: func.func @no_scratch_on_dsp
// CHECK-NEXT: cortex_m.batch_matmul %a, %b out(%out0) {
builtin.module attributes {cortex_m.target = "cortex-m4"} {
  func.func @no_scratch_on_dsp(%a: tensor<2x4xi8>, %b: tensor<3x4xi8>) -> tensor<2x3xi8> {
    %y = cortex_m.batch_matmul %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, -4>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x4xi8>, tensor<3x4xi8>) -> tensor<2x3xi8>
    func.return %y : tensor<2x3xi8>
  }
}

// -----

// What is concatenated is made in its place; what is there already, or comes twice, is copied.
// CHECK-LABEL: func.func @joined
// CHECK: %j = memref.alloc() : memref<32xi8>
// CHECK-NEXT: [[A:%.*]] = cortex_m.view %j {offset = 0} : (memref<32xi8>) -> memref<2x4xi8>
// CHECK-NEXT: cortex_m.quantize %x out([[A]])
// CHECK-NEXT: %av = cortex_m.view [[A]] {offset = 0} : (memref<2x4xi8>) -> memref<8xi8>
// CHECK-NEXT: [[B:%.*]] = cortex_m.view %j {offset = 16} : (memref<32xi8>) -> memref<8xi8>
// CHECK-NEXT: cortex_m.table %av out([[B]])
// CHECK-NEXT: [[K:%.*]] = cortex_m.view %j {offset = 8} : (memref<32xi8>) -> memref<8xi8>
// CHECK-NEXT: cortex_m.copy %k out([[K]]) {offset = 0, strides = [1]}
// CHECK-NEXT: [[C:%.*]] = cortex_m.view %j {offset = 24} : (memref<32xi8>) -> memref<8xi8>
// CHECK-NEXT: cortex_m.copy [[B]] out([[C]]) {offset = 0, strides = [1]}
// CHECK-NEXT: cortex_m.table %j out(%out0)
// CHECK-NEXT: func.return
func.func @joined(%x: tensor<2x4xf32>, %k: tensor<8xi8>) -> tensor<32xi8> {
  %a = cortex_m.quantize %x {scale = 0.1, zero_point = 3, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x4xf32>) -> tensor<2x4xi8>
  %av = cortex_m.view %a {offset = 0} : (tensor<2x4xi8>) -> tensor<8xi8>
  %b = cortex_m.table %av {table = dense<1> : tensor<256xi8>} : (tensor<8xi8>) -> tensor<8xi8>
  %j = cortex_m.concat %av, %k, %b, %b {axis = 0} : (tensor<8xi8>, tensor<8xi8>, tensor<8xi8>, tensor<8xi8>) -> tensor<32xi8>
  %y = cortex_m.table %j {table = dense<2> : tensor<256xi8>} : (tensor<32xi8>) -> tensor<32xi8>
  func.return %y : tensor<32xi8>
}

// -----

// A concatenation in a concatenation that is returned: all is made in the output.
// CHECK-LABEL: func.func @nested
// CHECK-NEXT: [[A:%.*]] = cortex_m.view %out0 {offset = 8} : (memref<16xi8>) -> memref<8xi8>
// CHECK-NEXT: [[B:%.*]] = cortex_m.view [[A]] {offset = 4} : (memref<8xi8>) -> memref<4xi8>
// CHECK-NEXT: cortex_m.table %x out([[B]])
// CHECK-NEXT: [[C:%.*]] = cortex_m.view [[A]] {offset = 0} : (memref<8xi8>) -> memref<4xi8>
// CHECK-NEXT: cortex_m.table %x out([[C]])
// CHECK-NEXT: [[D:%.*]] = cortex_m.view %out0 {offset = 0} : (memref<16xi8>) -> memref<8xi8>
// CHECK-NEXT: cortex_m.copy %z out([[D]])
// CHECK-NEXT: func.return
func.func @nested(%x: tensor<4xi8>, %z: tensor<8xi8>) -> tensor<16xi8> {
  %b = cortex_m.table %x {table = dense<1> : tensor<256xi8>} : (tensor<4xi8>) -> tensor<4xi8>
  %c = cortex_m.table %x {table = dense<2> : tensor<256xi8>} : (tensor<4xi8>) -> tensor<4xi8>
  %a = cortex_m.concat %c, %b {axis = 0} : (tensor<4xi8>, tensor<4xi8>) -> tensor<8xi8>
  %j = cortex_m.concat %z, %a {axis = 0} : (tensor<8xi8>, tensor<8xi8>) -> tensor<16xi8>
  func.return %j : tensor<16xi8>
}

// -----

// Rows of a concatenation along a later axis do not lie together; what is returned stays there.
// CHECK-LABEL: func.func @not_joined
// CHECK: cortex_m.table %x out(%a)
// CHECK: cortex_m.concat %a, %x out({{.*}}) {axis = 1}
// CHECK: cortex_m.table %x out(%out0)
// CHECK: cortex_m.concat %out0, %x out(%k) {axis = 0}
func.func @not_joined(%x: tensor<2x4xi8>) -> (tensor<2x4xi8>, tensor<2x8xi8>, tensor<4x4xi8>) {
  %a = cortex_m.table %x {table = dense<1> : tensor<256xi8>} : (tensor<2x4xi8>) -> tensor<2x4xi8>
  %j = cortex_m.concat %a, %x {axis = 1} : (tensor<2x4xi8>, tensor<2x4xi8>) -> tensor<2x8xi8>
  %b = cortex_m.table %x {table = dense<2> : tensor<256xi8>} : (tensor<2x4xi8>) -> tensor<2x4xi8>
  %k = cortex_m.concat %b, %x {axis = 0} : (tensor<2x4xi8>, tensor<2x4xi8>) -> tensor<4x4xi8>
  %y = cortex_m.table %k {table = dense<2> : tensor<256xi8>} : (tensor<4x4xi8>) -> tensor<4x4xi8>
  func.return %b, %j, %y : tensor<2x4xi8>, tensor<2x8xi8>, tensor<4x4xi8>
}
