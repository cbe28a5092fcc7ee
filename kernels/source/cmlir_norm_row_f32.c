/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_norm_row_f32.h"

void cmlir_norm_row_f32(const float *in,
                        int32_t size,
                        double center,
                        double epsilon,
                        const float *weight,
                        const float *bias,
                        float *out)
{
    double squares = 0.0;
    for (int32_t i = 0; i < size; i++) {
        const double x = (double)in[i] - center;
        squares = squares + x * x;
    }
    const double deviation = cmlir_sqrt_f64(squares / (double)size + epsilon);
    for (int32_t i = 0; i < size; i++) {
        double x = ((double)in[i] - center) / deviation;
        x = weight ? x * (double)weight[i] : x;
        out[i] = (float)(bias ? x + (double)bias[i] : x);
    }
}
