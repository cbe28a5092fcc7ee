// RUN: cmlir-opt %s --split-input-file --parsing-diagnostics | filecheck %s

// CHECK: illegal storage type: expected i or u and a width, such as i8 or u8
func.func private @storage_prefix(!quant.uniform<x8:f32, 1.0>)

// -----
// CHECK: illegal storage type: expected i or u and a width, such as i8 or u8
func.func private @storage_float(!quant.uniform<f32:f32, 1.0>)

// -----
// CHECK: illegal storage type: expected i or u and a width, such as i8 or u8
func.func private @storage_width(!quant.uniform<u:f32, 1.0>)

// -----
// CHECK: illegal storage type size: 33
func.func private @storage_too_wide(!quant.uniform<i33:f32, 1.0>)

// -----
// CHECK: illegal storage type size: 0
func.func private @storage_empty(!quant.any<u0>)

// -----
// CHECK: illegal storage type minimum: -9
func.func private @range_minimum(!quant.uniform<i4<-9:1>:f32, 1.0>)

// -----
// CHECK: illegal storage type minimum: -1
func.func private @range_unsigned(!quant.uniform<u4<-1:1>:f32, 1.0>)

// -----
// CHECK: illegal storage type maximum: 9
func.func private @range_maximum(!quant.any<i4<-1:9>>)

// -----
// CHECK: illegal storage min and storage max: (2:1)
func.func private @range_reversed(!quant.uniform<i8<2:1>:f32, 1.0>)

// -----
// CHECK: illegal storage min and storage max: (1:1)
func.func private @range_of_one(!quant.any<i8<1:1>>)

// -----
// CHECK: expressed type must be floating point
func.func private @expressed_integer(!quant.uniform<i8:i8, 1.0>)

// -----
// CHECK: expressed type must be floating point
func.func private @any_expressed_integer(!quant.any<i8:i8>)

// -----
// CHECK: Expected ','
func.func private @no_scale(!quant.uniform<i8:f32>)

// -----
// CHECK: integer or float literal expected
func.func private @scale_word(!quant.uniform<i8:f32, abc>)

// -----
// CHECK: expected a floating point literal, not an integer
func.func private @scale_integer(!quant.uniform<i8:f32, 1>)

// -----
// CHECK: expected a floating point literal, not an integer
func.func private @scale_hexadecimal_too_long(!quant.uniform<i8:f32, 0x13FB999999999999A>)

// -----
// CHECK: scale 0.000000e+00 out of expressed type range [1.401298e-45, 3.402823e+38]
func.func private @scale_zero(!quant.uniform<i8:f32, 0.0>)

// -----
// CHECK: scale -1.000000e+00 out of expressed type range
func.func private @scale_negative(!quant.uniform<i8:f32, -1.0>)

// -----
// CHECK: scale inf out of expressed type range
func.func private @scale_infinite(!quant.uniform<i8:f64, 0x7FF0000000000000>)

// -----
// CHECK: scale nan out of expressed type range
func.func private @scale_nan(!quant.uniform<i8:f32, 0x7FF8000000000000>)

// -----
// CHECK: scale 6.600000e+04 out of expressed type range [5.960464e-08, 6.550400e+04]
func.func private @scale_f16_overflow(!quant.uniform<i8:f16, 6.6e4>)

// -----
// CHECK: scale 5.800000e-08 out of expressed type range
func.func private @scale_f16_underflow(!quant.uniform<i8:f16:1, {2.0,5.8e-8}>)

// -----
// CHECK: scale 1.000000e-41 out of expressed type range [9.183550e-41, 3.389531e+38]
func.func private @scale_bf16_underflow(!quant.uniform<i8:bf16, 1.0e-41>)

// -----
// CHECK: Expected integer literal
func.func private @zero_point_missing(!quant.uniform<i8:f32, 0.1:>)

// -----
// CHECK: illegal quantized dimension: -1
func.func private @axis_negative(!quant.uniform<i8:f32:-1, {1.0}>)

// -----
// CHECK: expected a list of scales in braces
func.func private @axis_without_list(!quant.uniform<i8:f32:0, 1.0>)

// -----
// CHECK: integer or float literal expected
func.func private @list_without_axis(!quant.uniform<i8:f32, {1.0}>)

// -----
// CHECK: expected at least one scale
func.func private @no_scales(!quant.uniform<i8:f32:0, {}>)

// -----
// CHECK: per-axis scales must be one list
func.func private @axis_with_nested_list(!quant.uniform<i8:f32:0, {{1.0}, {2.0}}>)

// -----
// CHECK: illegal quantized dimension: -2
func.func private @block_axis_negative(!quant.uniform<i8:f32:{-2:1}, {1.0}>)

// -----
// CHECK: illegal block size: 0
func.func private @block_size_zero(!quant.uniform<i8:f32:{0:0}, {1.0}>)

// -----
// CHECK: axis 0 has more than one block size
func.func private @block_axis_twice(!quant.uniform<i8:f32:{0:1, 0:2}, {1.0}>)

// -----
// CHECK: ranks and sizes of the rows are not consistent
func.func private @rows_of_different_length(!quant.uniform<i8:f32:{0:1}, {{1.0}, {2.0, 3.0}}>)

// -----
// CHECK: ranks and sizes of the rows are not consistent
func.func private @rows_of_different_rank(!quant.uniform<i8:f32:{0:1}, {{1.0}, 2.0}>)

// -----
// CHECK: scale 0.000000e+00 out of expressed type range
func.func private @block_scale_underflow(!quant.uniform<i8:f32:{0:1}, {1.0e-50}>)

// -----
// CHECK: illegal min and max: (1.000000e+00:1.000000e+00)
func.func private @calibrated_empty(!quant.calibrated<f32<1.0:1.0>>)

// -----
// CHECK: expressed type must be floating point
func.func private @calibrated_integer(!quant.calibrated<i8<1.0:2.0>>)

// -----
// CHECK: 'quant.foobar' is not registered
func.func private @unknown(!quant.foobar<i8>)
