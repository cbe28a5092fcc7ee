/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Attention by blocks of rows, whatever the softmax between its two products.
 */
#ifndef CMLIR_ATTENTION_H
#define CMLIR_ATTENTION_H

#include "cmlir_strided.h"

/* Some rows of one head. The product gives the columns that any of them sees; the others are not
 * written. scores->out is dense: scores->out_stride is the number of all columns. */
typedef struct {
    const cmlir_matmul_nt_s8_args *scores;
    int32_t n;
    int32_t h;
    int32_t row; /* the first one */
} cmlir_attention_block_t;

/* How scores become probabilities: computes both for a block, into block->scores->out. No row
 * counts columns beyond its own number + diagonal; columns - 1 and more for no such bound. */
typedef struct {
    void (*of_block)(const void *arguments, const cmlir_attention_block_t *block);
    const void *arguments;
    int32_t diagonal;
} cmlir_probabilities_t;

/* What a mask leaves of a block, as arguments of the softmax kernels */
typedef struct {
    const uint8_t *kept;
    int32_t dims[2];
    int32_t strides[2];
    int32_t diagonal;
} cmlir_block_mask_t;

static inline cmlir_block_mask_t cmlir_block_mask(const cmlir_attention_mask *mask,
                                                  const cmlir_attention_block_t *block)
{
    const int32_t columns = block->scores->out_stride;
    const ptrdiff_t first = (ptrdiff_t)block->n * mask->strides[0]
                            + (ptrdiff_t)block->h * mask->strides[1]
                            + (ptrdiff_t)block->row * mask->strides[2];
    const cmlir_block_mask_t found = {
        .kept = mask->kept == NULL ? NULL : mask->kept + first,
        .dims = {block->scores->rows, columns},
        .strides = {mask->strides[2], mask->strides[3]},
        .diagonal = (mask->diagonal < columns ? mask->diagonal : columns) + block->row,
    };
    return found;
}

static inline bool cmlir_attention_mask_is_valid(const cmlir_attention_mask *mask)
{
    return mask->kept == NULL || mask->strides[3] == 0 || mask->strides[3] == 1;
}

/* All heads. The arguments are those of cmlir_attention_s8, whose buffer begins at `buffer`. */
arm_cmsis_nn_status cmlir_attention_heads(const cmlir_attention_params *params,
                                          const cmlir_probabilities_t *probabilities,
                                          void *buffer,
                                          const int8_t *query,
                                          const int8_t *key,
                                          const int8_t *value,
                                          int8_t *out);

#endif
