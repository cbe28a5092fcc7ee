/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arm_nnfunctions.h"
#include "cmlir_core.h"

/* Elements between the matrices (n, h) and (0, 0) of an operand; an extent of 1 is repeated. */
static ptrdiff_t matrix_offset(const cmsis_nn_dims *dims, int32_t n, int32_t h)
{
    const ptrdiff_t own_n = dims->n == 1 ? 0 : n;
    const ptrdiff_t own_h = dims->h == 1 ? 0 : h;
    return (own_n * dims->h + own_h) * dims->w * dims->c;
}

arm_cmsis_nn_status arm_batch_matmul_s8(const cmsis_nn_context *ctx,
                                        const cmsis_nn_bmm_params *bmm_params,
                                        const cmsis_nn_per_tensor_quant_params *quant_params,
                                        const cmsis_nn_dims *input_lhs_dims,
                                        const int8_t *input_lhs,
                                        const cmsis_nn_dims *input_rhs_dims,
                                        const int8_t *input_rhs,
                                        const cmsis_nn_dims *output_dims,
                                        int8_t *output)
{
#if defined(CMLIR_MVE)
    if (ctx->buf == NULL) { /* as Arm's library: a program that runs here runs there */
        return ARM_CMSIS_NN_ARG_ERROR;
    }
#else
    (void)ctx;
#endif
    const cmsis_nn_fc_params *fc_params = &bmm_params->fc_params;
    cmlir_matmul_nt_s8_args args = {
        .lhs_stride = input_rhs_dims->c,
        .rhs_stride = input_rhs_dims->c,
        .rhs_offset = fc_params->filter_offset,
        .out = output,
        .out_stride = input_rhs_dims->w,
        .rows = input_lhs_dims->w,
        .cols = input_rhs_dims->w,
        .depth = input_rhs_dims->c,
        .multiplier = &quant_params->multiplier,
        .shift = &quant_params->shift,
        .per_channel = 0,
        .output_offset = fc_params->output_offset,
        .act_min = fc_params->activation.min,
        .act_max = fc_params->activation.max,
    };
    for (int32_t n = 0; n < output_dims->n; n++) {
        for (int32_t h = 0; h < output_dims->h; h++) {
            args.lhs = input_lhs + matrix_offset(input_lhs_dims, n, h);
            args.rhs = input_rhs + matrix_offset(input_rhs_dims, n, h);
            cmlir_matmul_bias_s8(&args, fc_params->input_offset, NULL);
            args.out += (ptrdiff_t)args.rows * args.cols;
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
