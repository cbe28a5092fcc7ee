/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_largest_f32.h"
#include "cmlir_softmax_row_f32.h"

arm_cmsis_nn_status
cmlir_softmax_f32(const float *in, int32_t num_rows, int32_t row_size, float *out)
{
    for (int32_t r = 0; r < num_rows && row_size > 0; r++) {
        const float largest = cmlir_largest_f32(in, row_size);
        cmlir_softmax_row_f32(in, row_size, largest, out);
        in += row_size;
        out += row_size;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
