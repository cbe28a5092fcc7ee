/* Written by cmlir. One kernel call after the other, in the order of the PyTorch program. */
#include "model.h"

#include <stddef.h>
#include <string.h>

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
#define STATE(offset) ((void *)((uint8_t *)state + (offset)))
#define CONSTANT(name, offset) ((const void *)((const uint8_t *)name + (offset)))

int32_t model_init(void *state)
{
    /* window */
    memset(STATE(0), 249, 12);
    /* blk.delayed */
    memcpy(STATE(16), model_delayed, 3);
    return ARM_CMSIS_NN_SUCCESS;
}

int32_t model_run(const void *const inputs[], void *const outputs[], void *arena, void *state)
{
    arm_cmsis_nn_status status = ARM_CMSIS_NN_SUCCESS;

    (void)inputs;
    (void)outputs;
    (void)arena;
    (void)state;

    /* 0: cortex_m.index_copy: window (model.py:23) */
    CMLIR_OP_BOUNDARY(0);
    status = cmlir_index_copy(STATE(0), INPUT(0, 0), model_places, 4, 2, 1, 4, 3, STATE(0));
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 1: cortex_m.requantize: y (model.py:24) */
    CMLIR_OP_BOUNDARY(1);
    status = cmlir_requantize_s8(STATE(0), OUTPUT(0, 0), 12, 7, 1518500250, 0, -3, -128, 127);
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 2: cortex_m.compare_elements: old (model.py:26) */
    CMLIR_OP_BOUNDARY(2);
    status = cmlir_compare_elements_s64(INPUT(1, 0), model_ages, OUTPUT(2, 0), 3, CMLIR_LE);
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 3: cortex_m.compare_elements: equal (model.py:27) */
    CMLIR_OP_BOUNDARY(3);
    status = cmlir_compare_elements_s32(INPUT(2, 0), model_places, OUTPUT(3, 0), 2, CMLIR_EQ);
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 4: cortex_m.copy: row (model.py:25) */
    CMLIR_OP_BOUNDARY(4);
    {
        static const int32_t sizes[] = {3};
        static const int32_t strides[] = {1};
        status = cmlir_strided_copy(STATE(6), ARENA(0), 1, 1, sizes, strides);
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 5: cortex_m.copy: output (model.py:28) */
    CMLIR_OP_BOUNDARY(5);
    {
        static const int32_t sizes[] = {3};
        static const int32_t strides[] = {1};
        status = cmlir_strided_copy(STATE(16), OUTPUT(1, 0), 1, 1, sizes, strides);
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 6: cortex_m.copy: output (model.py:28) */
    CMLIR_OP_BOUNDARY(6);
    {
        static const int32_t sizes[] = {3};
        static const int32_t strides[] = {1};
        status = cmlir_strided_copy(ARENA(0), STATE(16), 1, 1, sizes, strides);
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    CMLIR_OP_BOUNDARY(7);
    return status;
}
