/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"
#include "cmlir_s16.h"

arm_cmsis_nn_status cmlir_linear_s16(const int16_t *in,
                                     const int8_t *weights,
                                     const cmsis_nn_bias_data *bias,
                                     int32_t rows,
                                     int32_t cols,
                                     int32_t depth,
                                     const cmlir_linear_params *params,
                                     int16_t *out)
{
    const cmlir_row_s16_args args = {
        .filter = weights,
        .depth = depth,
        .channels = cols,
        .bias = bias->data,
        .is_int32_bias = bias->is_int32_bias,
        .multiplier = params->multiplier,
        .shift = params->shift,
        .per_channel = params->per_channel,
        .activation = params->activation,
    };
    for (int32_t row = 0; row < rows; row++) {
        cmlir_row_s16(&args, in, out);
        in += depth;
        out += cols;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
