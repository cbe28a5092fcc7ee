/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_dsp.h"

#if defined(CMLIR_DSP)

/* Fewer rows are cheaper one by one than as a block with rows that nobody needs. */
enum { LEAST_ROWS = 5 };
enum { LEAST_DEPTH = 4 };

/* terms[r]: what rhs_offset contributes to every output of row r; missing rows repeat the last. */
static void
row_terms(const cmlir_matmul_nt_s8_args *args, int32_t row, int32_t rows, int32_t *terms)
{
    if (args->rhs_offset == 0) {
        return;
    }
    const int8_t *lhs = args->lhs + (ptrdiff_t)row * args->lhs_stride;
    cmlir_row_sums_s8(lhs, args->lhs_stride, rows, args->depth, terms);
    for (int32_t r = 0; r < rows; r++) {
        terms[r] = cmlir_mul_wrapping(args->rhs_offset, terms[r]);
    }
}

void cmlir_matmul_nt_s8(const cmlir_matmul_nt_s8_args *args)
{
    int32_t rows;
    for (int32_t row = 0; row < args->rows; row += rows) {
        int32_t terms[CMLIR_DSP_ROWS] = {0};
        const int32_t left = args->rows - row;
        rows = left < CMLIR_DSP_ROWS ? left : CMLIR_DSP_ROWS;
        row_terms(args, row, rows, terms);
        if (rows >= LEAST_ROWS && args->depth >= LEAST_DEPTH) {
            cmlir_dsp_block_s8(args, row, rows, terms);
            continue;
        }
        for (int32_t r = 0; r < rows; r++) {
            cmlir_dsp_row_s8(args, row + r, terms[r]);
        }
    }
}

#endif
