// RUN: cmlir-opt %s | filecheck %s
// RUN: cmlir-opt %s | cmlir-opt | filecheck %s
// RUN: cmlir-opt %s --print-op-generic | cmlir-opt | filecheck %s

// CHECK: @per_tensor(!quant.uniform<i8:f32, 1.000000e-01:-3>)
func.func private @per_tensor(!quant.uniform<i8:f32, 0.1:-3>)

// A zero point of 0 is left out.
// CHECK: @symmetric(!quant.uniform<i8:f32, 1.000000e-01>)
func.func private @symmetric(!quant.uniform<i8:f32, 0.1:0>)

// CHECK: @unsigned(!quant.uniform<u8:f32, 5.000000e-01:128>, !quant.uniform<u8:f32, 5.000000e-01>)
func.func private @unsigned(!quant.uniform<u8:f32, 0.5:128>, !quant.uniform<ui8:f32, 0.5>)

// CHECK: @narrow(!quant.uniform<i8<-127:127>:f32, 2.500000e-01>, !quant.uniform<u8<1:255>:f32, 2.500000e-01:7>)
func.func private @narrow(!quant.uniform<i8<-127:127>:f32, 0.25>, !quant.uniform<u8<1:255>:f32, 0.25:7>)

// A range that is the whole of the type's is left out.
// CHECK: @whole_range(!quant.uniform<i16:f32, 2.500000e-01>)
func.func private @whole_range(!quant.uniform<i16<-32768:32767>:f32, 0.25>)

// CHECK: @wide(!quant.uniform<i32:f64, 1.000000e+40>, !quant.uniform<u32:f16, 1.000000e+00>, !quant.uniform<i4:bf16, 1.000000e+00>)
func.func private @wide(!quant.uniform<i32:f64, 1.0e40>, !quant.uniform<u32:f16, 1.0>, !quant.uniform<i4:bf16, 1.0>)

// Scales keep all bits of a float64, in decimal or, where that is not enough, in hexadecimal.
// CHECK: @exact(!quant.uniform<i8:f32, 0.12345678901234568>, !quant.uniform<i8:f32, 0x4170000010000000>)
func.func private @exact(!quant.uniform<i8:f32, 0.12345678901234568>, !quant.uniform<i8:f32, 16777217.0>)

// CHECK: @hexadecimal(!quant.uniform<i8:f32, 1.000000e-01:2>)
func.func private @hexadecimal(!quant.uniform<i8:f32, 0x3FB999999999999A:2>)

// The zero point may lie outside the storage range.
// CHECK: @far_zero_point(!quant.uniform<i8:f32, 1.000000e+00:1000>)
func.func private @far_zero_point(!quant.uniform<i8:f32, 1.0:1000>)

// CHECK: @per_axis(tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e-01,2.000000e-01:5}>>)
func.func private @per_axis(tensor<2x3x!quant.uniform<i8:f32:0, {0.1,0.2:5}>>)

// CHECK: @per_axis_narrow(!quant.uniform<i8<-127:127>:f32:3, {1.000000e+00}>)
func.func private @per_axis_narrow(!quant.uniform<i8<-127:127>:f32:3, {1.0:0}>)

// CHECK: @sub_channel(!quant.uniform<i8:f32:{0:1, 1:2}, {{\{{}}2.000000e+02:120, 9.900000e-01:3}, {1.000000e-01, 2.000000e-01}}>)
func.func private @sub_channel(!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0e+2:120, 0.99:3}, {0.1, 0.2}}>)

// Scales of blocks are values of the expressed type, unlike the others.
// CHECK: @sub_channel_rounded(!quant.uniform<i8:bf16:{0:4}, {1.000980e-01}>)
func.func private @sub_channel_rounded(!quant.uniform<i8:bf16:{0:4}, {0.1}>)

// CHECK: @sub_channel_whole(!quant.uniform<i8:f32:{}, {1.000000e+00}>)
func.func private @sub_channel_whole(!quant.uniform<i8:f32:{}, {1.0}>)

// CHECK: @any(!quant.any<i8>, !quant.any<u8<1:9>>, !quant.any<i8<-8:7>:f32>)
func.func private @any(!quant.any<i8>, !quant.any<u8<1:9>>, !quant.any<i8<-8:7>:f32>)

// CHECK: @calibrated(!quant.calibrated<f32<-9.980000e-01:1.232100e+00>>)
func.func private @calibrated(!quant.calibrated<f32<-0.998:1.2321>>)

// CHECK: @opaque_spelling(!quant.uniform<i8:f32, 5.000000e-01>)
func.func private @opaque_spelling(!quant<uniform<i8:f32, 0.5>>)
