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

    /* 0: cortex_m.sum: sum (model.py:3) */
    CMLIR_OP_BOUNDARY(0);
    status = cmlir_sum_s8(INPUT(0, 0), 2, 3, 4, 5, 1518500250, -1, -12, -128, 127,
                          OUTPUT(0, 0));
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 1: cortex_m.max: amax (model.py:4) */
    CMLIR_OP_BOUNDARY(1);
    status = cmlir_max_s8(INPUT(0, 0), 2, 3, 4, OUTPUT(4, 0));
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 2: cortex_m.min: amin (model.py:5) */
    CMLIR_OP_BOUNDARY(2);
    status = cmlir_min_s8(INPUT(0, 0), 2, 3, 4, OUTPUT(1, 0));
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 3: cortex_m.argmax: argmax (model.py:6) */
    CMLIR_OP_BOUNDARY(3);
    status = cmlir_argmax_s8(INPUT(0, 0), 2, 3, 4, OUTPUT(3, 0));
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 4: cortex_m.embedding: embedding (model.py:8, table) */
    CMLIR_OP_BOUNDARY(4);
    status = cmlir_embedding(model_rows, 3, 5, OUTPUT(3, 0), 8, 8, OUTPUT(2, 0));
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 5: cortex_m.argmin: argmin (model.py:7) */
    CMLIR_OP_BOUNDARY(5);
    status = cmlir_argmin_s8(INPUT(0, 0), 2, 3, 4, OUTPUT(3, 0));
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 6: cortex_m.broadcast_add: add (model.py:9) */
    CMLIR_OP_BOUNDARY(6);
    {
        static const int32_t dims[] = {8};
        static const int32_t strides[] = {1, 1};
        status = cmlir_broadcast_add_s8(OUTPUT(0, 0), OUTPUT(4, 0), 1, dims, strides, 12,
                                        1073741824, 0, 5, 1518500250, -1, 20, OUTPUT(0, 0), -3,
                                        1518500250, -19, -128, 127);
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 7: cortex_m.log_softmax: log_softmax (model.py:10) */
    CMLIR_OP_BOUNDARY(7);
    status = cmlir_log_softmax_s8(OUTPUT(0, 0), 2, 4, 1518500250, 20, -128, 1717986918,
                                  1190805000, 26, 127, -128, 127, OUTPUT(0, 0));
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 8: cortex_m.broadcast_mul: mul (model.py:11) */
    CMLIR_OP_BOUNDARY(8);
    {
        static const int32_t dims[] = {6, 4};
        static const int32_t strides[] = {4, 1, 0, 1};
        status = cmlir_broadcast_mul_s8(INPUT(0, 0), INPUT(1, 0), 2, dims, strides, 5, -7,
                                        OUTPUT(4, 0), 3, 1518500250, -5, -128, 127);
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    CMLIR_OP_BOUNDARY(9);
    return status;
}
