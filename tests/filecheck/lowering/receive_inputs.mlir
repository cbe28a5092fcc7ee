// RUN: cmlir-opt %s --split-input-file --receive-inputs | filecheck %s

// %b fits neither into the input nor beside it; with the input in the arena it takes its place.
// CHECK-LABEL: func.func @in_arena
// CHECK-NEXT: [[X:%.*]] = memref.alloc() : memref<32xi8>
// CHECK-NEXT: cortex_m.receive %x out([[X]]) : (memref<32xi8>, memref<32xi8>) -> ()
// CHECK: cortex_m.copy [[X]] out(%a)
builtin.module attributes {cmlir.overwrite_inputs = true} {
  func.func @in_arena(%x: memref<32xi8> {cmlir.role = "input"}, %out0: memref<1xi8> {cmlir.role = "output"}) {
    %a = memref.alloc() : memref<16xi8>
    cortex_m.copy %x out(%a) {offset = 0, strides = [1]} : (memref<32xi8>, memref<16xi8>) -> ()
    %b = memref.alloc() : memref<64xi8>
    cortex_m.copy %a out(%b) {offset = 0, strides = [0]} : (memref<16xi8>, memref<64xi8>) -> ()
    cortex_m.copy %b out(%out0) {offset = 0, strides = [0]} : (memref<64xi8>, memref<1xi8>) -> ()
    func.return
  }
}

// -----

// The input's memory is as good where all fits into it.
// CHECK-LABEL: func.func @lent
// CHECK-NOT: cortex_m.receive
builtin.module attributes {cmlir.overwrite_inputs = true} {
  func.func @lent(%x: memref<32xi8> {cmlir.role = "input"}, %out0: memref<16xi8> {cmlir.role = "output"}) {
    %a = memref.alloc() : memref<16xi8>
    cortex_m.copy %x out(%a) {offset = 0, strides = [1]} : (memref<32xi8>, memref<16xi8>) -> ()
    %b = memref.alloc() : memref<32xi8>
    cortex_m.copy %a out(%b) {offset = 0, strides = [0]} : (memref<16xi8>, memref<32xi8>) -> ()
    cortex_m.copy %b out(%out0) {offset = 0, strides = [1]} : (memref<32xi8>, memref<16xi8>) -> ()
    func.return
  }
}

// -----

// Nothing is put over inputs that must be kept.
// CHECK-LABEL: func.func @kept
// CHECK-NOT: cortex_m.receive
builtin.module {
  func.func @kept(%x: memref<32xi8> {cmlir.role = "input"}, %out0: memref<1xi8> {cmlir.role = "output"}) {
    %b = memref.alloc() : memref<64xi8>
    cortex_m.copy %x out(%b) {offset = 0, strides = [0]} : (memref<32xi8>, memref<64xi8>) -> ()
    cortex_m.copy %b out(%out0) {offset = 0, strides = [0]} : (memref<64xi8>, memref<1xi8>) -> ()
    func.return
  }
}
