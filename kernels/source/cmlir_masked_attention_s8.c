/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_attention.h"

typedef struct {
    const cmlir_attention_mask *mask;
    const int32_t *exponentials;
} arguments_t;

static void of_block(const void *arguments, const cmlir_attention_block_t *block)
{
    const arguments_t *given = arguments;
    const cmlir_matmul_nt_s8_args *scores = block->scores;
    const cmlir_block_mask_t mask = cmlir_block_mask(given->mask, block);
    cmlir_matmul_nt_s8(scores);
    cmlir_masked_softmax_s8(scores->out, mask.kept, 2, mask.dims, mask.strides, mask.diagonal,
                            given->exponentials, NULL, 0, scores->out);
}

arm_cmsis_nn_status cmlir_masked_attention_s8(const cmsis_nn_context *ctx,
                                              const cmlir_attention_params *params,
                                              const int8_t *query,
                                              const int8_t *key,
                                              const int8_t *value,
                                              const cmlir_attention_mask *mask,
                                              const int32_t *exponentials,
                                              int8_t *out)
{
    const arguments_t arguments = {mask, exponentials};
    const cmlir_probabilities_t probabilities = {of_block, &arguments, mask->diagonal};
    if (!cmlir_attention_mask_is_valid(mask)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    return cmlir_attention_heads(params, &probabilities, ctx->buf, query, key, value, out);
}
