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

    /* 0: cortex_m.integer: mul (model.py:3) */
    CMLIR_OP_BOUNDARY(0);
    {
        static const int32_t dims[] = {2, 3, 4};
        static const int32_t strides[] = {12, 4, 1, 0, 1, 0};
        status = cmlir_broadcast_integer(INPUT(0, 0), INPUT(1, 0), 8, CMLIR_MUL, 3, dims, strides,
                                         ARENA(0));
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 1: cortex_m.sum_integers: sum (model.py:4) */
    CMLIR_OP_BOUNDARY(1);
    status = cmlir_sum_integer(ARENA(0), 8, 2, 3, 4, OUTPUT(0, 0));
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 2: cortex_m.compare_tensors: ge (model.py:5) */
    CMLIR_OP_BOUNDARY(2);
    {
        static const int32_t dims[] = {2, 3, 4};
        static const int32_t strides[] = {12, 4, 1, 0, 1, 0};
        status = cmlir_broadcast_compare(INPUT(0, 0), INPUT(1, 0), CMLIR_S64, CMLIR_GE, 3,
                                         dims, strides, OUTPUT(2, 0));
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 3: cortex_m.cast: to (model.py:6) */
    CMLIR_OP_BOUNDARY(3);
    status = cmlir_cast(OUTPUT(2, 0), CMLIR_BOOL, OUTPUT(1, 0), CMLIR_F32, 24);
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 4: cortex_m.integer: sub (model.py:7) */
    CMLIR_OP_BOUNDARY(4);
    {
        static const int32_t dims[] = {24};
        static const int32_t strides[] = {1, 1};
        status = cmlir_broadcast_integer(INPUT(2, 0), INPUT(2, 0), 1, CMLIR_SUB, 1, dims, strides,
                                         OUTPUT(2, 0));
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 5: cortex_m.integer: minimum (model.py:8) */
    CMLIR_OP_BOUNDARY(5);
    {
        static const int32_t dims[] = {24};
        static const int32_t strides[] = {1, 1};
        status = cmlir_broadcast_integer(OUTPUT(2, 0), INPUT(2, 0), 1, CMLIR_MINIMUM, 1,
                                         dims, strides, OUTPUT(2, 0));
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 6: cortex_m.broadcast_div: div (model.py:9) */
    CMLIR_OP_BOUNDARY(6);
    {
        static const int32_t dims[] = {24};
        static const int32_t strides[] = {1, 1};
        status = cmlir_broadcast_div_s8(OUTPUT(2, 0), INPUT(2, 0), 1, dims, strides, -3,
                                        model_factors, OUTPUT(2, 0), 5, -100, 127);
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 7: cortex_m.cast: to_1 (model.py:10) */
    CMLIR_OP_BOUNDARY(7);
    status = cmlir_cast(INPUT(3, 0), CMLIR_F32, OUTPUT(4, 0), CMLIR_S32, 12);
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 8: cortex_m.cast: to_2 (model.py:11) */
    CMLIR_OP_BOUNDARY(8);
    status = cmlir_cast(OUTPUT(4, 0), CMLIR_S32, ARENA(0), CMLIR_F32, 12);
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 9: cortex_m.compare_tensors: lt (model.py:12) */
    CMLIR_OP_BOUNDARY(9);
    {
        static const int32_t dims[] = {12};
        static const int32_t strides[] = {1, 1};
        status = cmlir_broadcast_compare(INPUT(3, 0), ARENA(0), CMLIR_F32, CMLIR_LT, 1,
                                         dims, strides, OUTPUT(3, 0));
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    CMLIR_OP_BOUNDARY(10);
    return status;
}
