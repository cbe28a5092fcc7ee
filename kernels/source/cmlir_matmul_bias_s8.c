/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_core.h"

/* Columns whose start values are computed at a time: few enough for the stack, many enough to make
 * the cost of the calls negligible. */
enum { TILE = 32 };

/* sums[c] = bias[c] + lhs_offset * (sum_k rhs[c][k] + depth * rhs_offset) */
static void start_values(const cmlir_matmul_nt_s8_args *args,
                         int32_t lhs_offset,
                         const int32_t *bias,
                         int32_t *sums)
{
    const int32_t offsets = cmlir_mul_wrapping(args->depth, args->rhs_offset);
    if (lhs_offset == 0) { /* nothing depends on the data: spare the pass over them */
        memset(sums, 0, (size_t)args->cols * sizeof *sums);
    } else {
        cmlir_row_sums_s8(args->rhs, args->rhs_stride, args->cols, args->depth, sums);
    }
    for (int32_t col = 0; col < args->cols; col++) {
        const int32_t sum = cmlir_add_wrapping(sums[col], offsets);
        sums[col] = cmlir_mul_wrapping(lhs_offset, sum);
    }
    if (bias == NULL) {
        return;
    }
    for (int32_t col = 0; col < args->cols; col++) {
        sums[col] = cmlir_add_wrapping(sums[col], bias[col]);
    }
}

void cmlir_matmul_bias_s8(const cmlir_matmul_nt_s8_args *args,
                          int32_t lhs_offset,
                          const int32_t *bias)
{
    int32_t sums[TILE];
    cmlir_matmul_nt_s8_args tile = *args;
    tile.sums = sums;
    for (int32_t col = 0; col < args->cols; col += TILE) {
        const int32_t left = args->cols - col;
        tile.cols = left < TILE ? left : TILE;
        tile.rhs = args->rhs + (ptrdiff_t)col * args->rhs_stride;
        tile.out = args->out + col;
        if (args->per_channel != 0) {
            tile.multiplier = args->multiplier + col;
            tile.shift = args->shift + col;
        }
        start_values(&tile, lhs_offset, bias == NULL ? NULL : bias + col, sums);
        cmlir_matmul_nt_s8(&tile);
    }
}
