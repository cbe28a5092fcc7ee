/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"
#include "cmlir_wide.h"

#if !defined(CMLIR_MVE)

/* Products are at most 2^14 in size, so 32 bits hold them; the sums wrap, as those of s8 do. */
static uint32_t dot(const int8_t *in, const int8_t *weights, int32_t depth, uint32_t sum)
{
    for (int32_t k = 0; k < depth; k++) {
        sum += (uint32_t)(in[k] * weights[k]);
    }
    return sum;
}

/* What weights_offset contributes to every output of a row */
static uint32_t row_term(const int8_t *in, int32_t depth, int32_t weights_offset)
{
    int32_t sum = 0;
    if (weights_offset != 0) {
        cmlir_row_sums_s8(in, depth, 1, depth, &sum);
    }
    return (uint32_t)weights_offset * (uint32_t)sum;
}

arm_cmsis_nn_status cmlir_linear_s8_s16(const int8_t *in,
                                        const int8_t *weights,
                                        const int32_t *sums,
                                        int32_t rows,
                                        int32_t cols,
                                        int32_t depth,
                                        const cmlir_linear_params *params,
                                        int16_t *out)
{
    for (int32_t row = 0; row < rows; row++, in += depth, out += cols) {
        const uint32_t term = row_term(in, depth, params->weights_offset);
        const int8_t *column = weights;
        for (int32_t col = 0; col < cols; col++, column += depth) {
            const int32_t channel = params->per_channel != 0 ? col : 0;
            const uint32_t sum = dot(in, column, depth, term + (uint32_t)sums[col]);
            const int32_t scaled = cmlir_requantize((int32_t)sum, params->multiplier[channel],
                                                    params->shift[channel]);
            out[col] =
                (int16_t)cmlir_finish_code(scaled, params->out_offset, &params->activation);
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}

#endif
