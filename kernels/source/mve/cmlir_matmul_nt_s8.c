/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "cmlir_mve.h"
#include "cmlir_nn.h"

#if defined(CMLIR_MVE)

/*
 * Rows are taken in blocks, and within a block four columns at a time (cmlir_mve_matmul_4x4). The
 * last columns that are no whole four are computed with those before them once more. The last one
 * to three rows of the matrix are taken one by one (cmlir_mve_dot_1x8 and _1x4), as are all rows of a
 * matrix with less than four columns.
 */
enum { BLOCK_ROWS = CMLIR_MVE_BLOCK_ROWS, PAIR_WORDS = CMLIR_MVE_PAIR_WORDS };
enum { ACC_WORDS = 2 * PAIR_WORDS };
enum { PART = 64 }; /* the depth that cmlir_mve_matmul_4x4 takes at a time */
enum { DEEP_PART = 128 }; /* and cmlir_mve_dot_1x8 */

/* A block of rows */
typedef struct {
    const cmlir_matmul_nt_s8_args *args;
    int8_t *out; /* the block's first row */
    int32_t rows;
    bool direct; /* out is aligned: whole fours of columns go there without a copy */
    int32_t *acc;
    const int32_t *terms; /* [rows / 4][4]; or NULL */
    int32_t multiplier[4]; /* of all columns, if they have the same */
    int32_t shift[4];
    int32_t words[BLOCK_ROWS]; /* the bytes of four columns, for each row */
    cmlir_mve_matmul_4x4_args tile;
} block_t;

static int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* Whether the rows' last step is taken whole, with columns that end in zeros */
static bool reads_whole_steps(const cmlir_matmul_nt_s8_args *args)
{
    return args->lhs_goes_on && args->depth > 16 && args->depth < PART;
}

/* Everything that does not depend on the columns */
static void start_block(block_t *block, const int8_t *lhs)
{
    const cmlir_matmul_nt_s8_args *args = block->args;
    const int32_t rest = args->depth % PART;
    const bool whole = rest == 0 && args->depth > 0;
    block->tile.lhs = lhs;
    block->tile.lhs_stride = args->lhs_stride;
    block->tile.lhs_quarter = block->rows / 4 * args->lhs_stride;
    block->tile.rhs_stride = args->rhs_stride;
    block->tile.steps = whole ? PART / 16 : rest / 16;
    block->tile.tail = reads_whole_steps(args) ? -(rest % 16) : rest % 16;
    block->tile.more = args->depth / PART - (whole ? 1 : 0);
    block->tile.acc = block->acc;
    block->tile.groups = block->rows / 4;
    vstrwq_s32(block->multiplier, vdupq_n_s32(args->multiplier[0]));
    vstrwq_s32(block->shift, vdupq_n_s32(args->shift[0]));
    vstrbq_s8(block->tile.act_min, vdupq_n_s8((int8_t)args->act_min));
    vstrbq_s8(block->tile.act_max, vdupq_n_s8((int8_t)args->act_max));
    block->direct = (((uintptr_t)block->out | (uint32_t)args->out_stride) & 3) == 0;
}

typedef enum { SHIFTS_RIGHT, NO_SHIFTS, OTHER_SHIFTS } shifts_t;

/* What the shifts of `quads` fours of columns are like, of one or more */
static shifts_t shifts_of(const cmlir_matmul_nt_s8_args *args, int32_t col, int32_t quads)
{
    const bool per_channel = args->per_channel != 0;
    const int32_t *shift = args->shift + (per_channel ? col : 0);
    int32_t most = *shift;
    int32_t least = *shift;
    for (int32_t quad = 0; per_channel && quad < quads; quad++) {
        const int32x4_t shifts = vldrwq_s32(shift);
        most = vmaxvq_s32(most, shifts);
        least = vminvq_s32(least, shifts);
        shift += 4;
    }
    if (most < 0) {
        return SHIFTS_RIGHT;
    }
    return most == 0 && least == 0 ? NO_SHIFTS : OTHER_SHIFTS;
}

