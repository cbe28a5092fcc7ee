// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK-LABEL: @heads
func.func @heads(%q : tensor<8x64xi8>, %k : tensor<6x64xi8>, %v : tensor<6x64xi8>, %e : tensor<256xi32>) {
  // CHECK: %0 = cortex_m.attention %q, %k, %v, %e {sizes = [1, 4, 8, 6, 16, 16], block_rows = 4, query_start = 0, query_strides = [0, 16, 64], key_start = 0, key_strides = [0, 16, 64, 1], value_start = 0, value_strides = [0, 16, 1, 64], out_strides = [0, 16, 64], query_offset = 3, key_offset = -5, scores_offset = 7, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 2, output_offset = -1, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-100, 100>} : (tensor<8x64xi8>, tensor<6x64xi8>, tensor<6x64xi8>, tensor<256xi32>) -> tensor<8x64xi8>
  %0 = cortex_m.attention %q, %k, %v, %e {sizes = [1, 4, 8, 6, 16, 16], block_rows = 4, query_start = 0, query_strides = [0, 16, 64], key_start = 0, key_strides = [0, 16, 64, 1], value_start = 0, value_strides = [0, 16, 1, 64], out_strides = [0, 16, 64], query_offset = 3, key_offset = -5, scores_offset = 7, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 2, output_offset = -1, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-100, 100>} : (tensor<8x64xi8>, tensor<6x64xi8>, tensor<6x64xi8>, tensor<256xi32>) -> tensor<8x64xi8>
  func.return
}

// The result in the place of the queries.
// CHECK-LABEL: @on_memrefs
func.func @on_memrefs(%q : memref<8x64xi8>, %kv : memref<6x128xi8>, %e : memref<256xi32>, %t : memref<208xi8>) {
  // CHECK: cortex_m.attention %q, %kv, %kv, %e out(%q) scratch(%t) {sizes = [1, 4, 8, 6, 16, 16], block_rows = 4, query_start = 0, query_strides = [0, 16, 64], key_start = 0, key_strides = [0, 16, 128, 1], value_start = 64, value_strides = [0, 16, 1, 128], out_strides = [0, 16, 64], query_offset = 3, key_offset = -5, scores_offset = 7, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 2, output_offset = -1, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-100, 100>} : (memref<8x64xi8>, memref<6x128xi8>, memref<6x128xi8>, memref<256xi32>, memref<8x64xi8>, memref<208xi8>) -> ()
  cortex_m.attention %q, %kv, %kv, %e out(%q) scratch(%t) {sizes = [1, 4, 8, 6, 16, 16], block_rows = 4, query_start = 0, query_strides = [0, 16, 64], key_start = 0, key_strides = [0, 16, 128, 1], value_start = 64, value_strides = [0, 16, 1, 128], out_strides = [0, 16, 64], query_offset = 3, key_offset = -5, scores_offset = 7, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 2, output_offset = -1, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-100, 100>} : (memref<8x64xi8>, memref<6x128xi8>, memref<6x128xi8>, memref<256xi32>, memref<8x64xi8>, memref<208xi8>) -> ()
  func.return
}
