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

    /* 0: cortex_m.f32_binary: sub (model.py:3, head) */
    CMLIR_OP_BOUNDARY(0);
    {
        static const int32_t dims[] = {2, 3, 5};
        static const int32_t strides[] = {15, 5, 1, 0, 1, 0};
        status = cmlir_broadcast_sub_f32(INPUT(0, 0), INPUT(1, 0), 3, dims, strides, ARENA(0));
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 1: cortex_m.f32_norm: layer_norm (model.py:4, head) */
    CMLIR_OP_BOUNDARY(1);
    status = cmlir_layer_norm_f32(ARENA(0), 6, 5, 1e-05, INPUT(2, 0), NULL, ARENA(0));
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 2: cortex_m.f32_unary: elu (model.py:5, head) */
    CMLIR_OP_BOUNDARY(2);
    status = cmlir_elu_f32(ARENA(0), ARENA(0), 30, 0x1p+0f, 0x1p-1f, 0x1p+1f);
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 3: cortex_m.f32_softmax: softmax (model.py:6, head) */
    CMLIR_OP_BOUNDARY(3);
    status = cmlir_softmax_f32(ARENA(0), 6, 5, ARENA(0));
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 4: cortex_m.f32_matmul: baddbmm (model.py:7, head) */
    CMLIR_OP_BOUNDARY(4);
    {
        static const cmsis_nn_dims lhs_dims = {1, 2, 3, 5};
        static const cmsis_nn_dims rhs_dims = {1, 2, 3, 5};
        static const cmsis_nn_dims out_dims = {1, 2, 3, 3};
        status = cmlir_matmul_f32(&lhs_dims, ARENA(0), &rhs_dims, INPUT(0, 0), INPUT(1, 0),
                                  &out_dims, OUTPUT(0, 0));
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 5: cortex_m.f32_reduce: mean (model.py:8, head) */
    CMLIR_OP_BOUNDARY(5);
    status = cmlir_mean_f32(ARENA(0), 2, 3, 5, OUTPUT(1, 0));
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 6: cortex_m.f32_reduce: argmax (model.py:9, head) */
    CMLIR_OP_BOUNDARY(6);
    status = cmlir_argmax_f32(INPUT(0, 0), 2, 3, 5, OUTPUT(2, 0));
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    CMLIR_OP_BOUNDARY(7);
    return status;
}
