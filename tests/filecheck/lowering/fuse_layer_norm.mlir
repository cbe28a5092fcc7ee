// RUN: cmlir-opt %s --fuse-layer-norm | filecheck %s

!x = !quant.uniform<i8:f32, 0.03:2>
!v = !quant.uniform<i8:f32, 0.006:-128>
!r = !quant.uniform<i8:f32, 0.005:-128>

ml_program.global private @g(dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>) : tensor<4xf32>
ml_program.global private @b(dense<[5.0, 6.0, 7.0, 8.0]> : tensor<4xf32>) : tensor<4xf32>
ml_program.global private @row(dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>) : tensor<2x2xf32>

// As another quantizer leaves it: the variance and its inverse root are quantized, the parameters
// have axes in front.
// CHECK-LABEL: @layer_norm
// CHECK-NEXT:    %0 = quant.dcast %x
// CHECK-NEXT:    %g = aten.constant @g
// CHECK-NEXT:    %b = aten.constant @b
// CHECK-NEXT:    %1 = aten.view %g : (tensor<4xf32>) -> tensor<1x4xf32>
// CHECK-NEXT:    %2 = aten.view %1 : (tensor<1x4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    %3 = aten.view %b : (tensor<4xf32>) -> tensor<1x4xf32>
// CHECK-NEXT:    %4 = aten.view %3 : (tensor<1x4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    %y = aten.layer_norm %0 weight(%2) bias(%4) {axes = 1, eps = 1.000000e-05} : (tensor<3x4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
// CHECK-NEXT:    func.return %y
func.func @layer_norm(%x : tensor<3x4x!x>) -> tensor<3x4xf32> {
  %0 = quant.dcast %x : tensor<3x4x!x> to tensor<3x4xf32>
  %g = aten.constant @g : () -> tensor<4xf32>
  %b = aten.constant @b : () -> tensor<4xf32>
  %m = aten.mean %0 {dims = [1], keepdim = true} : (tensor<3x4xf32>) -> tensor<3x1xf32>
  %c = aten.sub %0, %m : (tensor<3x4xf32>, tensor<3x1xf32>) -> tensor<3x4xf32>
  %n = aten.mean %0 {dims = [1], keepdim = true} : (tensor<3x4xf32>) -> tensor<3x1xf32>
  %d = aten.sub %0, %n : (tensor<3x4xf32>, tensor<3x1xf32>) -> tensor<3x4xf32>
  %s = aten.pow_scalar %d {value = 2.0} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %v = aten.mean %s {dims = [1], keepdim = true} : (tensor<3x4xf32>) -> tensor<3x1xf32>
  %e = aten.add_scalar %v {value = 1.0e-05} : (tensor<3x1xf32>) -> tensor<3x1xf32>
  %eq = quant.qcast %e : tensor<3x1xf32> to tensor<3x1x!v>
  %ed = quant.dcast %eq : tensor<3x1x!v> to tensor<3x1xf32>
  %r = aten.rsqrt %ed : (tensor<3x1xf32>) -> tensor<3x1xf32>
  %rq = quant.qcast %r : tensor<3x1xf32> to tensor<3x1x!r>
  %rd = quant.dcast %rq : tensor<3x1x!r> to tensor<3x1xf32>
  %t = aten.mul %c, %rd : (tensor<3x4xf32>, tensor<3x1xf32>) -> tensor<3x4xf32>
  %3 = aten.view %g : (tensor<4xf32>) -> tensor<1x4xf32>
  %u = aten.mul %3, %t : (tensor<1x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %4 = aten.view %b : (tensor<4xf32>) -> tensor<1x4xf32>
  %y = aten.add %u, %4 : (tensor<3x4xf32>, tensor<1x4xf32>) -> tensor<3x4xf32>
  func.return %y : tensor<3x4xf32>
}

// Over two axes, by a division; the sum behind it is the bias that ATen's operation has not.
// CHECK-LABEL: @rms_norm
// CHECK-NEXT:    aten.constant @row
// CHECK-NEXT:    aten.rms_norm %x bias(%b) {axes = 2, eps = 0.000000e+00} : (tensor<5x2x2xf32>, tensor<2x2xf32>) -> tensor<5x2x2xf32>
// CHECK-NEXT:    func.return
func.func @rms_norm(%x : tensor<5x2x2xf32>) -> tensor<5x2x2xf32> {
  %b = aten.constant @row : () -> tensor<2x2xf32>
  %s = aten.mul %x, %x : (tensor<5x2x2xf32>, tensor<5x2x2xf32>) -> tensor<5x2x2xf32>
  %m = aten.mean %s {dims = [1, 2], keepdim = true} : (tensor<5x2x2xf32>) -> tensor<5x1x1xf32>
  %r = aten.sqrt %m : (tensor<5x1x1xf32>) -> tensor<5x1x1xf32>
  %t = aten.div %x, %r : (tensor<5x2x2xf32>, tensor<5x1x1xf32>) -> tensor<5x2x2xf32>
  %y = aten.add %t, %b : (tensor<5x2x2xf32>, tensor<2x2xf32>) -> tensor<5x2x2xf32>
  func.return %y : tensor<5x2x2xf32>
}

// Along the first axis, and of another value than the one that is divided.
// CHECK-LABEL: @no_norms
// CHECK-NOT:     _norm
func.func @no_norms(%x : tensor<4x4xf32>, %z : tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %s = aten.mul %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %m = aten.mean %s {dims = [0], keepdim = true} : (tensor<4x4xf32>) -> tensor<1x4xf32>
  %r = aten.rsqrt %m : (tensor<1x4xf32>) -> tensor<1x4xf32>
  %0 = aten.mul %x, %r : (tensor<4x4xf32>, tensor<1x4xf32>) -> tensor<4x4xf32>
  %n = aten.mean %s {dims = [1], keepdim = true} : (tensor<4x4xf32>) -> tensor<4x1xf32>
  %q = aten.rsqrt %n : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %1 = aten.mul %z, %q : (tensor<4x4xf32>, tensor<4x1xf32>) -> tensor<4x4xf32>
  func.return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}
