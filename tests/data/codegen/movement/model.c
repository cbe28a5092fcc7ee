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

    /* 0: cortex_m.copy: slice (model.py:3) */
    CMLIR_OP_BOUNDARY(0);
    {
        static const int32_t sizes[] = {2, 2, 3, 2};
        static const int32_t strides[] = {0, 12, -4, 2};
        status = cmlir_strided_copy(INPUT(0, 8), OUTPUT(0, 0), 1, 4, sizes, strides);
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 1: cortex_m.copy: unfold (model.py:4) */
    CMLIR_OP_BOUNDARY(1);
    {
        static const int32_t sizes[] = {3, 5};
        static const int32_t strides[] = {4, 1};
        status = cmlir_strided_copy(INPUT(0, 4), OUTPUT(1, 0), 1, 2, sizes, strides);
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 2: cortex_m.copy: t (model.py:5) */
    CMLIR_OP_BOUNDARY(2);
    {
        static const int32_t sizes[] = {2, 2};
        static const int32_t strides[] = {1, 2};
        status = cmlir_strided_copy(INPUT(1, 0), OUTPUT(3, 0), 8, 2, sizes, strides);
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 3: cortex_m.fill: full (model.py:8) */
    CMLIR_OP_BOUNDARY(3);
    {
        static const float value = -0x1.333334p-2f;
        status = cmlir_fill(OUTPUT(9, 0), 4, 6, &value);
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 4: cortex_m.fill: full_1 (model.py:9) */
    CMLIR_OP_BOUNDARY(4);
    {
        static const int16_t value = INT16_MIN;
        status = cmlir_fill(OUTPUT(10, 0), 2, 4, &value);
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 5: cortex_m.fill: full_2 (model.py:10) */
    CMLIR_OP_BOUNDARY(5);
    {
        static const int64_t value = 5;
        status = cmlir_fill(OUTPUT(11, 0), 8, 2, &value);
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 6: cortex_m.fill: full_3 (model.py:11) */
    CMLIR_OP_BOUNDARY(6);
    {
        static const uint8_t value = 1;
        status = cmlir_fill(OUTPUT(12, 0), 1, 3, &value);
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 7: cortex_m.transpose: permute (model.py:13) */
    CMLIR_OP_BOUNDARY(7);
    {
        static const uint32_t axes[] = {2, 1, 0};
        static const cmsis_nn_transpose_params params = {3, axes};
        static const cmsis_nn_dims input_dims = {2, 3, 4, 1};
        static const cmsis_nn_dims output_dims = {4, 3, 2, 1};
        status = arm_transpose_s8(INPUT(0, 0), OUTPUT(14, 0), &input_dims, &output_dims, &params);
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 8: cortex_m.copy: select_1 (model.py:14) */
    CMLIR_OP_BOUNDARY(8);
    status = cmlir_strided_copy(CONSTANT(model_reals, 4), OUTPUT(15, 0), 4, 0, NULL, NULL);
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 9: cortex_m.concat: cat (model.py:14) */
    CMLIR_OP_BOUNDARY(9);
    arm_concatenation_s8_x(INPUT(0, 0), 4, 6, 1, 1, OUTPUT(16, 0), 8, 0);
    arm_concatenation_s8_x(INPUT(0, 0), 4, 6, 1, 1, OUTPUT(16, 0), 8, 4);

    /* 10: cortex_m.concat: cat_1 (model.py:14) */
    CMLIR_OP_BOUNDARY(10);
    {
        const void *const parts[] = {INPUT(1, 0), OUTPUT(3, 0)};
        static const int32_t part_bytes[] = {32, 32};
        status = cmlir_concatenate(parts, part_bytes, 2, 1, OUTPUT(17, 0));
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 11: cortex_m.copy: output (model.py:15) */
    CMLIR_OP_BOUNDARY(11);
    {
        static const int32_t sizes[] = {4};
        static const int32_t strides[] = {1};
        status = cmlir_strided_copy(INPUT(1, 0), OUTPUT(2, 0), 8, 1, sizes, strides);
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 12: cortex_m.copy: output (model.py:15) */
    CMLIR_OP_BOUNDARY(12);
    {
        static const int32_t sizes[] = {1};
        static const int32_t strides[] = {1};
        status = cmlir_strided_copy(INPUT(2, 0), OUTPUT(4, 0), 4, 1, sizes, strides);
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 13: cortex_m.copy: wide (model.py:6) */
    CMLIR_OP_BOUNDARY(13);
    {
        static const int32_t sizes[] = {4};
        static const int32_t strides[] = {1};
        status = cmlir_strided_copy(model_wide, OUTPUT(5, 0), 8, 1, sizes, strides);
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 14: cortex_m.copy: mask (model.py:6) */
    CMLIR_OP_BOUNDARY(14);
    {
        static const int32_t sizes[] = {3};
        static const int32_t strides[] = {1};
        status = cmlir_strided_copy(model_mask, OUTPUT(6, 0), 1, 1, sizes, strides);
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 15: cortex_m.copy: slice_1 (model.py:7) */
    CMLIR_OP_BOUNDARY(15);
    {
        static const int32_t sizes[] = {3};
        static const int32_t strides[] = {1};
        status = cmlir_strided_copy(CONSTANT(model_reals, 8), OUTPUT(7, 0), 4, 1, sizes, strides);
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 16: cortex_m.copy: least (model.py:6) */
    CMLIR_OP_BOUNDARY(16);
    {
        static const int32_t sizes[] = {2};
        static const int32_t strides[] = {1};
        status = cmlir_strided_copy(model_least, OUTPUT(8, 0), 4, 1, sizes, strides);
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 17: cortex_m.copy: select (model.py:12) */
    CMLIR_OP_BOUNDARY(17);
    {
        static const int32_t sizes[] = {12};
        static const int32_t strides[] = {1};
        status = cmlir_strided_copy(INPUT(0, 12), OUTPUT(13, 0), 1, 1, sizes, strides);
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    CMLIR_OP_BOUNDARY(18);
    return status;
}
