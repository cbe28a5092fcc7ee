// RUN: cmlir-opt %s --convert-aten-to-cortex-m --dce | filecheck %s

!q = !quant.uniform<i8:f32, 0.5:3>
!r = !quant.uniform<i8:f32, 0.25>
!c = !quant.uniform<i8<-127:127>:f32:0, {0.1, 0.2}>
!short = !quant.uniform<i8<0:127>:f32, 0.007>

ml_program.global private @w(dense<[[10, 20, 30], [-10, 5, 0]]> : tensor<2x3xi8>) : tensor<2x3xi8>

// CHECK: ml_program.global private @w_f32(dense<{{\[\[}}1.000000e+00, 2.000000e+00, 3.000000e+00], [-2.000000e+00, 1.000000e+00, 0.000000e+00]]> : tensor<2x3xf32>)

// Codes without an integer kernel are dequantized and quantized again; the reason stays.
// CHECK-LABEL: @two_tensors
// CHECK-NEXT: [[A:%.*]] = cortex_m.dequantize %x {scale = 5.000000e-01, zero_point = 3}
// CHECK-NEXT: [[B:%.*]] = cortex_m.dequantize %y {scale = 2.500000e-01, zero_point = 0}
// CHECK-NEXT: [[V:%.*]] = cortex_m.view [[B]]
// CHECK-NEXT: [[D:%.*]] = cortex_m.f32_binary [[A]], [[V]] {function = "pow", why = "of two quantized tensors is not supported"} : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: cortex_m.quantize [[D]] {scale = 2.500000e-01, zero_point = 0, clamp = #cortex_m.clamp<-128, 127>}
func.func @two_tensors(%x: tensor<2x3x!q>, %y: tensor<3x!r>) -> tensor<2x3x!r> {
  %0 = aten.pow %x, %y : (tensor<2x3x!q>, tensor<3x!r>) -> tensor<2x3x!r>
  func.return %0 : tensor<2x3x!r>
}

// A quantized weight beside numbers in float is stored in float.
// CHECK-LABEL: @weights
// CHECK: [[W:%.*]] = cortex_m.constant @w_f32
// CHECK: cortex_m.f32_matmul %x, [[W]] {why = "not all of its operands and results are quantized"}
func.func @weights(%x: tensor<4x3xf32>) -> tensor<4x2xf32> {
  %w = aten.constant @w : () -> tensor<2x3x!c>
  %0 = aten.linear %x, %w : (tensor<4x3xf32>, tensor<2x3x!c>) -> tensor<4x2xf32>
  func.return %0 : tensor<4x2xf32>
}

// CHECK-LABEL: @cast_weights
// CHECK: cortex_m.constant @w_f32
// CHECK: cortex_m.f32_matmul
func.func @cast_weights(%x: tensor<4x3xf32>) -> tensor<4x2xf32> {
  %w = aten.constant @w : () -> tensor<2x3x!c>
  %f = quant.dcast %w : tensor<2x3x!c> to tensor<2x3xf32>
  %0 = aten.linear %x, %f : (tensor<4x3xf32>, tensor<2x3xf32>) -> tensor<4x2xf32>
  func.return %0 : tensor<4x2xf32>
}

// CHECK-LABEL: @narrow_softmax
// CHECK: cortex_m.f32_softmax {{.*}} {function = "softmax", why = "gives codes from 0 to 127, not -128 to 127"}
func.func @narrow_softmax(%x: tensor<2x3x!q>) -> tensor<2x3x!short> {
  %0 = aten.softmax %x {dim = 1} : (tensor<2x3x!q>) -> tensor<2x3x!short>
  func.return %0 : tensor<2x3x!short>
}

