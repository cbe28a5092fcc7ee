/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_int4.h"
#include "cmlir_nn.h"

arm_cmsis_nn_status cmlir_linear_s4(const cmsis_nn_context *ctx,
                                    const int8_t *in,
                                    const int8_t *weights,
                                    const int32_t *sums,
                                    int32_t rows,
                                    int32_t cols,
                                    int32_t depth,
                                    const cmlir_linear_params *params,
                                    int8_t *out)
{
    const int32_t at_once = cmlir_int4_channels(cols, depth, CMLIR_INT4_LINEAR_BYTES);
    int8_t *unpacked = ctx->buf;
    if (unpacked == NULL && cols * depth > 0) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    for (int32_t first = 0; first < cols; first += at_once) {
        const int32_t skipped = params->per_channel ? first : 0;
        const int32_t count = cols - first < at_once ? cols - first : at_once;
        const cmlir_matmul_nt_s8_args args = {
            .lhs = in,
            .lhs_stride = depth,
            .rhs = unpacked,
            .rhs_stride = depth,
            .sums = sums + first,
            .out = out + first,
            .out_stride = cols,
            .rows = rows,
            .cols = count,
            .depth = depth,
            .multiplier = params->multiplier + skipped,
            .shift = params->shift + skipped,
            .per_channel = params->per_channel,
            .output_offset = params->out_offset,
            .act_min = params->activation.min,
            .act_max = params->activation.max,
        };
        cmlir_unpack_s4(weights + (ptrdiff_t)first * depth / 2, count * depth, unpacked);
        cmlir_matmul_nt_s8(&args);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
