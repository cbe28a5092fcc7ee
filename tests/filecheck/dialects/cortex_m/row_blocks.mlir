// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK-LABEL: @linear
func.func @linear(%x : tensor<2x3x4xi8>, %w : tensor<5x4xi8>, %s : tensor<5xi32>) {
  // CHECK: %0 = cortex_m.blocked_linear %x, %w, %s {block_rows = 2, weights_offset = 0, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3x4xi8>, tensor<5x4xi8>, tensor<5xi32>) -> tensor<2x3x5xi8>
  %0 = cortex_m.blocked_linear %x, %w, %s {block_rows = 2, weights_offset = 0, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x3x4xi8>, tensor<5x4xi8>, tensor<5xi32>) -> tensor<2x3x5xi8>
  func.return
}

// CHECK-LABEL: @linear_on_memrefs
func.func @linear_on_memrefs(%x : memref<2x3x4xi8>, %w : memref<5x4xi8>, %s : memref<5xi32>, %y : memref<2x3x5xi8>, %b : memref<10xi8>) {
  // CHECK: cortex_m.blocked_linear %x, %w, %s out(%y) scratch(%b) {block_rows = 2, weights_offset = 0, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (memref<2x3x4xi8>, memref<5x4xi8>, memref<5xi32>, memref<2x3x5xi8>, memref<10xi8>) -> ()
  cortex_m.blocked_linear %x, %w, %s out(%y) scratch(%b) {block_rows = 2, weights_offset = 0, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (memref<2x3x4xi8>, memref<5x4xi8>, memref<5xi32>, memref<2x3x5xi8>, memref<10xi8>) -> ()
  func.return
}

// CHECK-LABEL: @feed_forward
func.func @feed_forward(%x : tensor<2x3x4xi8>, %w : tensor<5x4xi8>, %s : tensor<5xi32>, %v : tensor<4x5xi8>, %t : tensor<4xi32>) {
  // CHECK: %0 = cortex_m.feed_forward %x, %w, %s, %v, %t {block_rows = 2, hidden_weights_offset = 0, hidden_output_offset = -128, hidden_rescale = #cortex_m.rescale<1518500250, -8>, hidden_clamp = #cortex_m.clamp<-128, 127>, weights_offset = 1, output_offset = 3, rescale = #cortex_m.rescale<[1518500250, 1, 2, 3], [-8, -7, 0, 1]>, clamp = #cortex_m.clamp<-100, 127>} : (tensor<2x3x4xi8>, tensor<5x4xi8>, tensor<5xi32>, tensor<4x5xi8>, tensor<4xi32>) -> tensor<2x3x4xi8>
  %0 = cortex_m.feed_forward %x, %w, %s, %v, %t {block_rows = 2, hidden_weights_offset = 0, hidden_output_offset = -128, hidden_rescale = #cortex_m.rescale<1518500250, -8>, hidden_clamp = #cortex_m.clamp<-128, 127>, weights_offset = 1, output_offset = 3, rescale = #cortex_m.rescale<[1518500250, 1, 2, 3], [-8, -7, 0, 1]>, clamp = #cortex_m.clamp<-100, 127>} : (tensor<2x3x4xi8>, tensor<5x4xi8>, tensor<5xi32>, tensor<4x5xi8>, tensor<4xi32>) -> tensor<2x3x4xi8>
  func.return
}

// CHECK-LABEL: @feed_forward_with_table
func.func @feed_forward_with_table(%x : tensor<2x3x4xi8>, %w : tensor<5x4xi8>, %s : tensor<5xi32>, %v : tensor<4x5xi8>, %t : tensor<4xi32>) {
  // CHECK: %0 = cortex_m.feed_forward %x, %w, %s, %v, %t {block_rows = 2, hidden_weights_offset = 0, hidden_output_offset = -128, hidden_rescale = #cortex_m.rescale<1518500250, -8>, hidden_clamp = #cortex_m.clamp<-128, 127>, weights_offset = 1, output_offset = 3, rescale = #cortex_m.rescale<[1518500250, 1, 2, 3], [-8, -7, 0, 1]>, clamp = #cortex_m.clamp<-100, 127>, table = dense<"0x00070E151C232A31383F464D545B626970777E858C939AA1A8AFB6BDC4CBD2D9E0E7EEF5FC030A11181F262D343B424950575E656C737A81888F969DA4ABB2B9C0C7CED5DCE3EAF1F8FF060D141B222930373E454C535A61686F767D848B9299A0A7AEB5BCC3CAD1D8DFE6EDF4FB020910171E252C333A41484F565D646B727980878E959CA3AAB1B8BFC6CDD4DBE2E9F0F7FE050C131A21282F363D444B525960676E757C838A91989FA6ADB4BBC2C9D0D7DEE5ECF3FA01080F161D242B323940474E555C636A71787F868D949BA2A9B0B7BEC5CCD3DAE1E8EFF6FD040B121920272E353C434A51585F666D747B828990979EA5ACB3BAC1C8CFD6DDE4EBF2F9"> : tensor<256xi8>} : (tensor<2x3x4xi8>, tensor<5x4xi8>, tensor<5xi32>, tensor<4x5xi8>, tensor<4xi32>) -> tensor<2x3x4xi8>
  %0 = cortex_m.feed_forward %x, %w, %s, %v, %t {block_rows = 2, hidden_weights_offset = 0, hidden_output_offset = -128, hidden_rescale = #cortex_m.rescale<1518500250, -8>, hidden_clamp = #cortex_m.clamp<-128, 127>, weights_offset = 1, output_offset = 3, rescale = #cortex_m.rescale<[1518500250, 1, 2, 3], [-8, -7, 0, 1]>, clamp = #cortex_m.clamp<-100, 127>, table = dense<"0x00070E151C232A31383F464D545B626970777E858C939AA1A8AFB6BDC4CBD2D9E0E7EEF5FC030A11181F262D343B424950575E656C737A81888F969DA4ABB2B9C0C7CED5DCE3EAF1F8FF060D141B222930373E454C535A61686F767D848B9299A0A7AEB5BCC3CAD1D8DFE6EDF4FB020910171E252C333A41484F565D646B727980878E959CA3AAB1B8BFC6CDD4DBE2E9F0F7FE050C131A21282F363D444B525960676E757C838A91989FA6ADB4BBC2C9D0D7DEE5ECF3FA01080F161D242B323940474E555C636A71787F868D949BA2A9B0B7BEC5CCD3DAE1E8EFF6FD040B121920272E353C434A51585F666D747B828990979EA5ACB3BAC1C8CFD6DDE4EBF2F9"> : tensor<256xi8>} : (tensor<2x3x4xi8>, tensor<5x4xi8>, tensor<5xi32>, tensor<4x5xi8>, tensor<4xi32>) -> tensor<2x3x4xi8>
  func.return
}

// CHECK-LABEL: @feed_forward_on_memrefs
func.func @feed_forward_on_memrefs(%x : memref<2x3x4xi8>, %w : memref<5x4xi8>, %s : memref<5xi32>, %v : memref<4x5xi8>, %t : memref<4xi32>, %y : memref<2x3x4xi8>, %b : memref<10xi8>) {
  // CHECK: cortex_m.feed_forward %x, %w, %s, %v, %t out(%y) scratch(%b) {block_rows = 2, hidden_weights_offset = 0, hidden_output_offset = -128, hidden_rescale = #cortex_m.rescale<1518500250, -8>, hidden_clamp = #cortex_m.clamp<-128, 127>, weights_offset = 1, output_offset = 3, rescale = #cortex_m.rescale<[1518500250, 1, 2, 3], [-8, -7, 0, 1]>, clamp = #cortex_m.clamp<-100, 127>} : (memref<2x3x4xi8>, memref<5x4xi8>, memref<5xi32>, memref<4x5xi8>, memref<4xi32>, memref<2x3x4xi8>, memref<10xi8>) -> ()
  cortex_m.feed_forward %x, %w, %s, %v, %t out(%y) scratch(%b) {block_rows = 2, hidden_weights_offset = 0, hidden_output_offset = -128, hidden_rescale = #cortex_m.rescale<1518500250, -8>, hidden_clamp = #cortex_m.clamp<-128, 127>, weights_offset = 1, output_offset = 3, rescale = #cortex_m.rescale<[1518500250, 1, 2, 3], [-8, -7, 0, 1]>, clamp = #cortex_m.clamp<-100, 127>} : (memref<2x3x4xi8>, memref<5x4xi8>, memref<5xi32>, memref<4x5xi8>, memref<4xi32>, memref<2x3x4xi8>, memref<10xi8>) -> ()
  func.return
}

// CHECK-LABEL: @linear_table
func.func @linear_table(%x : tensor<2x3x4xi8>, %w : tensor<5x4xi8>, %s : tensor<5xi32>) {
  // CHECK: %0 = cortex_m.linear_table %x, %w, %s {weights_offset = 0, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, table = dense<"0xF0F0F0F0F0F0F0F0F1F1F1F1F1F1F1F1F2F2F2F2F2F2F2F2F3F3F3F3F3F3F3F3F4F4F4F4F4F4F4F4F5F5F5F5F5F5F5F5F6F6F6F6F6F6F6F6F7F7F7F7F7F7F7F7F8F8F8F8F8F8F8F8F9F9F9F9F9F9F9F9FAFAFAFAFAFAFAFAFBFBFBFBFBFBFBFBFCFCFCFCFCFCFCFCFDFDFDFDFDFDFDFDFEFEFEFEFEFEFEFEFFFFFFFFFFFFFFFF000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F"> : tensor<256xi8>} : (tensor<2x3x4xi8>, tensor<5x4xi8>, tensor<5xi32>) -> tensor<2x3x5xi8>
  %0 = cortex_m.linear_table %x, %w, %s {weights_offset = 0, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, table = dense<"0xF0F0F0F0F0F0F0F0F1F1F1F1F1F1F1F1F2F2F2F2F2F2F2F2F3F3F3F3F3F3F3F3F4F4F4F4F4F4F4F4F5F5F5F5F5F5F5F5F6F6F6F6F6F6F6F6F7F7F7F7F7F7F7F7F8F8F8F8F8F8F8F8F9F9F9F9F9F9F9F9FAFAFAFAFAFAFAFAFBFBFBFBFBFBFBFBFCFCFCFCFCFCFCFCFDFDFDFDFDFDFDFDFEFEFEFEFEFEFEFEFFFFFFFFFFFFFFFF000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F"> : tensor<256xi8>} : (tensor<2x3x4xi8>, tensor<5x4xi8>, tensor<5xi32>) -> tensor<2x3x5xi8>
  func.return
}

// CHECK-LABEL: @linear_table_on_memrefs
func.func @linear_table_on_memrefs(%x : memref<2x3x4xi8>, %w : memref<5x4xi8>, %s : memref<5xi32>, %y : memref<2x3x5xi8>) {
  // CHECK: cortex_m.linear_table %x, %w, %s out(%y) {weights_offset = 0, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, table = dense<"0xF0F0F0F0F0F0F0F0F1F1F1F1F1F1F1F1F2F2F2F2F2F2F2F2F3F3F3F3F3F3F3F3F4F4F4F4F4F4F4F4F5F5F5F5F5F5F5F5F6F6F6F6F6F6F6F6F7F7F7F7F7F7F7F7F8F8F8F8F8F8F8F8F9F9F9F9F9F9F9F9FAFAFAFAFAFAFAFAFBFBFBFBFBFBFBFBFCFCFCFCFCFCFCFCFDFDFDFDFDFDFDFDFEFEFEFEFEFEFEFEFFFFFFFFFFFFFFFF000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F"> : tensor<256xi8>} : (memref<2x3x4xi8>, memref<5x4xi8>, memref<5xi32>, memref<2x3x5xi8>) -> ()
  cortex_m.linear_table %x, %w, %s out(%y) {weights_offset = 0, output_offset = 3, rescale = #cortex_m.rescale<1518500250, -8>, table = dense<"0xF0F0F0F0F0F0F0F0F1F1F1F1F1F1F1F1F2F2F2F2F2F2F2F2F3F3F3F3F3F3F3F3F4F4F4F4F4F4F4F4F5F5F5F5F5F5F5F5F6F6F6F6F6F6F6F6F7F7F7F7F7F7F7F7F8F8F8F8F8F8F8F8F9F9F9F9F9F9F9F9FAFAFAFAFAFAFAFAFBFBFBFBFBFBFBFBFCFCFCFCFCFCFCFCFDFDFDFDFDFDFDFDFEFEFEFEFEFEFEFEFFFFFFFFFFFFFFFF000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F"> : tensor<256xi8>} : (memref<2x3x4xi8>, memref<5x4xi8>, memref<5xi32>, memref<2x3x5xi8>) -> ()
  func.return
}