// CHECK-LABEL: @scalars
// CHECK: [[N:%.*]] = cortex_m.constant @number
// CHECK: [[A:%.*]] = cortex_m.f32_binary [[N]], %x {{.*}}function = "sub"
// CHECK: [[B:%.*]] = cortex_m.f32_binary [[A]], {{.*}}function = "maximum"
// CHECK: [[C:%.*]] = cortex_m.f32_binary [[B]], {{.*}}function = "minimum"
// CHECK: [[D:%.*]] = cortex_m.f32_mul [[C]], [[C]]
// CHECK: cortex_m.f32_binary [[D]], {{.*}}function = "pow"
func.func @scalars(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = aten.rsub_scalar %x {value = 2.0} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = aten.clamp %0 {min = -1.0, max = 4.0} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = aten.pow_scalar %1 {value = 2.0} : (tensor<4xf32>) -> tensor<4xf32>
  %3 = aten.pow_scalar %2 {value = 0.3} : (tensor<4xf32>) -> tensor<4xf32>
  func.return %3 : tensor<4xf32>
}

// CHECK-LABEL: @functions
// CHECK: cortex_m.f32_unary %x {{.*}}function = "gelu_tanh"
// CHECK: cortex_m.f32_unary {{.*}}function = "softplus", parameters = array<f64: 2.000000e+00, 2.000000e+01>
func.func @functions(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = aten.gelu %x {approximate = "tanh"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = aten.softplus %0 {beta = 2.0, threshold = 20.0} : (tensor<4xf32>) -> tensor<4xf32>
  func.return %1 : tensor<4xf32>
}

// CHECK-LABEL: @masked
// CHECK: [[W:%.*]] = cortex_m.where {{.*}}, %x,
// CHECK: [[V:%.*]] = cortex_m.view [[W]]
// CHECK: cortex_m.f32_softmax [[V]] {{.*}}function = "safe_softmax"
func.func @masked(%x: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  %0 = aten.masked_softmax %x {dim = 2, diagonal = 0} : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  func.return %0 : tensor<2x4x4xf32>
}

// CHECK-LABEL: @rows
// CHECK: [[N:%.*]] = cortex_m.f32_norm %x weight(%w) {{.*}}function = "rms_norm", epsilon = 1.000000e-05
// CHECK: cortex_m.f32_reduce {{.*}}function = "mean"{{.*}} : (tensor<1x6x4xf32>) -> tensor<1x4xf32>
// CHECK: cortex_m.f32_reduce {{.*}}function = "argmax"{{.*}} : (tensor<6x4x1xf32>) -> tensor<6x1xi64>
func.func @rows(%x: tensor<6x4xf32>, %w: tensor<4xf32>) -> (tensor<4xf32>, tensor<6xi64>) {
  %0 = aten.rms_norm %x weight(%w) {axes = 1, eps = 1.0e-5} : (tensor<6x4xf32>, tensor<4xf32>) -> tensor<6x4xf32>
  %1 = aten.mean %0 {dims = [0], keepdim = false} : (tensor<6x4xf32>) -> tensor<4xf32>
  %2 = aten.argmax %0 {dims = [1], keepdim = false} : (tensor<6x4xf32>) -> tensor<6xi64>
  func.return %1, %2 : tensor<4xf32>, tensor<6xi64>
}

// CHECK-LABEL: @products
// CHECK: cortex_m.f32_matmul %x, {{.*}} bias(%b)
// CHECK: cortex_m.f32_matmul %l, {{.*}} : (tensor<2x4x4xf32>, tensor<1x3x4xf32>) -> tensor<2x4x3xf32>
func.func @products(%x: tensor<6x4xf32>, %y: tensor<4x4xf32>, %b: tensor<4xf32>, %l: tensor<2x4x4xf32>, %r: tensor<4x3xf32>) -> (tensor<6x4xf32>, tensor<2x4x3xf32>) {
  %0 = aten.addmm %b, %x, %y : (tensor<4xf32>, tensor<6x4xf32>, tensor<4x4xf32>) -> tensor<6x4xf32>
  %1 = aten.matmul %l, %r : (tensor<2x4x4xf32>, tensor<4x3xf32>) -> tensor<2x4x3xf32>
  func.return %0, %1 : tensor<6x4xf32>, tensor<2x4x3xf32>
}