/* Puts codes into the table, if there is one; `stride` bytes between rows. */
static __attribute__((noinline)) void
look_up(const cmlir_matmul_nt_s8_args *args, int8_t *out, int32_t stride, int32_t rows, int32_t cols)
{
    for (int32_t row = 0; row < rows && args->table != NULL; row++) {
        (void)cmlir_table_s8(out, out, cols, args->table);
        out += stride;
    }
}

/* How results are made of accumulators; returns whether they come from the table. */
static bool set_kind(block_t *block, int32_t col)
{
    const cmlir_matmul_nt_s8_args *args = block->args;
    cmlir_mve_matmul_4x4_args *tile = &block->tile;
    const bool bounded = args->act_min > INT8_MIN || args->act_max < INT8_MAX;
    const bool by_table = args->table != NULL && block->terms == NULL && !bounded;
    tile->output_offset = args->output_offset;
    tile->terms = block->terms;
    tile->kind = block->terms != NULL ? 2 : bounded ? 1 : 0;
    if (by_table) {
        tile->output_offset -= INT8_MIN;
        tile->table = args->table;
        tile->kind = 3;
    }
    if (shifts_of(args, col, 1) == NO_SHIFTS) {
        tile->kind += 4;
    }
    return by_table;
}

/* Columns col, col + 1, .., 4 * quads of them with shifts of one kind; their bytes go to `out`, or
 * nowhere if that is NULL. */
static __attribute__((noinline)) void
columns(block_t *block, int32_t col, int32_t quads, int8_t *out, int32_t out_stride)
{
    static const int32_t zeros[2] = {0, 0};
    const cmlir_matmul_nt_s8_args *args = block->args;
    const bool per_channel = args->per_channel != 0;
    cmlir_mve_matmul_4x4_args *tile = &block->tile;
    tile->rhs = args->rhs + (ptrdiff_t)col * args->rhs_stride;
    tile->starts = args->sums == NULL ? zeros : args->sums + col;
    tile->start_step = args->sums == NULL ? 0 : 8;
    tile->quads = quads;
    const bool by_table = set_kind(block, col);
    tile->multipliers = per_channel ? args->multiplier + col : block->multiplier;
    tile->shifts = per_channel ? args->shift + col : block->shift;
    tile->scale_step = per_channel ? 16 : 0;
    if (out == NULL) {
        tile->multipliers = NULL;
    }
    tile->out = out;
    tile->out_step = out_stride;
    const uint32_t quarter = (uint32_t)(tile->groups * out_stride);
    vstrwq_u32(tile->row_offset, vmulq_n_u32(vidupq_n_u32(0, 1), quarter));
    cmlir_mve_matmul_4x4(tile);
    if (out != NULL && !by_table) {
        look_up(args, out, out_stride, block->rows, 4 * quads);
    }
}

/* A column of the four rows of a group for any shift */
static int32x4_t rescale_column(const block_t *block, int32_t group, int32_t col)
{
    const int32_t shift = block->shift[col];
    const int32_t left = shift > 0 ? shift : 0;
    const int32_t right = shift > 0 ? 0 : shift;
    int32x4_t x = vldrwq_s32(block->acc + 8 * group + 4 * col % 8 + PAIR_WORDS * (col / 2));
    if (block->terms != NULL) {
        x = vaddq_s32(x, vldrwq_s32(block->terms + 4 * group));
    }
    x = vqrdmulhq_n_s32(vshlq_r_s32(x, left), block->multiplier[col]);
    if (right < 0) {
        x = vqaddq_s32(x, vshrq_n_s32(x, 31));
    }
    return vaddq_n_s32(vrshlq_n_s32(x, right), block->args->output_offset); /* may wrap */
}

