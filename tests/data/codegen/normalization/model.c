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

    /* 0: cortex_m.layer_norm: layer_norm (model.py:3, blk.norm) */
    CMLIR_OP_BOUNDARY(0);
    {
        static const cmlir_norm_params params = {52613349, 30, 2, 20, {-128, 127}};
        status = cmlir_layer_norm_s8(INPUT(0, 0), 6, 7, &params, model_norm_multipliers,
                                     model_norm_bias, OUTPUT(0, 0));
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 1: cortex_m.layer_norm: layer_norm_1 (model.py:3, blk.norm) */
    CMLIR_OP_BOUNDARY(1);
    {
        static const cmlir_norm_params params = {0, -4, 2, 19, {-20, 100}};
        status = cmlir_layer_norm_s8(OUTPUT(0, 0), 6, 7, &params, model_norm_multipliers,
                                     model_norm_bias, OUTPUT(0, 0));
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 2: cortex_m.rms_norm: rms_norm (model.py:4, blk.norm) */
    CMLIR_OP_BOUNDARY(2);
    {
        static const cmlir_norm_params params = {52613349, 30, 2, 20, {-128, 127}};
        status = cmlir_rms_norm_s8(INPUT(0, 0), 6, 7, 5, &params, model_norm_multipliers,
                                   model_norm_bias, OUTPUT(1, 0));
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    CMLIR_OP_BOUNDARY(3);
    return status;
}
