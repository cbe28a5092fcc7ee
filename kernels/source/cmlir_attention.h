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

/* All heads. The arguments are those of cmlir_attention_s8, whose buffer begins at `buffer`. */
arm_cmsis_nn_status cmlir_attention_heads(const cmlir_attention_params *params,
                                          const cmlir_probabilities_t *probabilities,
                                          void *buffer,
                                          const int8_t *query,
                                          const int8_t *key,
                                          const int8_t *value,
                                          int8_t *out);

#endif
