/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The largest number of a row, for softmax kernels on floats.
 */
#ifndef CMLIR_LARGEST_F32_H
#define CMLIR_LARGEST_F32_H

#include "cmlir_real.h"

/* Of a row that is not empty; NaN where there is one */
static inline float cmlir_largest_f32(const float *in, int32_t size)
{
    float largest = in[0];
    for (int32_t i = 1; i < size; i++) {
        if (in[i] > largest || in[i] != in[i]) {
            largest = in[i];
        }
        CMLIR_ONE_AT_A_TIME();
    }
    return largest;
}

#endif
