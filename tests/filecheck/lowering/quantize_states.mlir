// RUN: cmlir-opt %s --split-input-file --quantize-states | filecheck %s

!q = !quant.uniform<i8:f32, 0.5:-3>

// A state that is read as the codes that it becomes is kept as these codes.
// CHECK:       ml_program.global private @cache_codes(dense<[-3, -1, 1]> : tensor<3xi8>) : tensor<3xi8>
// CHECK-LABEL: @codes
// CHECK-SAME:    %s: tensor<3x!quant.uniform<i8:f32, 5.000000e-01:-3>> {cmlir.state = "cache", cmlir.initial = @cache_codes, cmlir.scale = 5.000000e-01 : f64, cmlir.zero_point = -3 : i64}
// CHECK-NEXT:    %0 = aten.cat %s, %x
// CHECK-NEXT:    %1 = aten.slice %0
// CHECK:         func.return %1 : tensor<3x!quant.uniform<i8:f32, 5.000000e-01:-3>>
ml_program.global private @cache(dense<[0.0, 1.0, 2.0]> : tensor<3xf32>) : tensor<3xf32>
func.func @codes(%x : tensor<1x!q>, %s : tensor<3xf32> {cmlir.state = "cache", cmlir.initial = @cache}) -> (tensor<3xf32> {cmlir.state = "cache"}) {
  %0 = quant.qcast %s : tensor<3xf32> to tensor<3x!q>
  %1 = aten.cat %0, %x {dim = 0} : (tensor<3x!q>, tensor<1x!q>) -> tensor<4x!q>
  %2 = aten.slice %1 {dim = 0, start = 1, step = 1} : (tensor<4x!q>) -> tensor<3x!q>
  %3 = quant.dcast %2 : tensor<3x!q> to tensor<3xf32>
  func.return %3 : tensor<3xf32>
}
// -----
!q = !quant.uniform<i8:f32, 0.5:-3>
!p = !quant.uniform<i8:f32, 0.25>

// Read as other codes, or in float, it stays in float.
// CHECK-LABEL: @floats
// CHECK-SAME:    %s: tensor<3xf32> {cmlir.state = "s", cmlir.initial = @s}, %t: tensor<3xf32> {cmlir.state = "t", cmlir.initial = @t}
ml_program.global private @s(dense<0.0> : tensor<3xf32>) : tensor<3xf32>
ml_program.global private @t(dense<0.0> : tensor<3xf32>) : tensor<3xf32>
func.func @floats(%x : tensor<3x!q>, %s : tensor<3xf32> {cmlir.state = "s", cmlir.initial = @s}, %t : tensor<3xf32> {cmlir.state = "t", cmlir.initial = @t}) -> (tensor<3x!p>, tensor<3xf32>, tensor<3xf32> {cmlir.state = "s"}, tensor<3xf32> {cmlir.state = "t"}) {
  %0 = quant.qcast %s : tensor<3xf32> to tensor<3x!p>
  %1 = quant.dcast %x : tensor<3x!q> to tensor<3xf32>
  %2 = aten.add %1, %t : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  func.return %0, %2, %1, %1 : tensor<3x!p>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}
