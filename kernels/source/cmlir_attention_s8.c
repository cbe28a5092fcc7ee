/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_attention.h"

static void of_block(const void *exponentials, const cmlir_attention_block_t *block)
{
    const cmlir_matmul_nt_s8_args *scores = block->scores;
    cmlir_matmul_nt_s8(scores);
    cmlir_softmax_table_s8(scores->out, scores->rows, scores->cols, exponentials, scores->out);
}

arm_cmsis_nn_status cmlir_attention_s8(const cmsis_nn_context *ctx,
                                       const cmlir_attention_params *params,
                                       const int8_t *query,
                                       const int8_t *key,
                                       const int8_t *value,
                                       const int32_t *exponentials,
                                       int8_t *out)
{
    const cmlir_probabilities_t probabilities = {of_block, exponentials, INT32_MAX};
    return cmlir_attention_heads(params, &probabilities, ctx->buf, query, key, value, out);
}
