/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parts that softmax kernels on floats share.
 */
#ifndef CMLIR_SOFTMAX_F32_H
#define CMLIR_SOFTMAX_F32_H

#include "cmlir_real.h"

/* out = e / sum of all e with e = e^(in - largest), rounded to float, but not in the sum */
void cmlir_softmax_row_f32(const float *in, int32_t size, float largest, float *out);

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