/* Four columns for any shifts, to block->words */
static void four_columns_any_shift(block_t *block, int32_t col)
{
    const cmlir_matmul_nt_s8_args *args = block->args;
    const int8x16_t act_min = vldrbq_s8(block->tile.act_min);
    const int8x16_t act_max = vldrbq_s8(block->tile.act_max);
    const int32_t groups = block->tile.groups;
    const uint32x4_t quarters = vmulq_n_u32(vidupq_n_u32(0, 1), (uint32_t)groups);
    columns(block, col, 1, NULL, 0);
    if (args->per_channel != 0) {
        vstrwq_s32(block->multiplier, vldrwq_s32(args->multiplier + col));
        vstrwq_s32(block->shift, vldrwq_s32(args->shift + col));
    }
    for (int32_t group = 0; group < groups; group++) {
        const int32x4_t c0 = rescale_column(block, group, 0);
        const int32x4_t c1 = rescale_column(block, group, 1);
        const int32x4_t c2 = rescale_column(block, group, 2);
        const int32x4_t c3 = rescale_column(block, group, 3);
        int16x8_t even = vdupq_n_s16(0);
        int16x8_t odd = vdupq_n_s16(0);
        int8x16_t bytes = vdupq_n_s8(0);
        even = vqmovntq_s32(vqmovnbq_s32(even, c0), c2);
        odd = vqmovntq_s32(vqmovnbq_s32(odd, c1), c3);
        bytes = vqmovntq_s16(vqmovnbq_s16(bytes, even), odd);
        bytes = vminq_s8(vmaxq_s8(bytes, act_min), act_max);
        vstrwq_scatter_shifted_offset_s32(block->words + group, quarters,
                                          vreinterpretq_s32_s8(bytes));
    }
    look_up(args, (int8_t *)block->words, 0, 1, 4 * block->rows);
}

/* Four columns that are no aligned words of the result, or have other shifts */
static void four_columns(block_t *block, int32_t col)
{
    const int8_t *bytes = (const int8_t *)block->words;
    int8_t *out = block->out + col;
    if (shifts_of(block->args, col, 1) != OTHER_SHIFTS) {
        columns(block, col, 1, (int8_t *)block->words, sizeof(int32_t));
    } else {
        four_columns_any_shift(block, col);
    }
    for (int32_t row = 0; row < block->rows; row++) {
        memcpy(out, bytes, 4);
        bytes += 4;
        out += block->args->out_stride;
    }
}

/* How many fours of columns from col on can be computed in one go */
static int32_t quads_from(const block_t *block, int32_t col)
{
    const cmlir_matmul_nt_s8_args *args = block->args;
    const int32_t most = (args->cols - col) / 4;
    if (!block->direct || most == 0) {
        return 0;
    }
    if (shifts_of(args, col, most) != OTHER_SHIFTS) {
        return most;
    }
    const shifts_t first = shifts_of(args, col, 1);
    int32_t quads = first == OTHER_SHIFTS ? 0 : 1;
    while (quads > 0 && quads < most && shifts_of(args, col + 4 * quads, 1) == first) {
        quads++;
    }
    return quads;
}

