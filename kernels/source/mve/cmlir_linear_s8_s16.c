/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"

#include "../cmlir_wide.h"
#include "cmlir_mve_wide.h"

#if defined(CMLIR_MVE)

/*
 * As cmlir_matmul_nt_s8: blocks of rows, two columns at a time, whose dot products
 * (cmlir_mve_dot_4x2) are rescaled four rows at a time. The last one to three rows are taken one
 * by one.
 */
enum { BLOCK_ROWS = CMLIR_MVE_BLOCK_ROWS };

typedef struct {
    const int8_t *weights;
    const int32_t *sums;
    int32_t rows;
    int32_t cols;
    int32_t depth;
    const cmlir_linear_params *params;
    int32_t terms[BLOCK_ROWS]; /* what weights_offset contributes to each row */
    int32_t acc[2 * BLOCK_ROWS];
} block_t;

static void row_terms(block_t *block, const int8_t *in, int32_t rows)
{
    const int32_t offset = block->params->weights_offset;
    memset(block->terms, 0, sizeof block->terms);
    if (offset != 0) {
        cmlir_row_sums_s8(in, block->depth, rows, block->depth, block->terms);
    }
    for (int32_t row = 0; offset != 0 && row < rows; row++) {
        block->terms[row] = cmlir_mul_wrapping(block->terms[row], offset);
    }
}

/* Column col of the block: its accumulators lie in fours, every other four is another column's */
static void finish_column(const block_t *block, const int32_t *acc, int32_t col, int16_t *out)
{
    const cmlir_linear_params *params = block->params;
    const int32_t channel = params->per_channel != 0 ? col : 0;
    const int32_t multiplier = params->multiplier[channel];
    const int32_t shift = params->shift[channel];
    const int32x4_t least = vdupq_n_s32(params->activation.min);
    const int32x4_t most = vdupq_n_s32(params->activation.max);
    const uint32x4_t rows = vmulq_n_u32(vidupq_n_u32(0, 1), (uint32_t)block->cols);
    for (int32_t row = 0; row < block->rows; row += 4, acc += 8) {
        const int32x4_t sum = vaddq_s32(vldrwq_s32(acc), vldrwq_s32(block->terms + row));
        const int32x4_t scaled = cmlir_mve_requantize(sum, multiplier, shift);
        const int32x4_t code = vaddq_n_s32(scaled, params->out_offset);
        vstrhq_scatter_shifted_offset_s32(out + row * block->cols, rows,
                                          vminq_s32(vmaxq_s32(code, least), most));
    }
}

/* block->rows rows: a multiple of 4, at most BLOCK_ROWS */
static void block_of_rows(block_t *block, const int8_t *in, int16_t *out)
{
    row_terms(block, in, block->rows);
    for (int32_t col = 0; col < block->cols; col += 2) {
        const int32_t second = col + 1 < block->cols ? 1 : 0;
        const int8_t *column = block->weights + (ptrdiff_t)col * block->depth;
        const cmlir_mve_dot_4x2_args dot = {
            .rhs0 = column,
            .rhs1 = column + second * block->depth,
            .lhs_stride = block->depth,
            .acc = block->acc,
            .acc_end = block->acc + 2 * block->rows,
            .start = {block->sums[col], block->sums[col + second]},
            .lhs = in,
            .steps = block->depth / 16,
            .remainder = block->depth % 16,
        };
        cmlir_mve_dot_4x2(&dot);
        finish_column(block, block->acc, col, out + col);
        if (second != 0) {
            finish_column(block, block->acc + 4, col + 1, out + col + 1);
        }
    }
}

static int32_t dot(const int8_t *in, const int8_t *weights, int32_t depth, int32_t sum)
{
    __asm__ volatile("wlstp.8 lr, %[depth], 2f\n"
                     "1:\n"
                     "vldrb.u8 q0, [%[in]], #16\n"
                     "vldrb.u8 q1, [%[weights]], #16\n"
                     "vmladava.s8 %[sum], q0, q1\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     : [sum] "+Te"(sum), [in] "+r"(in), [weights] "+r"(weights)
                     : [depth] "r"(depth)
                     : CMLIR_MVE_CLOBBERS);
    return sum;
}

static void single_row(block_t *block, const int8_t *in, int16_t *out)
{
    const cmlir_linear_params *params = block->params;
    row_terms(block, in, 1);
    for (int32_t col = 0; col < block->cols; col++) {
        const int32_t channel = params->per_channel != 0 ? col : 0;
        const int32_t start = cmlir_add_wrapping(block->sums[col], block->terms[0]);
        const int32_t sum =
            dot(in, block->weights + (ptrdiff_t)col * block->depth, block->depth, start);
        const int32_t scaled =
            cmlir_requantize(sum, params->multiplier[channel], params->shift[channel]);
        out[col] = (int16_t)cmlir_finish_code(scaled, params->out_offset, &params->activation);
    }
}

arm_cmsis_nn_status cmlir_linear_s8_s16(const int8_t *in,
                                        const int8_t *weights,
                                        const int32_t *sums,
                                        int32_t rows,
                                        int32_t cols,
                                        int32_t depth,
                                        const cmlir_linear_params *params,
                                        int16_t *out)
{
    const int32_t fours = rows & ~3;
    block_t block = {
        .weights = weights, .sums = sums, .cols = cols, .depth = depth, .params = params};
    for (int32_t row = 0; row < fours; row += block.rows) {
        block.rows = fours - row < BLOCK_ROWS ? fours - row : BLOCK_ROWS;
        block_of_rows(&block, in + (ptrdiff_t)row * depth, out + (ptrdiff_t)row * cols);
    }
    for (int32_t row = fours; row < rows; row++) {
        single_row(&block, in + (ptrdiff_t)row * depth, out + (ptrdiff_t)row * cols);
    }
    return ARM_CMSIS_NN_SUCCESS;
}

#endif
