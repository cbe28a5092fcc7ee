/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve_wide.h"

#if defined(CMLIR_MVE)

/*
 * As cmlir_matmul_nt_s8: blocks of rows, two columns at a time, whose dot products
 * (cmlir_mve_dot_4x2) are rescaled four rows at a time. The last one to three rows are taken one
 * by one.
 */
enum { BLOCK_ROWS = CMLIR_MVE_BLOCK_ROWS };

typedef struct {
    const cmlir_matmul_nt_s8_args *args;
    int32_t rows;
    int32_t terms[BLOCK_ROWS]; /* what rhs_offset contributes to each row */
    int32_t acc[2 * BLOCK_ROWS];
} block_t;

static int32_t start_of(const cmlir_matmul_nt_s8_args *args, int32_t col)
{
    return args->sums == NULL ? 0 : args->sums[col];
}

static void row_terms(block_t *block, const int8_t *lhs, int32_t rows)
{
    const cmlir_matmul_nt_s8_args *args = block->args;
    const int32_t offset = args->rhs_offset;
    memset(block->terms, 0, sizeof block->terms);
    if (offset != 0) {
        cmlir_row_sums_s8(lhs, args->lhs_stride, rows, args->depth, block->terms);
    }
    for (int32_t row = 0; offset != 0 && row < rows; row++) {
        block->terms[row] = cmlir_mul_wrapping(block->terms[row], offset);
    }
}

/* Column col of the block: its accumulators lie in fours, every other four is another column's */
static void finish_column(const block_t *block, const int32_t *acc, int32_t col, int16_t *out)
{
    const cmlir_matmul_nt_s8_args *args = block->args;
    const int32_t channel = args->per_channel != 0 ? col : 0;
    const int32_t multiplier = args->multiplier[channel];
    const int32_t shift = args->shift[channel];
    const int32_t offset = args->output_offset;
    const ptrdiff_t step = 4 * (ptrdiff_t)args->out_stride;
    const int32x4_t least = vdupq_n_s32(args->act_min);
    const int32x4_t most = vdupq_n_s32(args->act_max);
    const uint32x4_t rows = vmulq_n_u32(vidupq_n_u32(0, 1), (uint32_t)args->out_stride);
    const int32_t *terms = block->terms;
    for (int32_t group = block->rows / 4; group > 0; group--) {
        const int32x4_t sum = vaddq_s32(vldrwq_s32(acc), vldrwq_s32(terms));
        const int32x4_t scaled = cmlir_mve_requantize(sum, multiplier, shift);
        const int32x4_t code = vaddq_n_s32(scaled, offset);
        vstrhq_scatter_shifted_offset_s32(out, rows, vminq_s32(vmaxq_s32(code, least), most));
        acc += 8;
        terms += 4;
        out += step;
    }
}

/* block->rows rows: a multiple of 4, at most BLOCK_ROWS */
static void block_of_rows(block_t *block, const int8_t *lhs, int16_t *out)
{
    const cmlir_matmul_nt_s8_args *args = block->args;
    row_terms(block, lhs, block->rows);
    for (int32_t col = 0; col < args->cols; col += 2) {
        const int32_t second = col + 1 < args->cols ? 1 : 0;
        const int8_t *column = args->rhs + (ptrdiff_t)col * args->rhs_stride;
        const cmlir_mve_dot_4x2_args dot = {
            .rhs0 = column,
            .rhs1 = column + second * args->rhs_stride,
            .lhs_stride = args->lhs_stride,
            .acc = block->acc,
            .acc_end = block->acc + 2 * block->rows,
            .start = {start_of(args, col), start_of(args, col + second)},
            .lhs = lhs,
            .steps = args->depth / 16,
            .remainder = args->depth % 16,
        };
        cmlir_mve_dot_4x2(&dot);
        finish_column(block, block->acc, col, out + col);
        if (second != 0) {
            finish_column(block, block->acc + 4, col + 1, out + col + 1);
        }
    }
}

static int32_t dot(const int8_t *lhs, const int8_t *rhs, int32_t depth, int32_t sum)
{
    __asm__ volatile("wlstp.8 lr, %[depth], 2f\n"
                     "1:\n"
                     "vldrb.u8 q0, [%[lhs]], #16\n"
                     "vldrb.u8 q1, [%[rhs]], #16\n"
                     "vmladava.s8 %[sum], q0, q1\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     : [sum] "+Te"(sum), [lhs] "+r"(lhs), [rhs] "+r"(rhs)
                     : [depth] "r"(depth)
                     : CMLIR_MVE_CLOBBERS);
    return sum;
}

static void single_row(block_t *block, const int8_t *lhs, int16_t *out)
{
    const cmlir_matmul_nt_s8_args *args = block->args;
    row_terms(block, lhs, 1);
    for (int32_t col = 0; col < args->cols; col++) {
        const int32_t channel = args->per_channel != 0 ? col : 0;
        const int8_t *column = args->rhs + (ptrdiff_t)col * args->rhs_stride;
        const int32_t start = cmlir_add_wrapping(start_of(args, col), block->terms[0]);
        const int32_t sum = dot(lhs, column, args->depth, start);
        const int32_t scaled =
            cmlir_requantize(sum, args->multiplier[channel], args->shift[channel]);
        out[col] = (int16_t)cmlir_clamp(cmlir_add_wrapping(scaled, args->output_offset),
                                        args->act_min, args->act_max);
    }
}

void cmlir_matmul_nt_s8_s16(const cmlir_matmul_nt_s8_args *args, int16_t *out)
{
    const int32_t fours = args->rows & ~3;
    block_t block = {.args = args};
    for (int32_t row = 0; row < fours; row += block.rows) {
        block.rows = fours - row < BLOCK_ROWS ? fours - row : BLOCK_ROWS;
        block_of_rows(&block, args->lhs + (ptrdiff_t)row * args->lhs_stride,
                      out + (ptrdiff_t)row * args->out_stride);
    }
    for (int32_t row = fours; row < args->rows; row++) {
        single_row(&block, args->lhs + (ptrdiff_t)row * args->lhs_stride,
                   out + (ptrdiff_t)row * args->out_stride);
    }
}

#endif