/* rows: a multiple of 4, at most BLOCK_ROWS; at least four columns */
static void block_of_rows(const cmlir_matmul_nt_s8_args *args, int32_t row, int32_t rows)
{
    int32_t acc[ACC_WORDS] __attribute__((aligned(sizeof(int32_t) * PAIR_WORDS)));
    int32_t terms[BLOCK_ROWS];
    const bool has_terms = args->rhs_offset != 0;
    const int8_t *lhs = args->lhs + (ptrdiff_t)row * args->lhs_stride;
    block_t block;
    block.args = args;
    block.out = args->out + (ptrdiff_t)row * args->out_stride;
    block.rows = rows;
    block.acc = acc + PAIR_WORDS - 2 * rows;
    if (has_terms) {
        cmlir_mve_scaled_sums(lhs, rows / 4 * args->lhs_stride, args->lhs_stride, rows / 4,
                              args->depth, args->rhs_offset, 0, terms);
    }
    block.terms = has_terms ? terms : NULL;
    start_block(&block, lhs);
    int32_t col = 0;
    while (col < args->cols) {
        const int32_t quads = quads_from(&block, col);
        if (quads > 0) {
            columns(&block, col, quads, block.out + col, args->out_stride);
        } else {
            four_columns(&block, smaller(col, args->cols - 4));
        }
        col += 4 * (quads > 0 ? quads : 1);
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

/* acc[c] += dot products of `lhs` with `cols` columns from `rhs` on; depth > 0 */
static void dot_columns(const int8_t *lhs,
                        const int8_t *rhs,
                        int32_t rhs_stride,
                        int32_t depth,
                        int32_t cols,
                        int32_t *acc)
{
    const int32_t fours = cols & ~3;
    if (fours > 0) {
        const cmlir_mve_dot_1x4_args dots = {
            .lhs = lhs,
            .rhs = rhs,
            .rhs_stride = rhs_stride,
            .depth = depth,
            .acc = acc,
            .acc_end = acc + fours,
        };
        cmlir_mve_dot_1x4(&dots);
    }
    for (int32_t i = fours; i < cols; i++) {
        acc[i] = dot(lhs, rhs + (ptrdiff_t)i * rhs_stride, depth, acc[i]);
    }
}

/* acc[i] = starts[i] + term, `count` times; without starts if that is NULL */
static void start_row(const int32_t *starts, int32_t count, int32_t term, int32_t *acc)
{
    if (starts == NULL) {
        for (int32_t i = 0; i < count; i++) {
            acc[i] = term;
        }
        return;
    }
    __asm__ volatile("wlstp.32 lr, %[count], 2f\n"
                     "1:\n"
                     "vldrw.u32 q0, [%[starts]], #16\n"
                     "vadd.i32 q0, q0, %[term]\n"
                     "vstrw.32 q0, [%[acc]], #16\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     : [starts] "+r"(starts), [acc] "+r"(acc)
                     : [count] "r"(count), [term] "r"(term)
                     : CMLIR_MVE_CLOBBERS);
}

/* acc[c] = starts[c] + term + the dot product of `lhs` with column col + c, for `cols` columns */
static void dot_row(const cmlir_matmul_nt_s8_args *args,
                    const int8_t *lhs,
                    int32_t col,
                    int32_t cols,
                    int32_t term,
                    int32_t *acc)
{
    const int32_t stride = args->rhs_stride;
    const int32_t parts = args->depth / DEEP_PART;
    const int32_t whole = parts * DEEP_PART;
    const int32_t eights = parts > 0 ? cols & ~7 : 0;
    const int8_t *rhs = args->rhs + (ptrdiff_t)col * stride;
    const int32_t *starts = args->sums == NULL ? NULL : args->sums + col;
    if (eights < cols || starts == NULL || term != 0) {
        start_row(starts, cols, term, acc);
        starts = acc;
    }
    if (eights > 0) {
        const cmlir_mve_dot_1x8_args dots = {lhs, eights / 8, rhs, parts, acc, starts, stride};
        cmlir_mve_dot_1x8(&dots);
    }
    if (eights > 0 && whole < args->depth) {
        dot_columns(lhs + whole, rhs + whole, stride, args->depth - whole, eights, acc);
    }
    if (eights < cols && args->depth > 0) {
        dot_columns(lhs, rhs + (ptrdiff_t)eights * stride, stride, args->depth, cols - eights,
                    acc + eights);
    }
}

static int32_t rhs_offset_term(const cmlir_matmul_nt_s8_args *args, const int8_t *lhs)
{
    int32_t sum = 0;
    if (args->rhs_offset != 0) {
        cmlir_row_sums_s8(lhs, args->lhs_stride, 1, args->depth, &sum);
    }
    return cmlir_mul_wrapping(sum, args->rhs_offset);
}

static void single_row(const cmlir_matmul_nt_s8_args *args, int32_t row)
{
    int32_t acc[ACC_WORDS];
    const int8_t *lhs = args->lhs + (ptrdiff_t)row * args->lhs_stride;
    int8_t *out = args->out + (ptrdiff_t)row * args->out_stride;
    cmlir_mve_rescale rescale = {args->multiplier, args->shift, args->per_channel,
                                 args->output_offset, args->act_min, args->act_max};
    const int32_t term = rhs_offset_term(args, lhs);
    for (int32_t col = 0; col < args->cols; col += ACC_WORDS) {
        const int32_t cols = smaller(args->cols - col, ACC_WORDS);
        dot_row(args, lhs, col, cols, term, acc);
        cmlir_mve_rescale_row(acc, out + col, cols, &rescale);
        look_up(args, out + col, 0, 1, cols);
        if (args->per_channel != 0) {
            rescale.multiplier += cols;
            rescale.shift += cols;
        }
    }
}

void cmlir_matmul_nt_s8(const cmlir_matmul_nt_s8_args *args)
{
    const int32_t fours = args->cols < 4 ? 0 : args->rows & ~3;
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
