// RUN: cmlir-opt %s --split-input-file --reuse-operands | filecheck %s

// An operand that dies gives its memory to the result.
// CHECK-LABEL: func.func @in_place
// CHECK: cortex_m.quantize %x out(%a)
// CHECK-NEXT: cortex_m.mul %a, %a out(%a)
// CHECK-NEXT: cortex_m.dequantize %a out(%out0)
func.func @in_place(%x: memref<8xf32> {cmlir.role = "input"}, %out0: memref<8xf32> {cmlir.role = "output"}) {
  %a = memref.alloc() : memref<8xi8>
  cortex_m.quantize %x out(%a) {scale = 0.1, zero_point = 0, clamp = #cortex_m.clamp<-128, 127>} : (memref<8xf32>, memref<8xi8>) -> ()
  %b = memref.alloc() : memref<8xi8>
  cortex_m.mul %a, %a out(%b) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, -4>, clamp = #cortex_m.clamp<-128, 127>} : (memref<8xi8>, memref<8xi8>, memref<8xi8>) -> ()
  cortex_m.dequantize %b out(%out0) {scale = 0.1, zero_point = 0} : (memref<8xi8>, memref<8xf32>) -> ()
  func.return
}

// -----

// An output holds the value that becomes it, in whatever shape the ops see it.
// CHECK-LABEL: func.func @in_output
// CHECK: [[A:%.*]] = cortex_m.view %out0 {offset = 0} : (memref<2x4xi8>) -> memref<8xi8>
// CHECK-NEXT: cortex_m.quantize %x out([[A]])
// CHECK-NEXT: [[V:%.*]] = cortex_m.view [[A]] {offset = 0} : (memref<8xi8>) -> memref<2x4xi8>
// CHECK-NEXT: cortex_m.mul [[V]], %y out(%out0)
func.func @in_output(%x: memref<8xf32> {cmlir.role = "input"}, %y: memref<2x4xi8> {cmlir.role = "input"}, %out0: memref<2x4xi8> {cmlir.role = "output"}) {
  %a = memref.alloc() : memref<8xi8>
  cortex_m.quantize %x out(%a) {scale = 0.1, zero_point = 0, clamp = #cortex_m.clamp<-128, 127>} : (memref<8xf32>, memref<8xi8>) -> ()
  %v = cortex_m.view %a {offset = 0} : (memref<8xi8>) -> memref<2x4xi8>
  cortex_m.mul %v, %y out(%out0) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, -4>, clamp = #cortex_m.clamp<-128, 127>} : (memref<2x4xi8>, memref<2x4xi8>, memref<2x4xi8>) -> ()
  func.return
}

// -----

// Not where the operand is read later, even through a view.
// CHECK-LABEL: func.func @still_needed
// CHECK: cortex_m.mul %a, %a out(%b)
// CHECK: cortex_m.mul [[V:%.*]], %b out(%a)
func.func @still_needed(%x: memref<8xf32> {cmlir.role = "input"}, %out0: memref<8xf32> {cmlir.role = "output"}) {
  %a = memref.alloc() : memref<8xi8>
  cortex_m.quantize %x out(%a) {scale = 0.1, zero_point = 0, clamp = #cortex_m.clamp<-128, 127>} : (memref<8xf32>, memref<8xi8>) -> ()
  %b = memref.alloc() : memref<8xi8>
  cortex_m.mul %a, %a out(%b) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, -4>, clamp = #cortex_m.clamp<-128, 127>} : (memref<8xi8>, memref<8xi8>, memref<8xi8>) -> ()
  %v = cortex_m.view %a {offset = 0} : (memref<8xi8>) -> memref<8xi8>
  %c = memref.alloc() : memref<8xi8>
  cortex_m.mul %v, %b out(%c) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, -4>, clamp = #cortex_m.clamp<-128, 127>} : (memref<8xi8>, memref<8xi8>, memref<8xi8>) -> ()
  cortex_m.dequantize %c out(%out0) {scale = 0.1, zero_point = 0} : (memref<8xi8>, memref<8xf32>) -> ()
  func.return
}

// -----

// Not where the operand is a part of a buffer, nor an input, nor where the kernel cannot.
// CHECK-LABEL: func.func @not_allowed
// CHECK: cortex_m.table [[V:%.*]] out(%b)
// CHECK: cortex_m.mul %y, %b out(%b)
// CHECK: cortex_m.transpose [[W:%.*]] out(%d)
func.func @not_allowed(%x: memref<16xf32> {cmlir.role = "input"}, %y: memref<8xi8> {cmlir.role = "input"}, %out0: memref<4x2xi8> {cmlir.role = "output"}) {
  %a = memref.alloc() : memref<16xi8>
  cortex_m.quantize %x out(%a) {scale = 0.1, zero_point = 0, clamp = #cortex_m.clamp<-128, 127>} : (memref<16xf32>, memref<16xi8>) -> ()
  %v = cortex_m.view %a {offset = 8} : (memref<16xi8>) -> memref<8xi8>
  %b = memref.alloc() : memref<8xi8>
  cortex_m.table %v out(%b) {table = dense<1> : tensor<256xi8>} : (memref<8xi8>, memref<8xi8>) -> ()
  %c = memref.alloc() : memref<8xi8>
  cortex_m.mul %y, %b out(%c) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, -4>, clamp = #cortex_m.clamp<-128, 127>} : (memref<8xi8>, memref<8xi8>, memref<8xi8>) -> ()
  %w = cortex_m.view %c {offset = 0} : (memref<8xi8>) -> memref<2x4xi8>
  %d = memref.alloc() : memref<4x2xi8>
  cortex_m.transpose %w out(%d) {permutation = [1, 0]} : (memref<2x4xi8>, memref<4x2xi8>) -> ()
  cortex_m.copy %d out(%out0) {offset = 0, strides = [2, 1]} : (memref<4x2xi8>, memref<4x2xi8>) -> ()
  func.return
}

// -----

// An input that may be written over is memory like any other; an output keeps what it holds.
// CHECK-LABEL: func.func @overwritten
// CHECK: cortex_m.table %x out(%x)
// CHECK-NEXT: cortex_m.table %x out(%out0)
// CHECK-NEXT: cortex_m.table %out0 out(%out1)
// CHECK-NEXT: cortex_m.mul %out1, %out1 out(%out1)
builtin.module attributes {cmlir.overwrite_inputs = true} {
  func.func @overwritten(%x: memref<8xi8> {cmlir.role = "input"}, %out0: memref<8xi8> {cmlir.role = "output"}, %out1: memref<8xi8> {cmlir.role = "output"}) {
    %a = memref.alloc() : memref<8xi8>
    cortex_m.table %x out(%a) {table = dense<1> : tensor<256xi8>} : (memref<8xi8>, memref<8xi8>) -> ()
    cortex_m.table %a out(%out0) {table = dense<2> : tensor<256xi8>} : (memref<8xi8>, memref<8xi8>) -> ()
    %b = memref.alloc() : memref<8xi8>
    cortex_m.table %out0 out(%b) {table = dense<3> : tensor<256xi8>} : (memref<8xi8>, memref<8xi8>) -> ()
    cortex_m.mul %b, %b out(%out1) {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1073741824, -4>, clamp = #cortex_m.clamp<-128, 127>} : (memref<8xi8>, memref<8xi8>, memref<8xi8>) -> ()
    func.return
  }
}
