// Inputs that may be written over get a place in the arena, if arena and inputs take less memory together by that. The caller may write an input right there.

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
