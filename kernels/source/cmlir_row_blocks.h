/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Linear layers of which some rows are computed at a time.
 */
#ifndef CMLIR_ROW_BLOCKS_H
#define CMLIR_ROW_BLOCKS_H

#include "cmlir_nn.h"

#include "cmlir_core.h"

typedef struct {
    const cmlir_linear_params *params;
    const int8_t *weights; /* [cols][depth] */
    const int32_t *sums;   /* [cols] */
    int32_t depth;
    int32_t cols;
    const int8_t *table; /* of results, as for cmlir_table_s8; or NULL */
} cmlir_layer_t;

/* in [rows][depth], out [rows][cols]. The vector version takes results through the table before they
 * are stored. */
void cmlir_linear_rows_s8(const cmlir_layer_t *layer, const int8_t *in, int32_t rows, int8_t *out);

/* The rows of the block that begins at `row` */
static inline int32_t cmlir_block_at(int32_t row, int32_t rows, int32_t block_rows)
{
    return rows - row < block_rows ? rows - row : block_rows;
}

#endif
