// RUN: cmlir-opt %s --convert-aten-to-cortex-m | filecheck %s

!a = !quant.uniform<i8:f32, 0.5:3>
!b = !quant.uniform<i8:f32, 0.25:-4>

// CHECK-LABEL: @max_pool
// CHECK: cortex_m.max_pool %{{.*}} {kernel_size = [3, 2], strides = [2, 1], padding = [1, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x2xi8>) -> tensor<1x2x4x2xi8>
func.func @max_pool(%x : tensor<1x2x4x5x!a>) -> tensor<1x2x2x4x!a> {
  %0 = aten.max_pool %x {kernel = [3, 2], strides = [2, 1], padding = [1, 0], padding_behind = [1, 0], dilations = [1, 1]} : (tensor<1x2x4x5x!a>) -> tensor<1x2x2x4x!a>
  func.return %0 : tensor<1x2x2x4x!a>
}

// The same parameters on both sides: CMSIS-NN's average.
// CHECK-LABEL: @avg_pool
// CHECK: cortex_m.avg_pool %{{.*}} {kernel_size = [2, 2], strides = [2, 2], padding = [0, 0], clamp = #cortex_m.clamp<-128, 127>} : (tensor<1x4x5x2xi8>) -> tensor<1x2x2x2xi8>
func.func @avg_pool(%x : tensor<1x2x4x5x!a>) -> tensor<1x2x2x2x!a> {
  %0 = aten.avg_pool %x {count_include_pad = true, kernel = [2, 2], strides = [2, 2], padding = [0, 0], padding_behind = [0, 0], dilations = [1, 1]} : (tensor<1x2x4x5x!a>) -> tensor<1x2x2x2x!a>
  func.return %0 : tensor<1x2x2x2x!a>
}

// Others, or zeros that count: a convolution with weights of 1, and 0.5 / 0.25 / 4 as its factor.
// CHECK-LABEL: @avg_pool_rescaled
// CHECK: cortex_m.depthwise_conv {{.*}}rescale = #cortex_m.rescale<[1073741824, 1073741824], [0, 0]>{{.*}} : (tensor<1x4x5x2xi8>, tensor<2x2x2xi8>, tensor<2xi32>) -> tensor<1x2x3x2xi8>
func.func @avg_pool_rescaled(%x : tensor<1x2x4x5x!a>) -> tensor<1x2x2x3x!b> {
  %0 = aten.avg_pool %x {count_include_pad = true, kernel = [2, 2], strides = [2, 2], padding = [0, 1], padding_behind = [0, 1], dilations = [1, 1]} : (tensor<1x2x4x5x!a>) -> tensor<1x2x2x3x!b>
  func.return %0 : tensor<1x2x2x3x!b>
}
