/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_core.h"

/* Columns whose start values are computed at a time: few enough for the stack, many enough to make
 * the cost of the calls negligible. */
enum { TILE = 32 };

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
        cmlir_start_values(&tile, lhs_offset, bias == NULL ? NULL : bias + col, sums);
        cmlir_matmul_nt_s8(&tile);
    }
}
