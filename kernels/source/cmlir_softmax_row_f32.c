/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_softmax_row_f32.h"

void cmlir_softmax_row_f32(const float *in, int32_t size, float largest, float *out)
{
    double sum = 0.0;
    for (int32_t i = 0; i < size; i++) {
        const double e = cmlir_exp((double)in[i] - (double)largest);
        out[i] = (float)e;
        sum = sum + e;
    }
    for (int32_t i = 0; i < size; i++) {
        out[i] = (float)((double)out[i] / sum);
    }
}
