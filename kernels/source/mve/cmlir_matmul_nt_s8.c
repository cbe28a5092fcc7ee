/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

/*
 * Rows are taken in blocks, and within a block four columns at a time: the dot products of all its
 * rows with these columns are computed first (cmlir_mve_dot_4x2, two columns at a time), and then
 * rescaled together (cmlir_mve_rescale_4_columns). The last one to three rows of the matrix are
 * taken one by one (cmlir_mve_dot_1x4).
 */
enum { BLOCK_ROWS = CMLIR_MVE_BLOCK_ROWS, PAIR_WORDS = CMLIR_MVE_PAIR_WORDS };
enum { ACC_WORDS = 2 * PAIR_WORDS };

/* A block of rows */
typedef struct {
    const cmlir_matmul_nt_s8_args *args;
    int8_t *out; /* the block's first row */
    int32_t rows;
    bool direct; /* out is aligned: whole fours of columns go there without a copy */
    cmlir_mve_dot_4x2_args dot;
    cmlir_mve_rescale_4_columns_args rescale;
    int32_t acc[ACC_WORDS];
} block_t;

static int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* terms[r] = rhs_offset * sum_k lhs[r][k] */
static void rhs_offset_terms(const cmlir_matmul_nt_s8_args *args,
                             const int8_t *lhs,
                             int32_t rows,
                             int32_t *terms)
{
    cmlir_row_sums_s8(lhs, args->lhs_stride, rows, args->depth, terms);
    for (int32_t row = 0; row < rows; row++) {
        terms[row] = cmlir_mul_wrapping(terms[row], args->rhs_offset);
    }
}

/* Sets where the rescaled bytes of four columns go to. */
static void aim_at(block_t *block, void *out, int32_t stride)
{
    const uint32x4_t rows = vidupq_n_u32(0, 1);
    vstrwq_u32(block->rescale.row_offset, vmulq_n_u32(rows, (uint32_t)stride));
    block->rescale.out = out;
    block->rescale.out_step = 4 * stride;
}

static void start_block(block_t *block, const int8_t *lhs, const int32_t *terms)
{
    const cmlir_matmul_nt_s8_args *args = block->args;
    block->dot.lhs = lhs;
    block->dot.lhs_stride = args->lhs_stride;
    block->dot.steps = args->depth / 16;
    block->dot.remainder = args->depth % 16;
    block->dot.start[0] = 0;
    block->dot.start[1] = 0;
    vstrwq_s32(block->rescale.multiplier, vdupq_n_s32(args->multiplier[0]));
    vstrwq_s32(block->rescale.shift, vdupq_n_s32(args->shift[0]));
    vstrbq_s8(block->rescale.act_min, vdupq_n_s8((int8_t)args->act_min));
    vstrbq_s8(block->rescale.act_max, vdupq_n_s8((int8_t)args->act_max));
    block->rescale.acc = block->acc;
    block->rescale.output_offset = args->output_offset;
    block->rescale.terms = terms;
    block->rescale.groups = block->rows / 4;
    block->direct = (((uintptr_t)block->out | (uint32_t)args->out_stride) & 3) == 0;
    if (block->direct) {
        aim_at(block, block->out, args->out_stride);
    }
}

/* Columns col and, unless it is the last one, col + 1 */
static void dot_pair(block_t *block, int32_t col, int32_t *acc)
{
    const cmlir_matmul_nt_s8_args *args = block->args;
    const int32_t second = col + 1 < args->cols ? 1 : 0;
    cmlir_mve_dot_4x2_args *dot = &block->dot;
    dot->rhs0 = args->rhs + (ptrdiff_t)col * args->rhs_stride;
    dot->rhs1 = dot->rhs0 + second * args->rhs_stride;
    if (args->sums != NULL) {
        dot->start[0] = args->sums[col];
        dot->start[1] = args->sums[col + second];
    }
    dot->acc = acc;
    dot->acc_end = acc + 2 * block->rows;
    cmlir_mve_dot_4x2(dot);
}

/* The scales of columns col, col + 1, .., `cols` of them (1..4); the others' are of no account. */
static void load_scales(block_t *block, int32_t col, int32_t cols)
{
    const cmlir_matmul_nt_s8_args *args = block->args;
    if (args->per_channel == 0) {
        return;
    }
    if (cols == 4) {
        vstrwq_s32(block->rescale.multiplier, vldrwq_s32(args->multiplier + col));
        vstrwq_s32(block->rescale.shift, vldrwq_s32(args->shift + col));
        return;
    }
    for (int32_t i = 0; i < cols; i++) {
        block->rescale.multiplier[i] = args->multiplier[col + i];
        block->rescale.shift[i] = args->shift[col + i];
    }
}

