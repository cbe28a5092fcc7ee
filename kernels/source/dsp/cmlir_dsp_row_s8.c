/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_dsp.h"

#if defined(CMLIR_DSP)

enum { COLUMNS = 4 };

static uint32_t multiply(uint32_t even, uint32_t odd, uint32_t bytes, uint32_t sum)
{
    return cmlir_dsp_multiply(odd, cmlir_dsp_odd(bytes),
                              cmlir_dsp_multiply(even, cmlir_dsp_even(bytes), sum));
}

/* One row against one column, from byte k on */
static uint32_t dot(const int8_t *lhs, const int8_t *rhs, int32_t k, int32_t depth, uint32_t sum)
{
    for (; k + 4 <= depth; k += 4) {
        const uint32_t bytes = cmlir_dsp_load(lhs + k);
        sum = multiply(cmlir_dsp_even(bytes), cmlir_dsp_odd(bytes), cmlir_dsp_load(rhs + k), sum);
    }
    for (; k < depth; k++) {
        sum += (uint32_t)(lhs[k] * rhs[k]);
    }
    return sum;
}

/* One row against four columns: each byte of it is extended once. */
static void
dot_4(const int8_t *lhs, const int8_t *rhs, int32_t stride, int32_t depth, uint32_t sums[COLUMNS])
{
    const int32_t first = depth & ~3;
    cmlir_dsp_dot_1x4_s8(lhs, rhs, stride, depth / 4, sums);
    for (int32_t c = 0; first < depth && c < COLUMNS; c++, rhs += stride) {
        sums[c] = dot(lhs, rhs, first, depth, sums[c]);
    }
}

void cmlir_dsp_row_s8(const cmlir_matmul_nt_s8_args *args, int32_t row, int32_t term)
{
    const bool is_bounded = cmlir_dsp_is_bounded(args, 1, &term);
    const int8_t *lhs = args->lhs + (ptrdiff_t)row * args->lhs_stride;
    const int8_t *rhs = args->rhs;
    int8_t *out = args->out + (ptrdiff_t)row * args->out_stride;
    int32_t first = 0;
    while (first < args->cols) {
        const int32_t count = args->cols - first < COLUMNS ? 1 : COLUMNS;
        uint32_t sums[COLUMNS];
        for (int32_t c = 0; c < count; c++) {
            sums[c] = (uint32_t)cmlir_dsp_start(args, first + c) + (uint32_t)term;
        }
        if (count == COLUMNS) {
            dot_4(lhs, rhs, args->rhs_stride, args->depth, sums);
        } else {
            sums[0] = dot(lhs, rhs, 0, args->depth, sums[0]);
        }
        for (int32_t c = 0; c < count; c++) {
            const cmlir_dsp_column column = cmlir_dsp_column_of(args, first + c, is_bounded);
            out[first + c] = cmlir_dsp_output_s8(args, &column, (int32_t)sums[c]);
        }
        rhs += (ptrdiff_t)count * args->rhs_stride;
        first += count;
    }
}

#endif
