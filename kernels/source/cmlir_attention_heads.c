/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_attention.h"

/* What a probability of 0 adds to the context is 0 with this offset, so that it need not be added. */
enum { OFFSET_OF_ZERO = 128 };

/* Parts of the buffer */
typedef struct {
    int32_t *score_starts;   /* [columns] */
    int32_t *context_starts; /* [width] */
    int8_t *scores;          /* [block_rows][columns] */
    int8_t *turned;          /* [width][columns], if the values do not lie in runs */
} buffers_t;

static buffers_t buffers_in(void *buffer, const cmlir_attention_params *params)
{
    buffers_t parts;
    parts.score_starts = buffer;
    parts.context_starts = parts.score_starts + params->scores.sizes[3];
    parts.scores = (int8_t *)(parts.context_starts + params->context.sizes[3]);
    parts.turned = parts.scores + params->block_rows * params->scores.sizes[3];
    return parts;
}

/* How many columns any row before `end` sees; at least 1. */
static int32_t visible(int32_t diagonal, int32_t end, int32_t columns)
{
    const int32_t last = diagonal < columns ? diagonal : columns;
    return cmlir_clamp(last + end, 1, columns);
}

/* What does not depend on the row is computed once, but for the start values of a context whose
 * rows see more and more. The scores of a block are read before its context is written, so that
 * this may lie in the place of the same rows of the queries. */
static void one_head(const cmlir_attention_params *params,
                     const cmlir_probabilities_t *probabilities,
                     cmlir_attention_block_t block,
                     cmlir_matmul_nt_s8_args *scores,
                     cmlir_matmul_nt_s8_args *context,
                     const buffers_t *parts)
{
    const int32_t rows = scores->rows;
    const int32_t columns = scores->cols;
    const int32_t offset = params->context.fc_params.input_offset;
    cmlir_start_values(scores, params->scores.fc_params.input_offset, NULL, parts->score_starts);
    scores->sums = parts->score_starts;
    context->sums = parts->context_starts;
    context->depth = -1;
    for (block.row = 0; block.row < rows; block.row += params->block_rows) {
        const int32_t left = rows - block.row;
        scores->rows = left < params->block_rows ? left : params->block_rows;
        scores->cols = visible(probabilities->diagonal, block.row + scores->rows, columns);
        const int32_t depth = offset == OFFSET_OF_ZERO ? scores->cols : columns;
        context->rows = scores->rows;
        if (context->depth < depth) {
            context->depth = depth;
            cmlir_start_values(context, offset, NULL, parts->context_starts);
        }
        probabilities->of_block(probabilities->arguments, &block);
        cmlir_matmul_nt_s8(context);
        scores->lhs += (ptrdiff_t)params->block_rows * scores->lhs_stride;
        context->out += (ptrdiff_t)params->block_rows * context->out_stride;
    }
}

arm_cmsis_nn_status cmlir_attention_heads(const cmlir_attention_params *params,
                                          const cmlir_probabilities_t *probabilities,
                                          void *buffer,
                                          const int8_t *query,
                                          const int8_t *key,
                                          const int8_t *value,
                                          int8_t *out)
{
    const int32_t *strides = params->context.rhs_strides;
    if (buffer == NULL || params->block_rows < 1 || params->scores.rhs_strides[3] != 1
        || (strides[2] != 1 && strides[3] != 1)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const buffers_t parts = buffers_in(buffer, params);
    const cmlir_matrices_t scored = {query, key, parts.scores};
    const cmlir_matrices_t weighted = {parts.scores, value, out};
    for (int32_t n = 0; n < params->scores.sizes[0]; n++) {
        for (int32_t h = 0; h < params->scores.sizes[1]; h++) {
            cmlir_matmul_nt_s8_args scores = cmlir_strided_product(
                &params->scores, cmlir_strided_matrices(&params->scores, scored, n, h), NULL);
            cmlir_matmul_nt_s8_args context = cmlir_strided_product(
                &params->context, cmlir_strided_matrices(&params->context, weighted, n, h),
                parts.turned);
            const cmlir_attention_block_t block = {.scores = &scores, .n = n, .h = h};
            one_head(params, probabilities, block, &scores, &context, &parts);
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
