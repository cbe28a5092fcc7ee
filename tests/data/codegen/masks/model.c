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

    /* 0: cortex_m.compare: gt (model.py:3) */
    CMLIR_OP_BOUNDARY(0);
    status = cmlir_compare_f32(INPUT(2, 0), OUTPUT(0, 0), 12, CMLIR_GT, 0x0p+0f);
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 1: cortex_m.logical_and: logical_and (model.py:4) */
    CMLIR_OP_BOUNDARY(1);
    status = cmlir_logical_and(INPUT(1, 0), OUTPUT(0, 0), ARENA(0), 12);
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 2: cortex_m.logical_not: logical_not (model.py:5) */
    CMLIR_OP_BOUNDARY(2);
    status = cmlir_logical_not(ARENA(0), ARENA(0), 12);
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 3: cortex_m.logical_xor: logical_xor (model.py:6) */
    CMLIR_OP_BOUNDARY(3);
    status = cmlir_logical_xor(ARENA(0), OUTPUT(0, 0), ARENA(0), 12);
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 4: cortex_m.logical_or: logical_or (model.py:7) */
    CMLIR_OP_BOUNDARY(4);
    status = cmlir_logical_or(ARENA(0), INPUT(1, 0), OUTPUT(1, 0), 12);
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 5: cortex_m.masked_softmax: softmax (model.py:8) */
    CMLIR_OP_BOUNDARY(5);
    {
        static const int32_t sizes[] = {2, 4, 3};
        static const int32_t strides[] = {0, 3, 1};
        status = cmlir_masked_softmax_s8(INPUT(0, 0), OUTPUT(1, 0), 3, sizes, strides, 2147483647,
                                         model_exponentials, NULL, 0, OUTPUT(0, 0));
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 6: cortex_m.masked_softmax: softmax_1 (model.py:9) */
    CMLIR_OP_BOUNDARY(6);
    {
        static const int32_t sizes[] = {2, 4, 3};
        status = cmlir_masked_softmax_s8(INPUT(0, 0), NULL, 3, sizes, NULL, 0, model_exponentials,
                                         NULL, 0, OUTPUT(1, 0));
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 7: cortex_m.where: where (model.py:10) */
    CMLIR_OP_BOUNDARY(7);
    {
        static const int32_t sizes[] = {2, 4, 3};
        static const int32_t strides[] = {0, -3, -1, 12, 3, 1, 12, 3, 1};
        status = cmlir_where(ARENA(11), INPUT(0, 0), OUTPUT(1, 0), OUTPUT(2, 0), 1, 3, sizes,
                             strides);
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 8: cortex_m.any: any (model.py:11) */
    CMLIR_OP_BOUNDARY(8);
    status = cmlir_any(INPUT(1, 0), 1, 4, 3, OUTPUT(3, 0));
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    CMLIR_OP_BOUNDARY(9);
    return status;
}
