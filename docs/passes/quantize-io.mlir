// `io="quantized"`: inputs and outputs cross as codes, and the signature says how to read them.

!a = !quant.uniform<i8:f32, 0.5:3>
func.func @main(%x: tensor<4xf32> {cmlir.name = "x", cmlir.dtype = "float32"}) -> (tensor<4xf32> {cmlir.name = "y", cmlir.dtype = "float32"}) {
  %0 = quant.qcast %x : tensor<4xf32> to tensor<4x!a>
  %1 = aten.add %0, %0 : (tensor<4x!a>, tensor<4x!a>) -> tensor<4x!a>
  %2 = quant.dcast %1 : tensor<4x!a> to tensor<4xf32>
  func.return %2 : tensor<4xf32>
}
