/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Running sums and the like along the middle of three axes.
 */
#ifndef CMLIR_CUMULATE_F32_H
#define CMLIR_CUMULATE_F32_H

#include <stddef.h>

#include "cmlir_float.h"
#include "cmlir_nn.h"
#include "cmlir_nn_f32.h"

/* A kernel (in, outer, size, inner, out); `next` is an expression in the doubles a, what there is
 * so far, and x; the first result is the first element. */
#define CMLIR_CUMULATE_F32(name, next)                                                             \
    static double next_of(double a, double x)                                                      \
    {                                                                                              \
        return (next);                                                                             \
    }                                                                                              \
    arm_cmsis_nn_status name(                                                                      \
        const float *in, int32_t outer, int32_t size, int32_t inner, float *out)                   \
    {                                                                                              \
        for (int32_t o = 0; o < outer; o++) {                                                      \
            for (int32_t i = 0; i < inner; i++) {                                                  \
                double a = 0.0;                                                                    \
                for (int32_t r = 0; r < size; r++) {                                               \
                    const ptrdiff_t place = ((ptrdiff_t)o * size + r) * inner + i;                 \
                    a = r == 0 ? (double)in[place] : next_of(a, (double)in[place]);                \
                    out[place] = (float)a;                                                         \
                    CMLIR_ONE_AT_A_TIME();                                                         \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
        return ARM_CMSIS_NN_SUCCESS;                                                               \
    }

#endif
