/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_largest_f32.h"

static void row(const float *in, int32_t size, float *out)
{
    const double largest = (double)cmlir_largest_f32(in, size);
    double sum = 0.0;
    for (int32_t i = 0; i < size; i++) {
        sum = sum + cmlir_exp((double)in[i] - largest);
    }
    const double logarithm = cmlir_log(sum);
    for (int32_t i = 0; i < size; i++) {
        out[i] = (float)(((double)in[i] - largest) - logarithm);
    }
}

arm_cmsis_nn_status
cmlir_log_softmax_f32(const float *in, int32_t num_rows, int32_t row_size, float *out)
{
    for (int32_t r = 0; r < num_rows && row_size > 0; r++) {
        row(in, row_size, out);
        in += row_size;
        out += row_size;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
