// RUN: cmlir-opt %s | filecheck %s
// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | filecheck %s --check-prefix GENERIC
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

!t = !quant.uniform<i8:f32, 0.5:-3>
!u = !quant.uniform<u8:f64, 0.5:128>
!axis = !quant.uniform<i8:f32:2, {0.5,0.25:5,1.0}>
!blocks = !quant.uniform<i8:f32:{0:1, 1:2}, {{0.5, 0.25}, {1.0, 2.0}}>

// CHECK-LABEL: @scalars
// GENERIC-LABEL: sym_name = "scalars"
func.func @scalars(%real: f32, %wide: f64, %code: i8) -> (f32, f64, i8) {
  // CHECK: quant.qcast %real : f32 to !quant.uniform<i8:f32, 5.000000e-01:-3>
  // GENERIC: "quant.qcast"(%real) : (f32) -> !quant.uniform<i8:f32, 5.000000e-01:-3>
  %0 = quant.qcast %real : f32 to !t
  // CHECK: quant.dcast %0 : !quant.uniform<i8:f32, 5.000000e-01:-3> to f32
  // GENERIC: "quant.dcast"(%0) : (!quant.uniform<i8:f32, 5.000000e-01:-3>) -> f32
  %1 = quant.dcast %0 : !t to f32
  // CHECK: quant.qcast %wide : f64 to !quant.uniform<u8:f64, 5.000000e-01:128>
  %2 = quant.qcast %wide : f64 to !u
  %3 = quant.dcast %2 : !u to f64
  // The storage of unsigned codes is signless too.
  // CHECK: quant.scast %code : i8 to !quant.uniform<u8:f64, 5.000000e-01:128>
  // GENERIC: "quant.scast"(%code) : (i8) -> !quant.uniform<u8:f64, 5.000000e-01:128>
  %4 = quant.scast %code : i8 to !u
  // CHECK: quant.scast %4 : !quant.uniform<u8:f64, 5.000000e-01:128> to i8
  %5 = quant.scast %4 : !u to i8
  func.return %1, %3, %5 : f32, f64, i8
}

// CHECK-LABEL: @tensors
func.func @tensors(%real: tensor<2x?x3xf32>, %unranked: tensor<*xf32>, %code: tensor<0xi8>) {
  // CHECK: quant.qcast %real : tensor<2x?x3xf32> to tensor<2x?x3x!quant.uniform<i8:f32, 5.000000e-01:-3>>
  %0 = quant.qcast %real : tensor<2x?x3xf32> to tensor<2x?x3x!t>
  // CHECK: quant.qcast %unranked : tensor<*xf32> to tensor<*x!quant.uniform<i8:f32:2, {5.000000e-01,2.500000e-01:5,1.000000e+00}>>
  %1 = quant.qcast %unranked : tensor<*xf32> to tensor<*x!axis>
  // CHECK: quant.scast %code : tensor<0xi8> to tensor<0x!quant.uniform<i8:f32, 5.000000e-01:-3>>
  %2 = quant.scast %code : tensor<0xi8> to tensor<0x!t>
  func.return
}

// CHECK-LABEL: @per_axis
func.func @per_axis(%real: tensor<1x2x3xf32>, %dynamic: tensor<?x?x?xf32>, %code: tensor<1x2x3xi8>) {
  // CHECK: to tensor<1x2x3x!quant.uniform<i8:f32:2, {5.000000e-01,2.500000e-01:5,1.000000e+00}>>
  %0 = quant.qcast %real : tensor<1x2x3xf32> to tensor<1x2x3x!axis>
  // CHECK: to tensor<1x2x3xf32>
  %1 = quant.dcast %0 : tensor<1x2x3x!axis> to tensor<1x2x3xf32>
  // CHECK: to tensor<?x?x?x!quant.uniform<i8:f32:2, {5.000000e-01,2.500000e-01:5,1.000000e+00}>>
  %2 = quant.qcast %dynamic : tensor<?x?x?xf32> to tensor<?x?x?x!axis>
  // CHECK: quant.scast %code : tensor<1x2x3xi8>
  %3 = quant.scast %code : tensor<1x2x3xi8> to tensor<1x2x3x!axis>
  func.return
}

// CHECK-LABEL: @sub_channel
func.func @sub_channel(%real: tensor<2x4xf32>, %dynamic: tensor<?x4xf32>) {
  // CHECK: to tensor<2x4x!quant.uniform<i8:f32:{0:1, 1:2}
  %0 = quant.qcast %real : tensor<2x4xf32> to tensor<2x4x!blocks>
  // CHECK: to tensor<?x4x!quant.uniform<i8:f32:{0:1, 1:2}
  %1 = quant.qcast %dynamic : tensor<?x4xf32> to tensor<?x4x!blocks>
  func.return
}

// CHECK-LABEL: @other_types
func.func @other_types(%real: tensor<2xf32>, %code: i8) {
  // CHECK: to tensor<2x!quant.any<i8:f32>>
  %0 = quant.qcast %real : tensor<2xf32> to tensor<2x!quant.any<i8:f32>>
  // CHECK: to tensor<2x!quant.calibrated<f32<1.000000e+00:2.000000e+00>>>
  %1 = quant.qcast %real : tensor<2xf32> to tensor<2x!quant.calibrated<f32<1.0:2.0>>>
  // CHECK: to !quant.any<i8>
  %2 = quant.scast %code : i8 to !quant.any<i8>
  func.return
}

// CHECK-LABEL: @attributes
func.func @attributes(%real: f32) {
  // CHECK: quant.qcast %real {note = "kept"} : f32 to
  %0 = quant.qcast %real {note = "kept"} : f32 to !t
  func.return
}
