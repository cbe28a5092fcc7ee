// RUN: cmlir-opt %s --canonicalize | filecheck %s

!t = !quant.uniform<i8:f32, 0.5:-3>
!other = !quant.uniform<i8:f32, 0.25:-3>

// CHECK-LABEL: @storage_there_and_back
// CHECK-NEXT: func.return %code
func.func @storage_there_and_back(%code: tensor<4xi8>) -> tensor<4xi8> {
  %0 = quant.scast %code : tensor<4xi8> to tensor<4x!t>
  %1 = quant.scast %0 : tensor<4x!t> to tensor<4xi8>
  func.return %1 : tensor<4xi8>
}

// CHECK-LABEL: @storage_relabelled
// CHECK-NEXT: quant.scast
// CHECK-NEXT: quant.scast
// CHECK-NEXT: func.return
func.func @storage_relabelled(%q: tensor<4x!t>) -> tensor<4x!other> {
  %0 = quant.scast %q : tensor<4x!t> to tensor<4xi8>
  %1 = quant.scast %0 : tensor<4xi8> to tensor<4x!other>
  func.return %1 : tensor<4x!other>
}

// CHECK-LABEL: @quantized_again
// CHECK-NEXT: func.return %q
func.func @quantized_again(%q: tensor<4x!t>) -> tensor<4x!t> {
  %0 = quant.dcast %q : tensor<4x!t> to tensor<4xf32>
  %1 = quant.qcast %0 : tensor<4xf32> to tensor<4x!t>
  func.return %1 : tensor<4x!t>
}

// CHECK-LABEL: @requantized
// CHECK-NEXT: quant.dcast
// CHECK-NEXT: quant.qcast
// CHECK-NEXT: func.return
func.func @requantized(%q: tensor<4x!t>) -> tensor<4x!other> {
  %0 = quant.dcast %q : tensor<4x!t> to tensor<4xf32>
  %1 = quant.qcast %0 : tensor<4xf32> to tensor<4x!other>
  func.return %1 : tensor<4x!other>
}

// Rounding and saturation are what the program says: the pair stays.
// CHECK-LABEL: @fake_quantized
// CHECK-NEXT: quant.qcast
// CHECK-NEXT: quant.dcast
// CHECK-NEXT: func.return
func.func @fake_quantized(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = quant.qcast %x : tensor<4xf32> to tensor<4x!t>
  %1 = quant.dcast %0 : tensor<4x!t> to tensor<4xf32>
  func.return %1 : tensor<4xf32>
}

// CHECK-LABEL: @unused
// CHECK-NEXT: func.return
func.func @unused(%x: f32) {
  %0 = quant.qcast %x : f32 to !t
  func.return
}
