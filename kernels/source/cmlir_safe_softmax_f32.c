/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_largest_f32.h"
#include "cmlir_softmax_row_f32.h"

static void row(const float *in, int32_t size, float *out)
{
    const float largest = cmlir_largest_f32(in, size);
    if (largest < -3.4028234663852886e38f) {
        memset(out, 0, (size_t)size * sizeof *out);
        return;
    }
    cmlir_softmax_row_f32(in, size, largest, out);
}

arm_cmsis_nn_status
cmlir_safe_softmax_f32(const float *in, int32_t num_rows, int32_t row_size, float *out)
{
    for (int32_t r = 0; r < num_rows && row_size > 0; r++) {
        row(in, row_size, out);
        in += row_size;
        out += row_size;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
