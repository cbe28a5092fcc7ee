/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"
#include "cmlir_core.h"

arm_cmsis_nn_status cmlir_linear_s8_s16(const int8_t *in,
                                        const int8_t *weights,
                                        const int32_t *sums,
                                        int32_t rows,
                                        int32_t cols,
                                        int32_t depth,
                                        const cmlir_linear_params *params,
                                        int16_t *out)
{
    const cmlir_matmul_nt_s8_args args = {
        .lhs = in,
        .lhs_stride = depth,
        .rhs = weights,
        .rhs_stride = depth,
        .sums = sums,
        .rhs_offset = params->weights_offset,
        .out_stride = cols,
        .rows = rows,
        .cols = cols,
        .depth = depth,
        .multiplier = params->multiplier,
        .shift = params->shift,
        .per_channel = params->per_channel,
        .output_offset = params->out_offset,
        .act_min = params->activation.min,
        .act_max = params->activation.max,
    };
    cmlir_matmul_nt_s8_s16(&args, out);
    return ARM_CMSIS_NN_SUCCESS;
}
