/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Float kernels on two operands that may repeat: the loops around a function of two numbers.
 */
#ifndef CMLIR_BROADCAST_F32_H
#define CMLIR_BROADCAST_F32_H

#include "cmlir_nn.h"

typedef float cmlir_binary_f32(float a, float b);

typedef struct {
    const float *input[2];
    int32_t rank;
    const int32_t *dims;    /* [rank] */
    const int32_t *strides; /* [2][rank] */
    float *out;
} cmlir_broadcast_f32_args;

arm_cmsis_nn_status cmlir_broadcast_f32(const cmlir_broadcast_f32_args *args,
                                        cmlir_binary_f32 *function);

/* A kernel of cmlir_nn_f32.h; y is an expression in the floats a and b */
#define CMLIR_BROADCAST_F32(name, y)                                                               \
    static float of_two(float a, float b)                                                          \
    {                                                                                              \
        return (y);                                                                                \
    }                                                                                              \
    arm_cmsis_nn_status name(const float *input_1,                                                 \
                             const float *input_2,                                                 \
                             int32_t rank,                                                         \
                             const int32_t *dims,                                                  \
                             const int32_t *strides,                                               \
                             float *out)                                                           \
    {                                                                                              \
        const cmlir_broadcast_f32_args args = {{input_1, input_2}, rank, dims, strides, out};      \
        return cmlir_broadcast_f32(&args, of_two);                                                 \
    }

#endif
