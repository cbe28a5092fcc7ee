// RUN: cmlir-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'cortex_m.broadcast_mul': shapes (2,) and (3,) do not broadcast
func.func @mul_shapes(%a : tensor<2xi8>, %b : tensor<3xi8>) {
  %0 = cortex_m.broadcast_mul %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2xi8>, tensor<3xi8>) -> tensor<3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.broadcast_mul': out must have shape 2x3, but has tensor<3xi8>
func.func @mul_out(%a : tensor<2x1xi8>, %b : tensor<3xi8>) {
  %0 = cortex_m.broadcast_mul %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x1xi8>, tensor<3xi8>) -> tensor<3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.broadcast_mul': 9 loops are needed, but the kernel has 8
func.func @mul_loops(%a : tensor<2x1x2x1x2x1x2x1x2xi8>, %b : tensor<1x2x1x2x1x2x1x2x1xi8>) {
  %0 = cortex_m.broadcast_mul %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x1x2x1x2x1x2x1x2xi8>, tensor<1x2x1x2x1x2x1x2x1xi8>) -> tensor<2x2x2x2x2x2x2x2x2xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.broadcast_add': shapes (2,) and (3,) do not broadcast
func.func @add_shapes(%a : tensor<2xi8>, %b : tensor<3xi8>) {
  %0 = cortex_m.broadcast_add %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>, lhs_rescale = #cortex_m.rescale<0, 0>, rhs_rescale = #cortex_m.rescale<0, 0>, left_shift = 20} : (tensor<2xi8>, tensor<3xi8>) -> tensor<3xi8>
  func.return
}
// -----
// CHECK: 'cortex_m.broadcast_add': left_shift must be 16 to 20
func.func @add_shift(%a : tensor<2x3xi8>, %b : tensor<3xi8>) {
  %0 = cortex_m.broadcast_add %a, %b {lhs_offset = 0, rhs_offset = 0, output_offset = 0, rescale = #cortex_m.rescale<1518500250, -8>, clamp = #cortex_m.clamp<-128, 127>, lhs_rescale = #cortex_m.rescale<0, 0>, rhs_rescale = #cortex_m.rescale<0, 0>, left_shift = 8} : (tensor<2x3xi8>, tensor<3xi8>) -> tensor<2x3xi8>
  func.return
}
