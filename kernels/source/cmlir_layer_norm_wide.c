/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"
#include "cmlir_wide.h"

arm_cmsis_nn_status cmlir_layer_norm_wide(const void *in,
                                          int32_t in_bytes,
                                          int32_t num_rows,
                                          int32_t row_size,
                                          const cmlir_norm_params *params,
                                          const int32_t *multipliers,
                                          const int32_t *bias,
                                          void *out,
                                          int32_t out_bytes)
{
    const cmlir_norm_row_args args = {
        .row_size = row_size,
        .multipliers = multipliers,
        .bias = bias,
        .shift = params->shift,
        .act_min = params->activation.min,
        .act_max = params->activation.max,
    };
    const int8_t *row = in;
    int8_t *result = out;
    if (!cmlir_is_code_size(in_bytes) || !cmlir_is_code_size(out_bytes)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    for (int32_t i = 0; i < num_rows; i++) {
        const cmlir_wide_moments_t moments = cmlir_row_moments_wide(row, in_bytes, row_size);
        const int64_t deviation = row_size * moments.squares
                                  - (int64_t)moments.sum * moments.sum;
        const cmlir_norm_scale_t scale =
            cmlir_norm_scale(row_size, moments.sum, deviation, params->epsilon,
                             params->epsilon_bits, params->range_bits);
        cmlir_norm_row_wide(row, in_bytes, result, out_bytes, scale, &args);
        row += row_size * in_bytes;
        result += row_size * out_bytes;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
