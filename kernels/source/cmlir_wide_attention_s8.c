/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_attention.h"

typedef struct {
    const cmlir_attention_mask *mask;
    const int32_t *exponentials;
    int16_t *wide; /* scores of a block */
} arguments_t;

static void of_block(const void *arguments, const cmlir_attention_block_t *block)
{
    const arguments_t *given = arguments;
    const cmlir_matmul_nt_s8_args *scores = block->scores;
    const cmlir_block_mask_t mask = cmlir_block_mask(given->mask, block);
    cmlir_matmul_nt_s8_s16(scores, given->wide);
    cmlir_softmax_s16_s8(given->wide, mask.kept, 2, mask.dims, mask.strides, mask.diagonal,
                         given->exponentials, scores->out);
}

arm_cmsis_nn_status cmlir_wide_attention_s8(const cmsis_nn_context *ctx,
                                            const cmlir_attention_params *params,
                                            const int8_t *query,
                                            const int8_t *key,
                                            const int8_t *value,
                                            const cmlir_attention_mask *mask,
                                            const int32_t *exponentials,
                                            int8_t *out)
{
    const int32_t pairs = (params->block_rows * params->scores.sizes[3] + 1) / 2;
    const arguments_t arguments = {mask, exponentials, ctx->buf};
    const cmlir_probabilities_t probabilities = {of_block, &arguments, mask->diagonal};
    if (ctx->buf == NULL || !cmlir_attention_mask_is_valid(mask)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    return cmlir_attention_heads(params, &probabilities, (int32_t *)ctx->buf + pairs, query, key,
                                 value, out);
}
