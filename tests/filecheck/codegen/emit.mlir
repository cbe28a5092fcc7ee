// RUN: cmlir-opt %s --plan-memory -t c | filecheck %s

// CHECK: #include "model.h"
// CHECK: #include "arm_nnfunctions.h"
// CHECK: #ifndef CMLIR_OP_BOUNDARY
// CHECK-NEXT: #define CMLIR_OP_BOUNDARY(index)
// CHECK: int32_t model_run(const void *const inputs[], void *const outputs[], void *arena, void *state)
// CHECK: /* 0: cortex_m.quantize: quantize_per_tensor (model.py:12, blk.0) */
// CHECK-NEXT: CMLIR_OP_BOUNDARY(0);
// CHECK-NEXT: status = cmlir_quantize_f32_s8(INPUT(0, 0), OUTPUT(0, 0), 8, 0x1p+2f, 3, -128, 127);
// CHECK-NEXT: if (status != ARM_CMSIS_NN_SUCCESS) {
// CHECK-NEXT: return status;
// CHECK: /* 1: cortex_m.softmax: softmax (model.py:13, blk.0) */
// CHECK-NEXT: CMLIR_OP_BOUNDARY(1);
// CHECK-NEXT: arm_softmax_s8(OUTPUT(0, 0), 2, 4, 1717986918, 21, -992, OUTPUT(0, 0));
// CHECK-NOT: status
// CHECK: CMLIR_OP_BOUNDARY(2);
// CHECK-NEXT: return status;
builtin.module attributes {cmlir.stage = "lower"} {
  func.func @main(%x: tensor<2x4xf32>) -> tensor<2x4xi8> {
    %q = cortex_m.quantize %x {scale = 0.25, zero_point = 3, clamp = #cortex_m.clamp<-128, 127>} : (tensor<2x4xf32>) -> tensor<2x4xi8> loc("quantize_per_tensor|blk.0"("model.py":12:0))
    %y = cortex_m.softmax %q {input_rescale = #cortex_m.rescale<1717986918, 21>, diff_min = -992} : (tensor<2x4xi8>) -> tensor<2x4xi8> loc("softmax|blk.0"("model.py":13:0))
    func.return %y : tensor<2x4xi8>
  }
}
