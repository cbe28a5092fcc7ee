/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_linear.h"

arm_cmsis_nn_status cmlir_linear_s8_s16(const int8_t *in,
                                        const int8_t *weights,
                                        const int32_t *sums,
                                        int32_t rows,
                                        int32_t cols,
                                        int32_t depth,
                                        const cmlir_linear_params *params,
                                        int16_t *out)
{
    const cmlir_matmul_nt_s8_args args =
        cmlir_linear_matmul(in, weights, sums, rows, cols, depth, params, NULL, NULL);
    cmlir_matmul_nt_s8_s16(&args, out);
    return ARM_CMSIS_NN_SUCCESS;
}