/* A column of four rows for any shift */
static int32x4_t rescale_column(const block_t *block, const int32_t *acc, int32_t row, int32_t col)
{
    const cmlir_mve_rescale_4_columns_args *rescale = &block->rescale;
    const int32_t shift = rescale->shift[col];
    const int32_t left = shift > 0 ? shift : 0;
    const int32_t right = shift > 0 ? 0 : shift;
    int32x4_t x = vldrwq_s32(acc + 4 * col % 8 + PAIR_WORDS * (col / 2));
    if (rescale->terms != NULL) {
        x = vaddq_s32(x, vldrwq_s32(rescale->terms + row));
    }
    x = vqrdmulhq_n_s32(vshlq_r_s32(x, left), rescale->multiplier[col]);
    if (right < 0) {
        x = vqaddq_s32(x, vshrq_n_s32(x, 31));
    }
    return vaddq_n_s32(vrshlq_n_s32(x, right), rescale->output_offset); /* may wrap */
}

/* What cmlir_mve_rescale_4_columns does, for shifts of 0 or to the left too; to acc */
static void rescale_any_shift(block_t *block)
{
    const int8x16_t act_min = vldrbq_s8(block->rescale.act_min);
    const int8x16_t act_max = vldrbq_s8(block->rescale.act_max);
    for (int32_t row = 0; row < block->rows; row += 4) {
        const int32_t *acc = block->acc + 2 * row;
        const int32x4_t c0 = rescale_column(block, acc, row, 0);
        const int32x4_t c1 = rescale_column(block, acc, row, 1);
        const int32x4_t c2 = rescale_column(block, acc, row, 2);
        const int32x4_t c3 = rescale_column(block, acc, row, 3);
        int16x8_t even = vdupq_n_s16(0);
        int16x8_t odd = vdupq_n_s16(0);
        int8x16_t bytes = vdupq_n_s8(0);
        even = vqmovntq_s32(vqmovnbq_s32(even, c0), c2);
        odd = vqmovntq_s32(vqmovnbq_s32(odd, c1), c3);
        bytes = vqmovntq_s16(vqmovnbq_s16(bytes, even), odd);
        bytes = vminq_s8(vmaxq_s8(bytes, act_min), act_max);
        vstrwq_s32(block->acc + row, vreinterpretq_s32_s8(bytes));
    }
}

/* The bytes of each row, from a word of acc to the result */
static void copy_rows(const block_t *block, int32_t col, int32_t cols)
{
    const int8_t *bytes = (const int8_t *)block->acc;
    int8_t *out = block->out + col;
    for (int32_t row = 0; row < block->rows; row++) {
        if (cols == 4) {
            memcpy(out, bytes, 4);
        } else {
            for (int32_t i = 0; i < cols; i++) {
                out[i] = bytes[i];
            }
        }
        bytes += 4;
        out += block->args->out_stride;
    }
}

/* Columns col.., `cols` of them (1..4), from the accumulators to the result */
static void finish_columns(block_t *block, int32_t col, int32_t cols)
{
    load_scales(block, col, cols);
    const int32x4_t shifts = vldrwq_s32(block->rescale.shift);
    const int32_t most = vmaxvq_s32(INT32_MIN, shifts);
    const bool no_shift = most == 0 && vminvq_s32(0, shifts) == 0;
    if (most >= 0 && !no_shift) {
        rescale_any_shift(block);
        copy_rows(block, col, cols);
        return;
    }
    const bool direct = block->direct && cols == 4;
    if (direct) {
        block->rescale.out = block->out + col;
    } else {
        aim_at(block, block->acc, sizeof(int32_t));
    }
    if (no_shift) {
        cmlir_mve_multiply_4_columns(&block->rescale);
    } else {
        cmlir_mve_rescale_4_columns(&block->rescale);
    }
    if (!direct) {
        copy_rows(block, col, cols);
    }
}

