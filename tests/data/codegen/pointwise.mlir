// Every op that works element by element, on sizes that fill no vector.
builtin.module attributes {cmlir.stage = "lower", cortex_m.target = "cortex-m55"} {
  func.func @main(
    %x: tensor<3x7xf32> {cmlir.name = "x", cmlir.dtype = "float32", cmlir.shape = array<i64: 3, 7>},
    %y: tensor<3x7xi8> {cmlir.name = "y", cmlir.dtype = "int8", cmlir.shape = array<i64: 3, 7>, cmlir.scale = 0.1, cmlir.zero_point = -5}
  ) -> (
    tensor<21xf32> {cmlir.name = "floats", cmlir.dtype = "float32", cmlir.shape = array<i64: 21>},
    tensor<3x7xi8> {cmlir.name = "codes", cmlir.dtype = "int8", cmlir.shape = array<i64: 3, 7>, cmlir.scale = 0.25, cmlir.zero_point = 9}
  ) {
    %q = cortex_m.quantize %x {scale = 0.03, zero_point = 4, clamp = #cortex_m.clamp<-128, 127>} : (tensor<3x7xf32>) -> tensor<3x7xi8> loc("quantize|"("model.py":3:0))
    %m = cortex_m.mul %q, %y {lhs_offset = -4, rhs_offset = 5, output_offset = 2, rescale = #cortex_m.rescale<1288490189, -6>, clamp = #cortex_m.clamp<-100, 100>} : (tensor<3x7xi8>, tensor<3x7xi8>) -> tensor<3x7xi8> loc("mul|gate"("model.py":4:0))
    %a = cortex_m.add %m, %q {lhs_offset = -2, rhs_offset = -4, output_offset = -7, lhs_rescale = #cortex_m.rescale<1073741824, 0>, rhs_rescale = #cortex_m.rescale<1610612736, -1>, rescale = #cortex_m.rescale<1503238553, -18>, left_shift = 20, clamp = #cortex_m.clamp<-128, 127>} : (tensor<3x7xi8>, tensor<3x7xi8>) -> tensor<3x7xi8> loc("add|gate"("model.py":5:0))
    %r = cortex_m.requantize %a {input_offset = 7, output_offset = 9, rescale = #cortex_m.rescale<1717986918, -1>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<3x7xi8>) -> tensor<3x7xi8> loc("requantize|gate"("model.py":6:0))
    %t = cortex_m.table %r {table = dense<"0x7f7e7d7c7b7a797877767574737271706f6e6d6c6b6a696867666564636261605f5e5d5c5b5a595857565554535251504f4e4d4c4b4a494847464544434241403f3e3d3c3b3a393837363534333231302f2e2d2c2b2a292827262524232221201f1e1d1c1b1a191817161514131211100f0e0d0c0b0a09080706050403020100fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8e7e6e5e4e3e2e1e0dfdedddcdbdad9d8d7d6d5d4d3d2d1d0cfcecdcccbcac9c8c7c6c5c4c3c2c1c0bfbebdbcbbbab9b8b7b6b5b4b3b2b1b0afaeadacabaaa9a8a7a6a5a4a3a2a1a09f9e9d9c9b9a999897969594939291908f8e8d8c8b8a89888786858483828180"> : tensor<256xi8>} : (tensor<3x7xi8>) -> tensor<3x7xi8> loc("neg|act"("model.py":7:0))
    %d = cortex_m.dequantize %t {scale = 0.25, zero_point = 9} : (tensor<3x7xi8>) -> tensor<3x7xf32> loc("dequantize|"("model.py":8:0))
    %f = cortex_m.f32_mul %d, %x : (tensor<3x7xf32>, tensor<3x7xf32>) -> tensor<3x7xf32> loc("mul_1|head"("model.py":9:0))
    %g = cortex_m.f32_add %f, %x : (tensor<3x7xf32>, tensor<3x7xf32>) -> tensor<3x7xf32> loc("add_1|head"("model.py":10:0))
    %h = cortex_m.f32_mul_scalar %g {value = 0.1} : (tensor<3x7xf32>) -> tensor<3x7xf32> loc("mul_2|head"("model.py":11:0))
    %v = cortex_m.view %h {offset = 0} : (tensor<3x7xf32>) -> tensor<21xf32> loc("flatten|head"("model.py":12:0))
    func.return %v, %r : tensor<21xf32>, tensor<3x7xi8> loc("output|"("model.py":13:0))
  } loc("main|"("model.py":1:0))
}
