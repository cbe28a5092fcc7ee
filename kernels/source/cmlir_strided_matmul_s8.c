/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_strided.h"

arm_cmsis_nn_status cmlir_strided_matmul_s8(const cmsis_nn_context *ctx,
                                            const cmlir_strided_matmul_params *params,
                                            const int8_t *lhs,
                                            const int8_t *rhs,
                                            int8_t *out)
{
    if (cmlir_strided_transposes(params) && (params->rhs_strides[2] != 1 || ctx->buf == NULL)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const cmlir_matrices_t first = {lhs, rhs, out};
    for (int32_t n = 0; n < params->sizes[0]; n++) {
        for (int32_t h = 0; h < params->sizes[1]; h++) {
            const cmlir_matrices_t here = cmlir_strided_matrices(params, first, n, h);
            const cmlir_matmul_nt_s8_args args = cmlir_strided_product(params, here, ctx->buf);
            cmlir_matmul_bias_s8(&args, params->fc_params.input_offset, NULL);
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
