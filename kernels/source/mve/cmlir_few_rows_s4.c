/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "../cmlir_int4.h"
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

/*
 * A row times columns as they are packed, without unpacking them: of 16 bytes the low halves, shifted
 * up, and the high ones, the low ones masked off, are 16 times the codes; they meet the row's
 * elements of even and of odd index. Sums are divided by 16 in the end.
 */
enum { STEP = 32, COLUMNS = 64, MOST_ROWS = 3, MOST_DEPTH = 1 << 16 };

#define MULTIPLY(sum, column)                                                                      \
    "vldrb.u8 q2, [" column "], #16\n"                                                             \
    "vshl.i8 q3, q2, #4\n"                                                                         \
    "vmladava.s8 " sum ", q0, q3\n"                                                                \
    "vand q2, q2, q4\n"                                                                            \
    "vmladava.s8 " sum ", q1, q2\n"

/* acc[i] += the dot product of `lhs` and column i, over steps * STEP elements; steps > 0. Inlined, it
 * would leave a compiler without registers. */
static void __attribute__((noinline))
dot_4(const int8_t *lhs, const int8_t *rhs, int32_t column_bytes, int32_t steps, int32_t *acc)
{
    const int8_t *column1 = rhs + column_bytes;
    const int8_t *column2 = column1 + column_bytes;
    const int8_t *column3 = column2 + column_bytes;
    int32_t sum0 = 0;
    int32_t sum1 = 0;
    int32_t sum2 = 0;
    int32_t sum3 = 0;
    __asm__ volatile("vmov.i8 q4, #0xf0\n"
                     "dls lr, %[steps]\n"
                     "1:\n"
                     "vld20.8 {q0, q1}, [%[lhs]]\n"
                     "vld21.8 {q0, q1}, [%[lhs]]!\n"
                     MULTIPLY("%[sum0]", "%[column0]")
                     MULTIPLY("%[sum1]", "%[column1]")
                     MULTIPLY("%[sum2]", "%[column2]")
                     MULTIPLY("%[sum3]", "%[column3]")
                     "le lr, 1b\n"
                     : [sum0] "+Te"(sum0), [sum1] "+Te"(sum1), [sum2] "+Te"(sum2),
                       [sum3] "+Te"(sum3), [lhs] "+r"(lhs), [column0] "+r"(rhs),
                       [column1] "+r"(column1), [column2] "+r"(column2), [column3] "+r"(column3)
                     : [steps] "r"(steps)
                     : "q4", CMLIR_MVE_CLOBBERS);
    const int32x4_t sums = {sum0, sum1, sum2, sum3};
    vstrwq_s32(acc, vaddq_s32(vldrwq_s32(acc), vshrq_n_s32(sums, 4))); /* may wrap */
}

/* acc[c] += the dot product of `lhs` with packed column c from element `from` on, for `cols` columns */
static void add_rest(const cmlir_matmul_nt_s8_args *args,
                     const int8_t *lhs,
                     const int8_t *rhs,
                     int32_t from,
                     int32_t cols,
                     int32_t *acc)
{
    for (int32_t col = 0; col < cols; col++) {
        const int8_t *column = rhs + (ptrdiff_t)col * (args->depth / 2);
        uint32_t sum = (uint32_t)acc[col];
        for (int32_t k = from; k < args->depth; k += 2) {
            sum += (uint32_t)(lhs[k] * cmlir_low_s4(column[k / 2]) +
                              lhs[k + 1] * cmlir_high_s4(column[k / 2]));
        }
        acc[col] = (int32_t)sum;
    }
}

/* acc[c] = sums[c] + the dot product of `lhs` with packed column c, for `cols` columns */
static void dot_columns(const cmlir_matmul_nt_s8_args *args,
                        const int8_t *lhs,
                        const int8_t *rhs,
                        const int32_t *sums,
                        int32_t cols,
                        int32_t *acc)
{
    const int32_t bytes = args->depth / 2;
    const int32_t fours = cols & ~3;
    const int32_t whole = args->depth / STEP * STEP;
    memcpy(acc, sums, sizeof(*acc) * (size_t)cols);
    for (int32_t col = 0; col < fours; col += 4) {
        dot_4(lhs, rhs + (ptrdiff_t)col * bytes, bytes, whole / STEP, acc + col);
    }
    if (whole < args->depth) {
        add_rest(args, lhs, rhs, whole, fours, acc);
    }
    if (fours < cols) {
        add_rest(args, lhs, rhs + (ptrdiff_t)fours * bytes, 0, cols - fours, acc + fours);
    }
}

static void one_row(const cmlir_matmul_nt_s8_args *args, int32_t row)
{
    int32_t acc[COLUMNS];
    const int8_t *lhs = args->lhs + (ptrdiff_t)row * args->lhs_stride;
    int8_t *out = args->out + (ptrdiff_t)row * args->out_stride;
    cmlir_mve_rescale rescale = {args->multiplier, args->shift, args->per_channel,
                                 args->output_offset, args->act_min, args->act_max};
    int32_t count = 0;
    for (int32_t col = 0; col < args->cols; col += count) {
        count = args->cols - col < COLUMNS ? args->cols - col : COLUMNS;
        dot_columns(args, lhs, args->rhs + (ptrdiff_t)col * (args->depth / 2), args->sums + col,
                    count, acc);
        cmlir_mve_rescale_row(acc, out + col, count, &rescale);
        if (args->per_channel != 0) {
            rescale.multiplier += count;
            rescale.shift += count;
        }
    }
}

bool cmlir_few_rows_s4(const cmlir_matmul_nt_s8_args *args)
{
    if (args->rows > MOST_ROWS || args->depth < STEP || args->depth % 2 != 0 ||
        args->depth >= MOST_DEPTH) {
        return false;
    }
    for (int32_t row = 0; row < args->rows; row++) {
        one_row(args, row);
    }
    return true;
}

#endif
