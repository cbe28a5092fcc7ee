/* Written by cmlir. One kernel call after the other, in the order of the PyTorch program. */
#include "model.h"

#include <stddef.h>

#include "arm_nnfunctions.h"
#include "cmlir_nn.h"
#include "weights.h"

/* Stands before each call and behind the last one: a place for instrumentation. */
#ifndef CMLIR_OP_BOUNDARY
#define CMLIR_OP_BOUNDARY(index)
#endif

/* Pointers by byte offsets. */
#define ARENA(offset) ((void *)((uint8_t *)arena + (offset)))
#define INPUT(index, offset) ((const void *)((const uint8_t *)inputs[index] + (offset)))
#define OUTPUT(index, offset) ((void *)((uint8_t *)outputs[index] + (offset)))
#define CONSTANT(name, offset) ((const void *)((const uint8_t *)name + (offset)))

int32_t model_run(const void *const inputs[], void *const outputs[], void *arena, void *state)
{
    arm_cmsis_nn_status status = ARM_CMSIS_NN_SUCCESS;

    (void)inputs;
    (void)outputs;
    (void)arena;
    (void)state;

    /* 0: cortex_m.linear: q (model.py:10, attn) */
    CMLIR_OP_BOUNDARY(0);
    {
        static const cmsis_nn_fc_params params = {3, 0, -4, {-128, 127}};
        static const int32_t multipliers[8] = {
            1399120414, 1440535712, 1372699048, 1846267835, 1347405959, 2137239907, 1551638867, 1587150279,
        };
        static const int32_t shifts[8] = {
            -8, -8, -8, -8, -7, -7, -7, -7,
        };
        static const cmsis_nn_per_channel_quant_params rescale = {(int32_t *)multipliers, (int32_t *)shifts};
        static const cmsis_nn_dims input_dims = {6, 1, 1, 12};
        static const cmsis_nn_dims filter_dims = {12, 1, 1, 8};
        static const cmsis_nn_dims bias_dims = {1, 1, 1, 8};
        static const cmsis_nn_dims output_dims = {6, 1, 1, 8};
        const cmsis_nn_context context = {(void *)model_sums_q, 32};
        status = arm_fully_connected_per_channel_s8(&context, &params, &rescale,
                                                    &input_dims, INPUT(0, 0),
                                                    &filter_dims, model_blk_0_q, &bias_dims, NULL,
                                                    &output_dims, ARENA(0));
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 1: cortex_m.linear: k (model.py:11, attn) */
    CMLIR_OP_BOUNDARY(1);
    {
        static const cmsis_nn_fc_params params = {3, 2, 5, {-128, 127}};
        static const cmsis_nn_per_tensor_quant_params rescale = {1394967295, -8};
        static const cmsis_nn_dims input_dims = {6, 1, 1, 12};
        static const cmsis_nn_dims filter_dims = {12, 1, 1, 8};
        static const cmsis_nn_dims bias_dims = {1, 1, 1, 8};
        static const cmsis_nn_dims output_dims = {6, 1, 1, 8};
        const cmsis_nn_context context = {(void *)model_sums_k, 32};
        status = arm_fully_connected_s8(&context, &params, &rescale, &input_dims, INPUT(0, 0),
                                        &filter_dims, model_blk_0_q_2, &bias_dims, NULL,
                                        &output_dims, ARENA(80));
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 2: cortex_m.transpose: transpose (model.py:13, attn) */
    CMLIR_OP_BOUNDARY(2);
    {
        static const uint32_t axes[] = {0, 2, 1, 3};
        static const cmsis_nn_transpose_params params = {4, axes};
        static const cmsis_nn_dims input_dims = {2, 3, 2, 4};
        static const cmsis_nn_dims output_dims = {2, 2, 3, 4};
        status = arm_transpose_s8(ARENA(0), ARENA(128), &input_dims, &output_dims, &params);
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 3: cortex_m.transpose: transpose_1 (model.py:13, attn) */
    CMLIR_OP_BOUNDARY(3);
    {
        static const uint32_t axes[] = {0, 2, 1, 3};
        static const cmsis_nn_transpose_params params = {4, axes};
        static const cmsis_nn_dims input_dims = {2, 3, 2, 4};
        static const cmsis_nn_dims output_dims = {2, 2, 3, 4};
        status = arm_transpose_s8(ARENA(80), ARENA(0), &input_dims, &output_dims, &params);
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 4: cortex_m.batch_matmul: matmul (model.py:14, attn) */
    CMLIR_OP_BOUNDARY(4);
    {
        static const cmsis_nn_bmm_params params = {false, false, {4, -5, 1, {-128, 127}}};
        static const cmsis_nn_per_tensor_quant_params rescale = {1825361101, -7};
        static const cmsis_nn_dims lhs_dims = {2, 2, 3, 4};
        static const cmsis_nn_dims rhs_dims = {2, 2, 3, 4};
        static const cmsis_nn_dims output_dims = {2, 2, 3, 3};
        const cmsis_nn_context context = {ARENA(48), 12};
        status = arm_batch_matmul_s8(&context, &params, &rescale, &lhs_dims, ARENA(128),
                                     &rhs_dims, ARENA(0), &output_dims, ARENA(176));
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 5: cortex_m.softmax: softmax (model.py:15, attn) */
    CMLIR_OP_BOUNDARY(5);
    arm_softmax_s8(ARENA(176), 12, 3, 1717986918, 21, -992, OUTPUT(1, 0));

    /* 6: cortex_m.softmax: softmax_1 (model.py:15, attn) */
    CMLIR_OP_BOUNDARY(6);
    status = cmlir_softmax_s8(ARENA(176), 12, 3, 1717986918, 21, -992, 1088516511, -7, -120,
                              ARENA(128));
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 7: cortex_m.softmax: softmax_2 (model.py:15, attn) */
    CMLIR_OP_BOUNDARY(7);
    arm_softmax_s8_s16(ARENA(176), 12, 3, 1717986918, 21, -992, ARENA(0));

    /* 8: cortex_m.requantize: softmax_2 (model.py:15, attn) */
    CMLIR_OP_BOUNDARY(8);
    status = cmlir_requantize_s16_s8(ARENA(0), ARENA(176), 36, 32768, 1083741824, -7, -128,
                                     -128, 127);
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 9: cortex_m.add: add (model.py:16, attn) */
    CMLIR_OP_BOUNDARY(9);
    status = arm_elementwise_add_s8(ARENA(128), ARENA(176), 120, 1073741824, 0, 128, 1073741824,
                                    0, 20, ARENA(128), -128, 1073741824, -18, -128, 127, 36);
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 10: cortex_m.transpose: transpose_2 (model.py:17, attn) */
    CMLIR_OP_BOUNDARY(10);
    {
        static const uint32_t axes[] = {0, 2, 1};
        static const cmsis_nn_transpose_params params = {3, axes};
        static const cmsis_nn_dims input_dims = {2, 3, 8, 1};
        static const cmsis_nn_dims output_dims = {2, 8, 3, 1};
        status = arm_transpose_s8(ARENA(80), ARENA(0), &input_dims, &output_dims, &params);
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 11: cortex_m.batch_matmul: matmul_1 (model.py:18, attn) */
    CMLIR_OP_BOUNDARY(11);
    {
        static const cmsis_nn_bmm_params params = {false, false, {128, -5, 6, {-128, 127}}};
        static const cmsis_nn_per_tensor_quant_params rescale = {1825361101, -6};
        static const cmsis_nn_dims lhs_dims = {2, 2, 3, 3};
        static const cmsis_nn_dims rhs_dims = {1, 2, 4, 3};
        static const cmsis_nn_dims output_dims = {2, 2, 3, 4};
        const cmsis_nn_context context = {ARENA(96), 16};
        status = arm_batch_matmul_s8(&context, &params, &rescale, &lhs_dims, ARENA(128),
                                     &rhs_dims, ARENA(24), &output_dims, ARENA(48));
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 12: cortex_m.transpose: transpose_3 (model.py:19, attn) */
    CMLIR_OP_BOUNDARY(12);
    {
        static const uint32_t axes[] = {0, 2, 1, 3};
        static const cmsis_nn_transpose_params params = {4, axes};
        static const cmsis_nn_dims input_dims = {2, 2, 3, 4};
        static const cmsis_nn_dims output_dims = {2, 3, 2, 4};
        status = arm_transpose_s8(ARENA(48), ARENA(0), &input_dims, &output_dims, &params);
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 13: cortex_m.linear: o (model.py:20, attn) */
    CMLIR_OP_BOUNDARY(13);
    {
        static const cmsis_nn_fc_params params = {-6, 0, 0, {0, 127}};
        static const cmsis_nn_per_tensor_quant_params rescale = {1394967295, -7};
        static const cmsis_nn_dims input_dims = {6, 1, 1, 8};
        static const cmsis_nn_dims filter_dims = {8, 1, 1, 5};
        static const cmsis_nn_dims bias_dims = {1, 1, 1, 5};
        static const cmsis_nn_dims output_dims = {6, 1, 1, 5};
        const cmsis_nn_context context = {(void *)model_sums_o, 20};
        status = arm_fully_connected_s8(&context, &params, &rescale, &input_dims, ARENA(0),
                                        &filter_dims, model_run_2, &bias_dims, NULL,
                                        &output_dims, OUTPUT(0, 0));
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    CMLIR_OP_BOUNDARY(14);
    return status;
}
