/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"

#include "cmlir_core.h"

/* The two factors of one product, and where it goes to */
typedef struct {
    const int8_t *lhs;
    const int8_t *rhs;
    int8_t *out;
} matrices_t;

static matrices_t
matrices(const cmlir_strided_matmul_params *params, matrices_t first, int32_t n, int32_t h)
{
    const matrices_t found = {
        first.lhs + (ptrdiff_t)n * params->lhs_strides[0] + (ptrdiff_t)h * params->lhs_strides[1],
        first.rhs + (ptrdiff_t)n * params->rhs_strides[0] + (ptrdiff_t)h * params->rhs_strides[1],
        first.out + (ptrdiff_t)n * params->out_strides[0] + (ptrdiff_t)h * params->out_strides[1],
    };
    return found;
}

static void product(const cmlir_strided_matmul_params *params, matrices_t m, int8_t *buffer)
{
    const cmsis_nn_fc_params *fc = &params->fc_params;
    cmlir_matmul_nt_s8_args args = {
        .lhs = m.lhs,
        .lhs_stride = params->lhs_strides[2],
        .rhs = m.rhs,
        .rhs_stride = params->rhs_strides[2],
        .rhs_offset = fc->filter_offset,
        .out = m.out,
        .out_stride = params->out_strides[2],
        .rows = params->sizes[2],
        .cols = params->sizes[3],
        .depth = params->sizes[4],
        .multiplier = &params->rescale.multiplier,
        .shift = &params->rescale.shift,
        .output_offset = fc->output_offset,
        .act_min = fc->activation.min,
        .act_max = fc->activation.max,
    };
    if (params->rhs_strides[3] != 1) {
        cmlir_transpose_s8(m.rhs, params->rhs_strides[3], args.depth, args.cols, buffer);
        args.rhs = buffer;
        args.rhs_stride = args.depth;
    }
    cmlir_matmul_bias_s8(&args, fc->input_offset, NULL);
}

arm_cmsis_nn_status cmlir_strided_matmul_s8(const cmsis_nn_context *ctx,
                                            const cmlir_strided_matmul_params *params,
                                            const int8_t *lhs,
                                            const int8_t *rhs,
                                            int8_t *out)
{
    const int32_t *strides = params->rhs_strides;
    const bool transposes = strides[3] != 1;
    if (transposes && (strides[2] != 1 || ctx->buf == NULL)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const matrices_t first = {lhs, rhs, out};
    for (int32_t n = 0; n < params->sizes[0]; n++) {
        for (int32_t h = 0; h < params->sizes[1]; h++) {
            product(params, matrices(params, first, n, h), ctx->buf);
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
