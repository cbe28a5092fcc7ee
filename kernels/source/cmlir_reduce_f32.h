/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Reductions of floats along the middle of three axes.
 */
#ifndef CMLIR_REDUCE_F32_H
#define CMLIR_REDUCE_F32_H

#include <stddef.h>

#include "cmlir_float.h"
#include "cmlir_nn.h"

/* A kernel (in, outer, reduced, inner, out) with out[o][i] = of_column(&in[o][0][i], reduced,
 * inner), where of_column(x, count, stride) sees `count` numbers, `stride` apart. */
#define CMLIR_REDUCE_F32(name, of_column, type)                                                    \
    arm_cmsis_nn_status name(                                                                      \
        const float *in, int32_t outer, int32_t reduced, int32_t inner, type *out)                 \
    {                                                                                              \
        for (int32_t o = 0; o < outer; o++) {                                                      \
            for (int32_t i = 0; i < inner; i++) {                                                  \
                *out++ = of_column(in + i, reduced, inner);                                        \
            }                                                                                      \
            in += (ptrdiff_t)reduced * inner;                                                      \
        }                                                                                          \
        return ARM_CMSIS_NN_SUCCESS;                                                               \
    }

/* The sum in order, in double precision */
static inline double cmlir_column_sum(const float *x, int32_t count, int32_t stride)
{
    double sum = 0.0;
    for (int32_t r = 0; r < count; r++) {
        sum = sum + (double)*x;
        x += stride;
    }
    return sum;
}

#endif
