/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

enum { MOST_ROWS = 256 }; /* whose sum has 16 bits */

/* sums[c] += the column's sum over at most MOST_ROWS rows, for 16 columns */
static void add_rows(const int8_t *data, int32_t stride, int32_t rows, int32_t *sums)
{
    int16x8_t low = vdupq_n_s16(0);
    int16x8_t high = vdupq_n_s16(0);
    int16_t parts[16];
    __asm__ volatile("wls lr, %[rows], 2f\n"
                     "1:\n"
                     "vldrb.s16 q1, [%[data], #8]\n"
                     "vldrb.s16 q0, [%[data]]\n"
                     "add %[data], %[data], %[stride]\n"
                     "vadd.i16 %q[high], %q[high], q1\n"
                     "vadd.i16 %q[low], %q[low], q0\n"
                     "le lr, 1b\n"
                     "2:\n"
                     : [data] "+r"(data), [low] "+w"(low), [high] "+w"(high)
                     : [rows] "r"(rows), [stride] "r"(stride)
                     : CMLIR_MVE_CLOBBERS);
    vstrhq_s16(parts, low);
    vstrhq_s16(parts + 8, high);
    for (int32_t c = 0; c < 16; c += 4) {
        vstrwq_s32(sums + c, vaddq_s32(vldrwq_s32(sums + c), vldrhq_s32(parts + c)));
    }
}

static void
sixteen_column_sums(const int8_t *data, int32_t stride, int32_t rows, int32_t *sums)
{
    for (int32_t c = 0; c < 16; c += 4) {
        vstrwq_s32(sums + c, vdupq_n_s32(0));
    }
    for (int32_t row = 0; row < rows; row += MOST_ROWS) {
        const int32_t left = rows - row;
        add_rows(data + (ptrdiff_t)row * stride, stride, left < MOST_ROWS ? left : MOST_ROWS, sums);
    }
}

/* At most four columns */
static void
few_column_sums(const int8_t *data, int32_t stride, int32_t rows, int32_t cols, int32_t *sums)
{
    const mve_pred16_t columns = vctp32q((uint32_t)cols);
    int32x4_t sum = vdupq_n_s32(0);
    for (int32_t row = 0; row < rows; row++) {
        sum = vaddq_s32(sum, vldrbq_z_s32(data, columns));
        data += stride;
    }
    vstrwq_p_s32(sums, sum, columns);
}

void cmlir_column_sums_s8(
    const int8_t *data, int32_t stride, int32_t rows, int32_t cols, int32_t *sums)
{
    int32_t c = 0;
    for (; c + 16 <= cols; c += 16) {
        sixteen_column_sums(data + c, stride, rows, sums + c);
    }
    for (; c < cols; c += 4) {
        few_column_sums(data + c, stride, rows, cols - c, sums + c);
    }
}

#endif
