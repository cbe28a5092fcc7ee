/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

static int32_t row_sum(const int8_t *data, int32_t depth)
{
    int32_t sum = 0;
    __asm__ volatile("wlstp.8 lr, %[depth], 2f\n"
                     "1:\n"
                     "vldrb.u8 q0, [%[data]], #16\n"
                     "vaddva.s8 %[sum], q0\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     : [sum] "+Te"(sum), [data] "+r"(data)
                     : [depth] "r"(depth)
                     : CMLIR_MVE_CLOBBERS);
    return sum;
}

static void four_row_sums(const int8_t *data, int32_t stride, int32_t depth, int32_t *sums)
{
    const int8_t *data1 = data + stride;
    const int8_t *data2 = data1 + stride;
    const int8_t *data3 = data2 + stride;
    int32_t sum0 = 0;
    int32_t sum1 = 0;
    int32_t sum2 = 0;
    int32_t sum3 = 0;
    __asm__ volatile("wlstp.8 lr, %[depth], 2f\n"
                     "1:\n"
                     "vldrb.u8 q0, [%[data]], #16\n"
                     "vldrb.u8 q1, [%[data1]], #16\n"
                     "vldrb.u8 q2, [%[data2]], #16\n"
                     "vldrb.u8 q3, [%[data3]], #16\n"
                     "vaddva.s8 %[sum0], q0\n"
                     "vaddva.s8 %[sum1], q1\n"
                     "vaddva.s8 %[sum2], q2\n"
                     "vaddva.s8 %[sum3], q3\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     : [sum0] "+Te"(sum0), [sum1] "+Te"(sum1), [sum2] "+Te"(sum2),
                       [sum3] "+Te"(sum3), [data] "+r"(data), [data1] "+r"(data1),
                       [data2] "+r"(data2), [data3] "+r"(data3)
                     : [depth] "r"(depth)
                     : CMLIR_MVE_CLOBBERS);
    sums[0] = sum0;
    sums[1] = sum1;
    sums[2] = sum2;
    sums[3] = sum3;
}

void cmlir_row_sums_s8(
    const int8_t *data, int32_t stride, int32_t rows, int32_t depth, int32_t *sums)
{
    int32_t row = 0;
    for (; row + 4 <= rows; row += 4, data += 4 * (ptrdiff_t)stride) {
        four_row_sums(data, stride, depth, sums + row);
    }
    for (; row < rows; row++, data += stride) {
        sums[row] = row_sum(data, depth);
    }
}

#endif
