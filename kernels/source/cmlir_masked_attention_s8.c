/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_attention.h"

typedef struct {
    const cmlir_attention_mask *mask;
    const int32_t *exponentials;
} arguments_t;

/* The diagonal, seen from rows that are counted from `row` on */
static int32_t diagonal_from(int32_t diagonal, int32_t row, int32_t columns)
{
    return (diagonal < columns ? diagonal : columns) + row;
}

static void of_block(const void *arguments, const cmlir_attention_block_t *block)
{
    const arguments_t *given = arguments;
    const cmlir_matmul_nt_s8_args *scores = block->scores;
    const int32_t *strides = given->mask->strides;
    const int32_t columns = scores->out_stride;
    const int32_t dims[2] = {scores->rows, columns};
    const uint8_t *mask = given->mask->kept;
    if (mask != NULL) {
        mask += (ptrdiff_t)block->n * strides[0] + (ptrdiff_t)block->h * strides[1]
                + (ptrdiff_t)block->row * strides[2];
    }
    cmlir_matmul_nt_s8(scores);
    cmlir_masked_softmax_s8(scores->out, mask, 2, dims, strides + 2,
                            diagonal_from(given->mask->diagonal, block->row, columns),
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
    if (mask->kept != NULL && mask->strides[3] != 0 && mask->strides[3] != 1) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    return cmlir_attention_heads(params, &probabilities, ctx->buf, query, key, value, out);
}
