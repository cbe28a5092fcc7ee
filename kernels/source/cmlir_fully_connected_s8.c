/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_core.h"

arm_cmsis_nn_status cmlir_fully_connected_s8(const cmsis_nn_context *ctx,
                                             const cmsis_nn_fc_params *fc_params,
                                             const cmsis_nn_quant_params *quant_params,
                                             const cmsis_nn_dims *input_dims,
                                             const int8_t *input,
                                             const cmsis_nn_dims *filter_dims,
                                             const int8_t *filter,
                                             const int32_t *bias,
                                             const cmsis_nn_dims *output_dims,
                                             int8_t *output)
{
    const cmlir_matmul_nt_s8_args args = {
        .lhs = input,
        .lhs_stride = filter_dims->n,
        .rhs = filter,
        .rhs_stride = filter_dims->n,
        .sums = ctx->buf,
        .rhs_offset = fc_params->filter_offset,
        .out = output,
        .out_stride = output_dims->c,
        .rows = input_dims->n,
        .cols = output_dims->c,
        .depth = filter_dims->n,
        .multiplier = quant_params->multiplier,
        .shift = quant_params->shift,
        .per_channel = quant_params->is_per_channel,
        .output_offset = fc_params->output_offset,
        .act_min = fc_params->activation.min,
        .act_max = fc_params->activation.max,
    };
    if (args.sums != NULL) {
        cmlir_matmul_nt_s8(&args);
        return ARM_CMSIS_NN_SUCCESS;
    }
#if defined(CMLIR_MVE)
    (void)bias;
    return ARM_CMSIS_NN_ARG_ERROR; /* as Arm's library: a program that runs here runs there */
#else
    cmlir_matmul_bias_s8(&args, fc_params->input_offset, bias);
    return ARM_CMSIS_NN_SUCCESS;
#endif
}
