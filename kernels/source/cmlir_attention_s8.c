/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_strided.h"

/* Parts of ctx->buf */
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

/* What does not depend on the row is computed once. The scores of a block are read before its
 * context is written, so that this may lie in the place of the same rows of the queries. */
static void one_head(const cmlir_attention_params *params,
                     cmlir_matrices_t scored,
                     cmlir_matrices_t weighted,
                     const int32_t *exponentials,
                     const buffers_t *parts)
{
    cmlir_matmul_nt_s8_args scores = cmlir_strided_product(&params->scores, scored, NULL);
    cmlir_matmul_nt_s8_args context =
        cmlir_strided_product(&params->context, weighted, parts->turned);
    const int32_t rows = scores.rows;
    cmlir_start_values(&scores, params->scores.fc_params.input_offset, NULL, parts->score_starts);
    cmlir_start_values(&context, params->context.fc_params.input_offset, NULL,
                       parts->context_starts);
    scores.sums = parts->score_starts;
    context.sums = parts->context_starts;
    for (int32_t row = 0; row < rows; row += params->block_rows) {
        const int32_t left = rows - row;
        scores.rows = left < params->block_rows ? left : params->block_rows;
        context.rows = scores.rows;
        cmlir_matmul_nt_s8(&scores);
        cmlir_softmax_table_s8(parts->scores, scores.rows, scores.cols, exponentials,
                               parts->scores);
        cmlir_matmul_nt_s8(&context);
        scores.lhs += (ptrdiff_t)params->block_rows * scores.lhs_stride;
        context.out += (ptrdiff_t)params->block_rows * context.out_stride;
    }
}

arm_cmsis_nn_status cmlir_attention_s8(const cmsis_nn_context *ctx,
                                       const cmlir_attention_params *params,
                                       const int8_t *query,
                                       const int8_t *key,
                                       const int8_t *value,
                                       const int32_t *exponentials,
                                       int8_t *out)
{
    const int32_t *strides = params->context.rhs_strides;
    if (ctx->buf == NULL || params->block_rows < 1 || params->scores.rhs_strides[3] != 1
        || (strides[2] != 1 && strides[3] != 1)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const buffers_t parts = buffers_in(ctx->buf, params);
    const cmlir_matrices_t scored = {query, key, parts.scores};
    const cmlir_matrices_t weighted = {parts.scores, value, out};
    for (int32_t n = 0; n < params->scores.sizes[0]; n++) {
        for (int32_t h = 0; h < params->scores.sizes[1]; h++) {
            one_head(params, cmlir_strided_matrices(&params->scores, scored, n, h),
                     cmlir_strided_matrices(&params->context, weighted, n, h), exponentials,
                     &parts);
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
