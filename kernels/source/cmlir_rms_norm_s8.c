/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"
#include "cmlir_core.h"

static cmlir_norm_scale_t scale_of(const int8_t *row,
                                   int32_t row_size,
                                   int32_t input_offset,
                                   const cmlir_norm_params *params)
{
    const cmlir_row_moments_t moments = cmlir_row_moments_s8(row, row_size);
    /* sum((x + input_offset)^2) */
    const int64_t squares = moments.squares + 2 * (int64_t)input_offset * moments.sum
                            + (int64_t)row_size * input_offset * input_offset;
    return cmlir_norm_scale(row_size, -row_size * input_offset, row_size * squares,
                            params->epsilon, params->epsilon_bits, params->range_bits);
}

arm_cmsis_nn_status cmlir_rms_norm_s8(const int8_t *in,
                                      int32_t num_rows,
                                      int32_t row_size,
                                      int32_t input_offset,
                                      const cmlir_norm_params *params,
                                      const int32_t *multipliers,
                                      const int32_t *bias,
                                      int8_t *out)
{
    const cmlir_norm_row_args args = {
        .row_size = row_size,
        .multipliers = multipliers,
        .bias = bias,
        .shift = params->shift,
        .act_min = params->activation.min,
        .act_max = params->activation.max,
    };
    int32_t row = 0;
    for (; row + 2 <= num_rows; row += 2, in += 2 * row_size, out += 2 * row_size) {
        const cmlir_norm_scale_t scales[2] = {
            scale_of(in, row_size, input_offset, params),
            scale_of(in + row_size, row_size, input_offset, params),
        };
        cmlir_norm_two_rows_s8(in, out, scales, &args);
    }
    if (row < num_rows) {
        cmlir_norm_row_s8(in, out, scale_of(in, row_size, input_offset, params), &args);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
