// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'cortex_m.attention': query must have elements of type i8, but has tensor<8x64xi16>
func.func @query_type(%q : tensor<8x64xi16>, %k : tensor<6x64xi8>, %v : tensor<6x64xi8>, %e : tensor<256xi32>) {
  %0 = cortex_m.attention %q, %k, %v, %e {sizes = [1, 4, 8, 6, 16, 16], block_rows = 4, query_start = 0, query_strides = [0, 16, 64], key_start = 0, key_strides = [0, 16, 64, 1], value_start = 0, value_strides = [0, 16, 1, 64], out_strides = [0, 16, 64], query_offset = 3, key_offset = -5, scores_offset = 7, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 2, output_offset = -1, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-100, 100>} : (tensor<8x64xi16>, tensor<6x64xi8>, tensor<6x64xi8>, tensor<256xi32>) -> tensor<8x64xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.attention': value must have elements of type i8, but has tensor<6x64xf32>
func.func @value_type(%q : tensor<8x64xi8>, %k : tensor<6x64xi8>, %v : tensor<6x64xf32>, %e : tensor<256xi32>) {
  %0 = cortex_m.attention %q, %k, %v, %e {sizes = [1, 4, 8, 6, 16, 16], block_rows = 4, query_start = 0, query_strides = [0, 16, 64], key_start = 0, key_strides = [0, 16, 64, 1], value_start = 0, value_strides = [0, 16, 1, 64], out_strides = [0, 16, 64], query_offset = 3, key_offset = -5, scores_offset = 7, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 2, output_offset = -1, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-100, 100>} : (tensor<8x64xi8>, tensor<6x64xi8>, tensor<6x64xf32>, tensor<256xi32>) -> tensor<8x64xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.attention': exponentials must have shape 256, but has tensor<255xi32>
func.func @exponentials(%q : tensor<8x64xi8>, %k : tensor<6x64xi8>, %v : tensor<6x64xi8>, %e : tensor<255xi32>) {
  %0 = cortex_m.attention %q, %k, %v, %e {sizes = [1, 4, 8, 6, 16, 16], block_rows = 4, query_start = 0, query_strides = [0, 16, 64], key_start = 0, key_strides = [0, 16, 64, 1], value_start = 0, value_strides = [0, 16, 1, 64], out_strides = [0, 16, 64], query_offset = 3, key_offset = -5, scores_offset = 7, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 2, output_offset = -1, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-100, 100>} : (tensor<8x64xi8>, tensor<6x64xi8>, tensor<6x64xi8>, tensor<255xi32>) -> tensor<8x64xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.attention': sizes must be 6 integers, but are 5
func.func @sizes_length(%q : tensor<8x64xi8>, %k : tensor<6x64xi8>, %v : tensor<6x64xi8>, %e : tensor<256xi32>) {
  %0 = cortex_m.attention %q, %k, %v, %e {sizes = [4, 8, 6, 16, 16], block_rows = 4, query_start = 0, query_strides = [0, 16, 64], key_start = 0, key_strides = [0, 16, 64, 1], value_start = 0, value_strides = [0, 16, 1, 64], out_strides = [0, 16, 64], query_offset = 3, key_offset = -5, scores_offset = 7, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 2, output_offset = -1, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-100, 100>} : (tensor<8x64xi8>, tensor<6x64xi8>, tensor<6x64xi8>, tensor<256xi32>) -> tensor<8x64xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.attention': value_strides must be 4 integers, but are 3
func.func @strides_length(%q : tensor<8x64xi8>, %k : tensor<6x64xi8>, %v : tensor<6x64xi8>, %e : tensor<256xi32>) {
  %0 = cortex_m.attention %q, %k, %v, %e {sizes = [1, 4, 8, 6, 16, 16], block_rows = 4, query_start = 0, query_strides = [0, 16, 64], key_start = 0, key_strides = [0, 16, 64, 1], value_start = 0, value_strides = [16, 1, 64], out_strides = [0, 16, 64], query_offset = 3, key_offset = -5, scores_offset = 7, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 2, output_offset = -1, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-100, 100>} : (tensor<8x64xi8>, tensor<6x64xi8>, tensor<6x64xi8>, tensor<256xi32>) -> tensor<8x64xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.attention': sizes must be positive, with at most 511 columns of scores
func.func @no_rows(%q : tensor<8x64xi8>, %k : tensor<6x64xi8>, %v : tensor<6x64xi8>, %e : tensor<256xi32>) {
  %0 = cortex_m.attention %q, %k, %v, %e {sizes = [1, 4, 0, 6, 16, 16], block_rows = 4, query_start = 0, query_strides = [0, 16, 64], key_start = 0, key_strides = [0, 16, 64, 1], value_start = 0, value_strides = [0, 16, 1, 64], out_strides = [0, 16, 64], query_offset = 3, key_offset = -5, scores_offset = 7, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 2, output_offset = -1, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-100, 100>} : (tensor<8x64xi8>, tensor<6x64xi8>, tensor<6x64xi8>, tensor<256xi32>) -> tensor<8x64xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.attention': sizes must be positive, with at most 511 columns of scores
func.func @long_rows(%q : tensor<8x64xi8>, %k : tensor<6x64xi8>, %v : tensor<6x64xi8>, %e : tensor<256xi32>) {
  %0 = cortex_m.attention %q, %k, %v, %e {sizes = [1, 4, 8, 512, 16, 16], block_rows = 4, query_start = 0, query_strides = [0, 16, 64], key_start = 0, key_strides = [0, 16, 64, 1], value_start = 0, value_strides = [0, 16, 1, 64], out_strides = [0, 16, 64], query_offset = 3, key_offset = -5, scores_offset = 7, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 2, output_offset = -1, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-100, 100>} : (tensor<8x64xi8>, tensor<6x64xi8>, tensor<6x64xi8>, tensor<256xi32>) -> tensor<8x64xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.attention': block_rows must be 1 to 8, but is 9
func.func @block(%q : tensor<8x64xi8>, %k : tensor<6x64xi8>, %v : tensor<6x64xi8>, %e : tensor<256xi32>) {
  %0 = cortex_m.attention %q, %k, %v, %e {sizes = [1, 4, 8, 6, 16, 16], block_rows = 9, query_start = 0, query_strides = [0, 16, 64], key_start = 0, key_strides = [0, 16, 64, 1], value_start = 0, value_strides = [0, 16, 1, 64], out_strides = [0, 16, 64], query_offset = 3, key_offset = -5, scores_offset = 7, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 2, output_offset = -1, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-100, 100>} : (tensor<8x64xi8>, tensor<6x64xi8>, tensor<6x64xi8>, tensor<256xi32>) -> tensor<8x64xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.attention': the last stride of key must be 1, and one of the last two of value
func.func @keys_in_columns(%q : tensor<8x64xi8>, %k : tensor<6x64xi8>, %v : tensor<6x64xi8>, %e : tensor<256xi32>) {
  %0 = cortex_m.attention %q, %k, %v, %e {sizes = [1, 4, 8, 6, 16, 16], block_rows = 4, query_start = 0, query_strides = [0, 16, 64], key_start = 0, key_strides = [0, 16, 1, 64], value_start = 0, value_strides = [0, 16, 1, 64], out_strides = [0, 16, 64], query_offset = 3, key_offset = -5, scores_offset = 7, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 2, output_offset = -1, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-100, 100>} : (tensor<8x64xi8>, tensor<6x64xi8>, tensor<6x64xi8>, tensor<256xi32>) -> tensor<8x64xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.attention': the last stride of key must be 1, and one of the last two of value
func.func @scattered_values(%q : tensor<8x64xi8>, %k : tensor<6x64xi8>, %v : tensor<6x64xi8>, %e : tensor<256xi32>) {
  %0 = cortex_m.attention %q, %k, %v, %e {sizes = [1, 4, 8, 6, 16, 16], block_rows = 4, query_start = 0, query_strides = [0, 16, 64], key_start = 0, key_strides = [0, 16, 64, 1], value_start = 0, value_strides = [0, 16, 2, 64], out_strides = [0, 16, 64], query_offset = 3, key_offset = -5, scores_offset = 7, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 2, output_offset = -1, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-100, 100>} : (tensor<8x64xi8>, tensor<6x64xi8>, tensor<6x64xi8>, tensor<256xi32>) -> tensor<8x64xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.attention': reads elements 1 to 512 of query, which has 512
func.func @query_outside(%q : tensor<8x64xi8>, %k : tensor<6x64xi8>, %v : tensor<6x64xi8>, %e : tensor<256xi32>) {
  %0 = cortex_m.attention %q, %k, %v, %e {sizes = [1, 4, 8, 6, 16, 16], block_rows = 4, query_start = 1, query_strides = [0, 16, 64], key_start = 0, key_strides = [0, 16, 64, 1], value_start = 0, value_strides = [0, 16, 1, 64], out_strides = [0, 16, 64], query_offset = 3, key_offset = -5, scores_offset = 7, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 2, output_offset = -1, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-100, 100>} : (tensor<8x64xi8>, tensor<6x64xi8>, tensor<6x64xi8>, tensor<256xi32>) -> tensor<8x64xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.attention': reads elements -1 to 382 of key, which has 384
func.func @key_outside(%q : tensor<8x64xi8>, %k : tensor<6x64xi8>, %v : tensor<6x64xi8>, %e : tensor<256xi32>) {
  %0 = cortex_m.attention %q, %k, %v, %e {sizes = [1, 4, 8, 6, 16, 16], block_rows = 4, query_start = 0, query_strides = [0, 16, 64], key_start = -1, key_strides = [0, 16, 64, 1], value_start = 0, value_strides = [0, 16, 1, 64], out_strides = [0, 16, 64], query_offset = 3, key_offset = -5, scores_offset = 7, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 2, output_offset = -1, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-100, 100>} : (tensor<8x64xi8>, tensor<6x64xi8>, tensor<6x64xi8>, tensor<256xi32>) -> tensor<8x64xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.attention': reads elements 1 to 384 of value, which has 384
func.func @value_outside(%q : tensor<8x64xi8>, %k : tensor<6x64xi8>, %v : tensor<6x64xi8>, %e : tensor<256xi32>) {
  %0 = cortex_m.attention %q, %k, %v, %e {sizes = [1, 4, 8, 6, 16, 16], block_rows = 4, query_start = 0, query_strides = [0, 16, 64], key_start = 0, key_strides = [0, 16, 64, 1], value_start = 1, value_strides = [0, 16, 1, 64], out_strides = [0, 16, 64], query_offset = 3, key_offset = -5, scores_offset = 7, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 2, output_offset = -1, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-100, 100>} : (tensor<8x64xi8>, tensor<6x64xi8>, tensor<6x64xi8>, tensor<256xi32>) -> tensor<8x64xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.attention': out_strides do not reach every element of out once
func.func @out_overlaps(%q : tensor<8x64xi8>, %k : tensor<6x64xi8>, %v : tensor<6x64xi8>, %e : tensor<256xi32>) {
  %0 = cortex_m.attention %q, %k, %v, %e {sizes = [1, 4, 8, 6, 16, 16], block_rows = 4, query_start = 0, query_strides = [0, 16, 64], key_start = 0, key_strides = [0, 16, 64, 1], value_start = 0, value_strides = [0, 16, 1, 64], out_strides = [0, 8, 64], query_offset = 3, key_offset = -5, scores_offset = 7, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 2, output_offset = -1, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-100, 100>} : (tensor<8x64xi8>, tensor<6x64xi8>, tensor<6x64xi8>, tensor<256xi32>) -> tensor<8x64xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.attention': query_offset 129 is not in [-127, 128]
func.func @query_offset(%q : tensor<8x64xi8>, %k : tensor<6x64xi8>, %v : tensor<6x64xi8>, %e : tensor<256xi32>) {
  %0 = cortex_m.attention %q, %k, %v, %e {sizes = [1, 4, 8, 6, 16, 16], block_rows = 4, query_start = 0, query_strides = [0, 16, 64], key_start = 0, key_strides = [0, 16, 64, 1], value_start = 0, value_strides = [0, 16, 1, 64], out_strides = [0, 16, 64], query_offset = 129, key_offset = -5, scores_offset = 7, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 2, output_offset = -1, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-100, 100>} : (tensor<8x64xi8>, tensor<6x64xi8>, tensor<6x64xi8>, tensor<256xi32>) -> tensor<8x64xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.attention': scores_offset 128 is not in [-128, 127]
func.func @scores_offset(%q : tensor<8x64xi8>, %k : tensor<6x64xi8>, %v : tensor<6x64xi8>, %e : tensor<256xi32>) {
  %0 = cortex_m.attention %q, %k, %v, %e {sizes = [1, 4, 8, 6, 16, 16], block_rows = 4, query_start = 0, query_strides = [0, 16, 64], key_start = 0, key_strides = [0, 16, 64, 1], value_start = 0, value_strides = [0, 16, 1, 64], out_strides = [0, 16, 64], query_offset = 3, key_offset = -5, scores_offset = 128, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 2, output_offset = -1, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-100, 100>} : (tensor<8x64xi8>, tensor<6x64xi8>, tensor<6x64xi8>, tensor<256xi32>) -> tensor<8x64xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.attention': probabilities_offset 129 is not in [-127, 128]
func.func @probabilities_offset(%q : tensor<8x64xi8>, %k : tensor<6x64xi8>, %v : tensor<6x64xi8>, %e : tensor<256xi32>) {
  %0 = cortex_m.attention %q, %k, %v, %e {sizes = [1, 4, 8, 6, 16, 16], block_rows = 4, query_start = 0, query_strides = [0, 16, 64], key_start = 0, key_strides = [0, 16, 64, 1], value_start = 0, value_strides = [0, 16, 1, 64], out_strides = [0, 16, 64], query_offset = 3, key_offset = -5, scores_offset = 7, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 129, value_offset = 2, output_offset = -1, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-100, 100>} : (tensor<8x64xi8>, tensor<6x64xi8>, tensor<6x64xi8>, tensor<256xi32>) -> tensor<8x64xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.attention': each product of an attention has one rescale pair
func.func @per_channel(%q : tensor<8x64xi8>, %k : tensor<6x64xi8>, %v : tensor<6x64xi8>, %e : tensor<256xi32>) {
  %0 = cortex_m.attention %q, %k, %v, %e {sizes = [1, 4, 8, 6, 16, 16], block_rows = 4, query_start = 0, query_strides = [0, 16, 64], key_start = 0, key_strides = [0, 16, 64, 1], value_start = 0, value_strides = [0, 16, 1, 64], out_strides = [0, 16, 64], query_offset = 3, key_offset = -5, scores_offset = 7, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 2, output_offset = -1, rescale = #cortex_m.rescale<[1073741824, 1073741824], [-7, -7]>, clamp = #cortex_m.clamp<-100, 100>} : (tensor<8x64xi8>, tensor<6x64xi8>, tensor<6x64xi8>, tensor<256xi32>) -> tensor<8x64xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.attention': mask, mask_offset and mask_strides belong together
func.func @mask_alone(%q : tensor<8x64xi8>, %k : tensor<6x64xi8>, %v : tensor<6x64xi8>, %e : tensor<256xi32>, %m : tensor<8xi1>) {
  %0 = cortex_m.attention %q, %k, %v, %e mask(%m) {sizes = [1, 4, 8, 6, 16, 16], block_rows = 4, query_start = 0, query_strides = [0, 16, 64], key_start = 0, key_strides = [0, 16, 64, 1], value_start = 0, value_strides = [0, 16, 1, 64], out_strides = [0, 16, 64], query_offset = 3, key_offset = -5, scores_offset = 7, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 2, output_offset = -1, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-100, 100>} : (tensor<8x64xi8>, tensor<6x64xi8>, tensor<6x64xi8>, tensor<256xi32>, tensor<8xi1>) -> tensor<8x64xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.attention': mask has 3 strides for shape (1, 4, 8, 6), rank at most 8
func.func @mask_rank(%q : tensor<8x64xi8>, %k : tensor<6x64xi8>, %v : tensor<6x64xi8>, %e : tensor<256xi32>, %m : tensor<8xi1>) {
  %0 = cortex_m.attention %q, %k, %v, %e mask(%m) {sizes = [1, 4, 8, 6, 16, 16], block_rows = 4, query_start = 0, query_strides = [0, 16, 64], key_start = 0, key_strides = [0, 16, 64, 1], value_start = 0, value_strides = [0, 16, 1, 64], out_strides = [0, 16, 64], query_offset = 3, key_offset = -5, scores_offset = 7, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 2, output_offset = -1, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-100, 100>, mask_offset = 0, mask_strides = [0, 0, 1]} : (tensor<8x64xi8>, tensor<6x64xi8>, tensor<6x64xi8>, tensor<256xi32>, tensor<8xi1>) -> tensor<8x64xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.attention': reads elements 3 to 8 of mask, which has 8
func.func @mask_end(%q : tensor<8x64xi8>, %k : tensor<6x64xi8>, %v : tensor<6x64xi8>, %e : tensor<256xi32>, %m : tensor<8xi1>) {
  %0 = cortex_m.attention %q, %k, %v, %e mask(%m) {sizes = [1, 4, 8, 6, 16, 16], block_rows = 4, query_start = 0, query_strides = [0, 16, 64], key_start = 0, key_strides = [0, 16, 64, 1], value_start = 0, value_strides = [0, 16, 1, 64], out_strides = [0, 16, 64], query_offset = 3, key_offset = -5, scores_offset = 7, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-128, 127>, probabilities_offset = 128, value_offset = 2, output_offset = -1, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-100, 100>, mask_offset = 3, mask_strides = [0, 0, 0, 1]} : (tensor<8x64xi8>, tensor<6x64xi8>, tensor<6x64xi8>, tensor<256xi32>, tensor<8xi1>) -> tensor<8x64xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.attention': scores_offset 32768 is not in [-32768, 32767]
func.func @wide_scores(%q : tensor<8x64xi8>, %k : tensor<6x64xi8>, %v : tensor<6x64xi8>, %e : tensor<2x256xi32>) {
  %0 = cortex_m.attention %q, %k, %v, %e {sizes = [1, 4, 8, 6, 16, 16], block_rows = 4, query_start = 0, query_strides = [0, 16, 64], key_start = 0, key_strides = [0, 16, 64, 1], value_start = 0, value_strides = [0, 16, 1, 64], out_strides = [0, 16, 64], query_offset = 3, key_offset = -5, scores_offset = 32768, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-32768, 32767>, probabilities_offset = 128, value_offset = 2, output_offset = -1, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-100, 100>} : (tensor<8x64xi8>, tensor<6x64xi8>, tensor<6x64xi8>, tensor<2x256xi32>) -> tensor<8x64xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.attention': exponentials must have shape 2x256, but has tensor<3x256xi32>
func.func @wide_exponentials(%q : tensor<8x64xi8>, %k : tensor<6x64xi8>, %v : tensor<6x64xi8>, %e : tensor<3x256xi32>) {
  %0 = cortex_m.attention %q, %k, %v, %e {sizes = [1, 4, 8, 6, 16, 16], block_rows = 4, query_start = 0, query_strides = [0, 16, 64], key_start = 0, key_strides = [0, 16, 64, 1], value_start = 0, value_strides = [0, 16, 1, 64], out_strides = [0, 16, 64], query_offset = 3, key_offset = -5, scores_offset = 300, scores_rescale = #cortex_m.rescale<1518500250, -8>, scores_clamp = #cortex_m.clamp<-32768, 32767>, probabilities_offset = 128, value_offset = 2, output_offset = -1, rescale = #cortex_m.rescale<1073741824, -7>, clamp = #cortex_m.clamp<-100, 100>} : (tensor<8x64xi8>, tensor<6x64xi8>, tensor<6x64xi8>, tensor<3x256xi32>) -> tensor<8x64xi8>
  func.return
}
