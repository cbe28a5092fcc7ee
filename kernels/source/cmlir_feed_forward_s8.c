/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_row_blocks.h"

arm_cmsis_nn_status cmlir_feed_forward_s8(const cmsis_nn_context *ctx,
                                          const cmlir_feed_forward_params *params,
                                          const int8_t *in,
                                          const int8_t *hidden_weights,
                                          const int32_t *hidden_sums,
                                          const int8_t *table,
                                          const int8_t *weights,
                                          const int32_t *sums,
                                          int8_t *out)
{
    const cmlir_layer_t first = {&params->first, hidden_weights, hidden_sums, params->depth,
                                 params->hidden, table};
    const cmlir_layer_t second = {&params->second, weights, sums, params->hidden, params->cols,
                                  NULL};
    int8_t *hidden = ctx->buf;
    if (hidden == NULL || params->block_rows < 1) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    for (int32_t row = 0; row < params->rows; row += params->block_rows) {
        const int32_t rows = cmlir_block_at(row, params->rows, params->block_rows);
        cmlir_linear_rows_s8(&first, in, rows, hidden);
        cmlir_linear_rows_s8(&second, hidden, rows, out);
        in += rows * params->depth;
        out += rows * params->cols;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