/* rows: a multiple of 4, at most BLOCK_ROWS */
static void block_of_rows(const cmlir_matmul_nt_s8_args *args, int32_t row, int32_t rows)
{
    int32_t terms[BLOCK_ROWS];
    const bool has_terms = args->rhs_offset != 0;
    const int8_t *lhs = args->lhs + (ptrdiff_t)row * args->lhs_stride;
    block_t block;
    block.args = args;
    block.out = args->out + (ptrdiff_t)row * args->out_stride;
    block.rows = rows;
    if (has_terms) {
        rhs_offset_terms(args, lhs, rows, terms);
    }
    start_block(&block, lhs, has_terms ? terms : NULL);
    for (int32_t col = 0; col < args->cols; col += 4) {
        const int32_t left = args->cols - col;
        dot_pair(&block, col, block.acc);
        if (left > 2) {
            dot_pair(&block, col + 2, block.acc + PAIR_WORDS);
        }
        finish_columns(&block, col, smaller(left, 4));
    }
}

static int32_t dot(const int8_t *lhs, const int8_t *rhs, int32_t depth, int32_t sum)
{
    __asm__ volatile("dlstp.8 lr, %[depth]\n"
                     "1:\n"
                     "vldrb.u8 q0, [%[lhs]], #16\n"
                     "vldrb.u8 q1, [%[rhs]], #16\n"
                     "vmladava.s8 %[sum], q0, q1\n"
                     "letp lr, 1b\n"
                     : [sum] "+Te"(sum), [lhs] "+r"(lhs), [rhs] "+r"(rhs)
                     : [depth] "r"(depth)
                     : CMLIR_MVE_CLOBBERS);
    return sum;
}

/* acc[c] += dot products of `lhs` with columns col, col + 1, .., `cols` of them; depth > 0 */
static void dot_row(const cmlir_matmul_nt_s8_args *args,
                    const int8_t *lhs,
                    int32_t col,
                    int32_t cols,
                    int32_t *acc)
{
    const int32_t fours = cols & ~3;
    const int8_t *rhs = args->rhs + (ptrdiff_t)col * args->rhs_stride;
    if (fours > 0) {
        const cmlir_mve_dot_1x4_args dots = {
            .lhs = lhs,
            .rhs = rhs,
            .rhs_stride = args->rhs_stride,
            .depth = args->depth,
            .acc = acc,
            .acc_end = acc + fours,
        };
        cmlir_mve_dot_1x4(&dots);
    }
    for (int32_t i = fours; i < cols; i++) {
        acc[i] = dot(lhs, rhs + (ptrdiff_t)i * args->rhs_stride, args->depth, acc[i]);
    }
}

static void single_row(const cmlir_matmul_nt_s8_args *args, int32_t row)
{
    int32_t acc[ACC_WORDS];
    const int8_t *lhs = args->lhs + (ptrdiff_t)row * args->lhs_stride;
    int8_t *out = args->out + (ptrdiff_t)row * args->out_stride;
    cmlir_mve_rescale rescale = {args->multiplier, args->shift, args->per_channel,
                                 args->output_offset, args->act_min, args->act_max};
    int32_t term = 0;
    if (args->rhs_offset != 0) {
        rhs_offset_terms(args, lhs, 1, &term);
    }
    for (int32_t col = 0; col < args->cols; col += ACC_WORDS) {
        const int32_t cols = smaller(args->cols - col, ACC_WORDS);
        for (int32_t i = 0; i < cols; i++) {
            acc[i] = cmlir_add_wrapping(args->sums == NULL ? 0 : args->sums[col + i], term);
        }
        if (args->depth > 0) {
            dot_row(args, lhs, col, cols, acc);
        }
        cmlir_mve_rescale_row(acc, out + col, cols, &rescale);
        if (args->per_channel != 0) {
            rescale.multiplier += cols;
            rescale.shift += cols;
        }
    }
}

void cmlir_matmul_nt_s8(const cmlir_matmul_nt_s8_args *args)
{
    const int32_t fours = args->rows & ~3;
    /* blocks of equal size, so that none is small */
    const int32_t blocks = (fours + BLOCK_ROWS - 1) / BLOCK_ROWS;
    const int32_t rows = blocks == 0 ? 0 : (fours / blocks + 3) & ~3;
    if (args->cols == 0) {
        return;
    }
    for (int32_t row = 0; row < fours; row += rows) {
        block_of_rows(args, row, smaller(rows, fours - row));
    }
    for (int32_t row = fours; row < args->rows; row++) {
        single_row(args, row);
    }
}

#endif
