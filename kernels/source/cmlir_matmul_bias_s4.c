/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_int4.h"

enum { TILE_BYTES = 2048 }; /* on the stack */

/* One channel whose weights do not fit the tile: those from code `from` on */
static void one_channel(const cmlir_matmul_nt_s8_args *args,
                        int32_t column,
                        int32_t lhs_offset,
                        int32_t start)
{
    const int32_t from = column * args->depth;
    const int32_t factor = args->per_channel ? column : 0;
    for (int32_t row = 0; row < args->rows; row++) {
        const int8_t *lhs = args->lhs + (ptrdiff_t)row * args->lhs_stride;
        uint32_t sum = (uint32_t)start;
        for (int32_t k = 0; k < args->depth; k++) {
            sum += (uint32_t)((lhs[k] + lhs_offset) * cmlir_code_s4(args->rhs, from + k));
        }
        const int32_t rescaled =
            cmlir_requantize((int32_t)sum, args->multiplier[factor], args->shift[factor]);
        const int32_t code = cmlir_add_wrapping(rescaled, args->output_offset);
        args->out[(ptrdiff_t)row * args->out_stride + column] =
            (int8_t)cmlir_clamp(code, args->act_min, args->act_max);
    }
}

void cmlir_matmul_bias_s4(const cmlir_matmul_nt_s8_args *args,
                          int32_t lhs_offset,
                          const int32_t *bias)
{
    int8_t tile[TILE_BYTES];
    const int32_t depth = args->depth;
    const int32_t fitting = depth == 0 ? args->cols : (TILE_BYTES / depth) & ~1;
    if (fitting == 0) {
        for (int32_t column = 0; column < args->cols; column++) {
            one_channel(args, column, lhs_offset, bias == NULL ? 0 : bias[column]);
        }
        return;
    }
    for (int32_t first = 0; first < args->cols; first += fitting) {
        const int32_t left = args->cols - first;
        cmlir_matmul_nt_s8_args part = *args;
        part.cols = left < fitting ? left : fitting;
        part.rhs = tile;
        part.rhs_stride = depth;
        part.out += first;
        part.multiplier += args->per_channel ? first : 0;
        part.shift += args->per_channel ? first : 0;
        cmlir_unpack_s4(args->rhs + (ptrdiff_t)first * depth / 2, part.cols * depth, tile);
        cmlir_matmul_bias_s8(&part, lhs_offset, bias == NULL ? NULL : bias + first);
    }
}
