/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_norm_row_f32.h"

arm_cmsis_nn_status cmlir_rms_norm_f32(const float *in,
                                       int32_t num_rows,
                                       int32_t row_size,
                                       double epsilon,
                                       const float *weight,
                                       const float *bias,
                                       float *out)
{
    for (int32_t r = 0; r < num_rows; r++) {
        const double center = 0.0;
        cmlir_norm_row_f32(in, row_size, center, epsilon, weight, bias, out);
        in += row_size;
        out += row_size;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
