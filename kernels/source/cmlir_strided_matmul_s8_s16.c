/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_strided.h"

enum { TILE = 32 }; /* columns whose start values are computed at a time */

static void product(cmlir_matmul_nt_s8_args args, int32_t lhs_offset, int16_t *out)
{
    int32_t sums[TILE];
    const int32_t cols = args.cols;
    args.sums = sums;
    for (int32_t col = 0; col < cols; col += TILE) {
        args.cols = cols - col < TILE ? cols - col : TILE;
        cmlir_start_values(&args, lhs_offset, NULL, sums);
        cmlir_matmul_nt_s8_s16(&args, out + col);
        args.rhs += (ptrdiff_t)args.cols * args.rhs_stride;
    }
}

arm_cmsis_nn_status cmlir_strided_matmul_s8_s16(const cmsis_nn_context *ctx,
                                                const cmlir_strided_matmul_params *params,
                                                const int8_t *lhs,
                                                const int8_t *rhs,
                                                int16_t *out)
{
    if (cmlir_strided_transposes(params) && (params->rhs_strides[2] != 1 || ctx->buf == NULL)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const cmlir_matrices_t first = {lhs, rhs, NULL};
    for (int32_t n = 0; n < params->sizes[0]; n++) {
        for (int32_t h = 0; h < params->sizes[1]; h++) {
            const cmlir_matrices_t here = cmlir_strided_factors(params, first, n, h);
            const ptrdiff_t place = (ptrdiff_t)n * params->out_strides[0]
                                    + (ptrdiff_t)h * params->out_strides[1];
            product(cmlir_strided_product(params, here, ctx->buf), params->fc_params.input_offset,
                    out + place);
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
