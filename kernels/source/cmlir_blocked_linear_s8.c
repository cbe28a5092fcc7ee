/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_row_blocks.h"

arm_cmsis_nn_status cmlir_blocked_linear_s8(const cmsis_nn_context *ctx,
                                            const int8_t *in,
                                            const int8_t *weights,
                                            const int32_t *sums,
                                            int32_t rows,
                                            int32_t cols,
                                            int32_t depth,
                                            int32_t block_rows,
                                            const cmlir_linear_params *params,
                                            int8_t *out)
{
    const cmlir_layer_t layer = {params, weights, sums, depth, cols, NULL};
    if (ctx->buf == NULL || block_rows < 1) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    for (int32_t row = 0; row < rows; row += block_rows) {
        const int32_t count = cmlir_block_at(row, rows, block_rows);
        cmlir_linear_rows_s8(&layer, in, count, ctx->buf);
        memcpy(out, ctx->buf, (size_t)count * (size_t)cols);
        in += count * depth;
        out += count * cols;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
