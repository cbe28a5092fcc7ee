// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'quant.dcast': operand #0 must be scalar or tensor of quantized type, but got f32
func.func @dcast_not_quantized(%x: f32) {
  %0 = quant.dcast %x : f32 to f32
  func.return
}
// -----
// CHECK: 'quant.dcast': result #0 must be scalar or tensor of floating-point, but got i32
func.func @dcast_not_real(%x: !quant.uniform<i8:f32, 1.0>) {
  %0 = quant.dcast %x : !quant.uniform<i8:f32, 1.0> to i32
  func.return
}
// -----
// CHECK: 'quant.dcast': result #0 must be scalar or tensor of floating-point, but got vector<2xf32>
func.func @dcast_vector(%x: tensor<2x!quant.uniform<i8:f32, 1.0>>) {
  %0 = quant.dcast %x : tensor<2x!quant.uniform<i8:f32, 1.0>> to vector<2xf32>
  func.return
}
// -----
// CHECK: input and result must be both scalars or both tensors with matching shape
func.func @dcast_scalar_and_tensor(%x: !quant.uniform<i8:f32, 1.0>) {
  %0 = quant.dcast %x : !quant.uniform<i8:f32, 1.0> to tensor<f32>
  func.return
}
// -----
// CHECK: input and result must be both scalars or both tensors with matching shape
func.func @dcast_ranked_and_unranked(%x: tensor<!quant.uniform<i8:f32, 1.0>>) {
  %0 = quant.dcast %x : tensor<!quant.uniform<i8:f32, 1.0>> to tensor<*xf32>
  func.return
}
// -----
// CHECK: input and result must be both scalars or both tensors with matching shape
func.func @dcast_other_shape(%x: tensor<2x3x!quant.uniform<i8:f32, 1.0>>) {
  %0 = quant.dcast %x : tensor<2x3x!quant.uniform<i8:f32, 1.0>> to tensor<3x2xf32>
  func.return
}
// -----
// CHECK: input and result must be both scalars or both tensors with matching shape
func.func @dcast_static_and_dynamic(%x: tensor<2x3x!quant.uniform<i8:f32, 1.0>>) {
  %0 = quant.dcast %x : tensor<2x3x!quant.uniform<i8:f32, 1.0>> to tensor<?x3xf32>
  func.return
}
// -----
// CHECK: expressed type in quantized type expected to match float type
func.func @dcast_other_expressed_type(%x: !quant.uniform<i8:f32, 1.0>) {
  %0 = quant.dcast %x : !quant.uniform<i8:f32, 1.0> to f64
  func.return
}
// -----
// CHECK: expressed type in quantized type expected to match float type
func.func @dcast_no_expressed_type(%x: !quant.any<i8>) {
  %0 = quant.dcast %x : !quant.any<i8> to f32
  func.return
}
// -----
// CHECK: scalar types may not use per-axis quantization
func.func @dcast_per_axis_scalar(%x: !quant.uniform<i8:f32:2, {1.0, 2.0}>) {
  %0 = quant.dcast %x : !quant.uniform<i8:f32:2, {1.0, 2.0}> to f32
  func.return
}
// -----
// CHECK: quantized dimension must be less than tensor rank
func.func @dcast_per_axis_rank(%x: tensor<2x3x!quant.uniform<i8:f32:2, {1.0, 2.0}>>) {
  %0 = quant.dcast %x : tensor<2x3x!quant.uniform<i8:f32:2, {1.0, 2.0}>> to tensor<2x3xf32>
  func.return
}
// -----
// CHECK: quantized dimension size does not match number of scales
func.func @dcast_per_axis_size(%x: tensor<2x3x4x!quant.uniform<i8:f32:2, {1.0, 2.0}>>) {
  %0 = quant.dcast %x : tensor<2x3x4x!quant.uniform<i8:f32:2, {1.0, 2.0}>> to tensor<2x3x4xf32>
  func.return
}
// -----
// CHECK: 'quant.qcast': result #0 must be scalar or tensor of quantized type, but got f32
func.func @qcast_not_quantized(%x: f32) {
  %0 = quant.qcast %x : f32 to f32
  func.return
}
// -----
// CHECK: 'quant.qcast': operand #0 must be scalar or tensor of floating-point, but got i32
func.func @qcast_not_real(%x: i32) {
  %0 = quant.qcast %x : i32 to !quant.uniform<i8:f32, 1.0>
  func.return
}
// -----
// CHECK: 'quant.qcast': operand #0 must be scalar or tensor of floating-point, but got vector<2xf32>
func.func @qcast_vector(%x: vector<2xf32>) {
  %0 = quant.qcast %x : vector<2xf32> to tensor<2x!quant.uniform<i8:f32, 1.0>>
  func.return
}
// -----
// CHECK: input and result must be both scalars or both tensors with matching shape
func.func @qcast_scalar_and_tensor(%x: tensor<f32>) {
  %0 = quant.qcast %x : tensor<f32> to !quant.uniform<i8:f32, 1.0>
  func.return
}
// -----
// CHECK: input and result must be both scalars or both tensors with matching shape
func.func @qcast_ranked_and_unranked(%x: tensor<*xf32>) {
  %0 = quant.qcast %x : tensor<*xf32> to tensor<!quant.uniform<i8:f32, 1.0>>
  func.return
}
// -----
// CHECK: input and result must be both scalars or both tensors with matching shape
func.func @qcast_other_shape(%x: tensor<3x2xf32>) {
  %0 = quant.qcast %x : tensor<3x2xf32> to tensor<2x3x!quant.uniform<i8:f32, 1.0>>
  func.return
}
// -----
// CHECK: input and result must be both scalars or both tensors with matching shape
func.func @qcast_static_and_dynamic(%x: tensor<?x3xf32>) {
  %0 = quant.qcast %x : tensor<?x3xf32> to tensor<2x3x!quant.uniform<i8:f32, 1.0>>
  func.return
}
// -----
// CHECK: expressed type in quantized type expected to match float type
func.func @qcast_other_expressed_type(%x: f64) {
  %0 = quant.qcast %x : f64 to !quant.uniform<i8:f32, 1.0>
  func.return
}
// -----
// CHECK: expressed type in quantized type expected to match float type
func.func @qcast_no_expressed_type(%x: f32) {
  %0 = quant.qcast %x : f32 to !quant.any<i8>
  func.return
}
// -----
// CHECK: scalar types may not use per-axis quantization
func.func @qcast_per_axis_scalar(%x: f32) {
  %0 = quant.qcast %x : f32 to !quant.uniform<i8:f32:2, {1.0, 2.0}>
  func.return
}
// -----
// CHECK: quantized dimension must be less than tensor rank
func.func @qcast_per_axis_rank(%x: tensor<2x3xf32>) {
  %0 = quant.qcast %x : tensor<2x3xf32> to tensor<2x3x!quant.uniform<i8:f32:2, {1.0, 2.0}>>
  func.return
}
// -----
// CHECK: quantized dimension size does not match number of scales
func.func @qcast_per_axis_size(%x: tensor<2x3x4xf32>) {
  %0 = quant.qcast %x : tensor<2x3x4xf32> to tensor<2x3x4x!quant.uniform<i8:f32:2, {1.0, 2.0}>>
  func.return
}
// -----
// CHECK: scalar types may not use sub-channel quantization
func.func @sub_channel_scalar(%x: f32) {
  %0 = quant.qcast %x : f32 to !quant.uniform<i8:f32:{0:1}, {1.0}>
  func.return
}
// -----
// CHECK: tensor containing the sub-channel quantized type must be ranked
func.func @sub_channel_unranked(%x: tensor<*xf32>) {
  %0 = quant.qcast %x : tensor<*xf32> to tensor<*x!quant.uniform<i8:f32:{0:1}, {1.0}>>
  func.return
}
// -----
// CHECK: quantized dimension 1 must be less than tensor rank 1
func.func @sub_channel_axis(%x: tensor<2xf32>) {
  %0 = quant.qcast %x : tensor<2xf32> to tensor<2x!quant.uniform<i8:f32:{1:1}, {1.0}>>
  func.return
}
// -----
// CHECK: tensor dimension size 3 at axis 0 must be divisible by the corresponding block size 2
func.func @sub_channel_indivisible(%x: tensor<3xf32>) {
  %0 = quant.qcast %x : tensor<3xf32> to tensor<3x!quant.uniform<i8:f32:{0:2}, {1.0, 2.0}>>
  func.return
}
// -----
// CHECK: rank of scales 1 must match the rank of the tensor 2
func.func @sub_channel_rank(%x: tensor<2x4xf32>) {
  %0 = quant.qcast %x : tensor<2x4xf32> to tensor<2x4x!quant.uniform<i8:f32:{0:1}, {1.0, 2.0}>>
  func.return
}
// -----
// CHECK: number of scales 1 at axis 1 must be the number of blocks 2
func.func @sub_channel_count(%x: tensor<2x4xf32>) {
  %0 = quant.qcast %x : tensor<2x4xf32> to tensor<2x4x!quant.uniform<i8:f32:{0:1, 1:2}, {{1.0}, {2.0}}>>
  func.return
}
// -----
// CHECK: number of scales 2 at axis 0 must be the number of blocks 1
func.func @sub_channel_count_whole(%x: tensor<?x4xf32>) {
  %0 = quant.qcast %x : tensor<?x4xf32> to tensor<?x4x!quant.uniform<i8:f32:{1:4}, {{1.0}, {2.0}}>>
  func.return
}
// -----
// CHECK: 'quant.scast': operand #0 must be scalar or tensor of signless integer or quantized type, but got f32
func.func @scast_real(%x: f32) {
  %0 = quant.scast %x : f32 to !quant.uniform<i8:f32, 1.0>
  func.return
}
// -----
// CHECK: 'quant.scast': result #0 must be scalar or tensor of signless integer or quantized type, but got f32
func.func @scast_to_real(%x: i8) {
  %0 = quant.scast %x : i8 to f32
  func.return
}
// -----
// CHECK: 'quant.scast': operand #0 must be scalar or tensor of signless integer or quantized type, but got ui8
func.func @scast_unsigned(%x: ui8) {
  %0 = quant.scast %x : ui8 to !quant.uniform<u8:f32, 1.0>
  func.return
}
// -----
// CHECK: input must be integer and result must be quantized, or vice versa
func.func @scast_integers(%x: i8) {
  %0 = quant.scast %x : i8 to i8
  func.return
}
// -----
// CHECK: input must be integer and result must be quantized, or vice versa
func.func @scast_quantized(%x: !quant.uniform<i8:f32, 1.0>) {
  %0 = quant.scast %x : !quant.uniform<i8:f32, 1.0> to !quant.uniform<i8:f32, 1.0>
  func.return
}
// -----
// CHECK: input and result must be both scalars or both tensors with matching shape
func.func @scast_shape(%x: tensor<2xi8>) {
  %0 = quant.scast %x : tensor<2xi8> to tensor<3x!quant.uniform<i8:f32, 1.0>>
  func.return
}
// -----
// CHECK: storage type in quantized type expected to match integer type
func.func @scast_storage(%x: i16) {
  %0 = quant.scast %x : i16 to !quant.uniform<i8:f32, 1.0>
  func.return
}
// -----
// CHECK: storage type in quantized type expected to match integer type
func.func @scast_from_storage(%x: !quant.uniform<i8:f32, 1.0>) {
  %0 = quant.scast %x : !quant.uniform<i8:f32, 1.0> to i16
  func.return
}
// -----
// CHECK: storage type in quantized type expected to match integer type
func.func @scast_calibrated(%x: i8) {
  %0 = quant.scast %x : i8 to !quant.calibrated<f32<1.0:2.0>>
  func.return
}
// -----
// CHECK: scalar types may not use per-axis quantization
func.func @scast_per_axis(%x: i8) {
  %0 = quant.scast %x : i8 to !quant.uniform<i8:f32:0, {1.0}>
  func.return
}
