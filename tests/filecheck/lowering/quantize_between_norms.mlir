// RUN: cmlir-opt %s --split-input-file --quantize-between-norms | filecheck %s

!q = !quant.uniform<i8:f32, 0.5:3>

// Five numbers minus their mean, over their deviation, are 2 at most: with weight 3 and bias 1 that is 7.
// CHECK-LABEL: @between
// CHECK:         [[FIRST:%.*]] = aten.layer_norm [[X:%.*]] weight(%w) bias(%b)
// CHECK-NEXT:    [[CODES:%.*]] = quant.qcast [[FIRST]] : tensor<2x5xf32> to tensor<2x5x!quant.uniform<i16:f32, 0.00021362956633198035>>
// CHECK-NEXT:    [[AGAIN:%.*]] = quant.dcast [[CODES]]
// CHECK-NEXT:    [[SECOND:%.*]] = aten.layer_norm [[AGAIN]] {axes = 1, eps = 1.000000e-05}
// CHECK-NEXT:    func.return [[SECOND]]
ml_program.global private @w(dense<[1.0, -3.0, 0.5, 2.0, 1.0]> : tensor<5xf32>) : tensor<5xf32>
ml_program.global private @b(dense<1.0> : tensor<5xf32>) : tensor<5xf32>
func.func @between(%x : tensor<2x5x!q>) -> tensor<2x5xf32> {
  %w = aten.constant @w : () -> tensor<5xf32>
  %b = aten.constant @b : () -> tensor<5xf32>
  %0 = quant.dcast %x : tensor<2x5x!q> to tensor<2x5xf32>
  %1 = aten.layer_norm %0 weight(%w) bias(%b) {axes = 1, eps = 1.0e-05} : (tensor<2x5xf32>, tensor<5xf32>, tensor<5xf32>) -> tensor<2x5xf32>
  %2 = aten.layer_norm %1 {axes = 1, eps = 1.0e-05} : (tensor<2x5xf32>) -> tensor<2x5xf32>
  func.return %2 : tensor<2x5xf32>
}
// -----
!q = !quant.uniform<i8:f32, 0.5:3>

// What something else reads stays as it is, and so does what is computed in float.
// CHECK-LABEL: @others
// CHECK-NOT:     quant.qcast
// CHECK:         func.return
func.func @others(%x : tensor<2x5x!q>, %y : tensor<2x5xf32>) -> (tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>) {
  %0 = quant.dcast %x : tensor<2x5x!q> to tensor<2x5xf32>
  %1 = aten.rms_norm %0 {axes = 1, eps = 1.0e-05} : (tensor<2x5xf32>) -> tensor<2x5xf32>
  %2 = aten.layer_norm %1 {axes = 1, eps = 1.0e-05} : (tensor<2x5xf32>) -> tensor<2x5xf32>
  %3 = aten.layer_norm %y {axes = 1, eps = 1.0e-05} : (tensor<2x5xf32>) -> tensor<2x5xf32>
  %4 = aten.layer_norm %3 {axes = 1, eps = 1.0e-05} : (tensor<2x5xf32>) -> tensor<2x5xf32>
  func.return %1, %2, %4 : tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>
}
