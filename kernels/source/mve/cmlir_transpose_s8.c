/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

enum { LANES = 8 };
enum { WIDEST = 8192 }; /* rows whose places in eight columns 16 bits can count */

/* Up to eight columns, in the lanes of 16 bits; rows is 1..WIDEST */
static void eight_columns(
    const int8_t *in, int32_t stride, int32_t rows, int32_t cols, int8_t *out)
{
    const uint16x8_t places = vmulq_n_u16(vidupq_n_u16(0, 1), (uint16_t)rows);
    __asm__ volatile("vctp.16 %[cols]\n"
                     "dls lr, %[rows]\n"
                     "1:\n"
                     "vpstt\n"
                     "vldrbt.u16 q0, [%[in]]\n"
                     "vstrbt.16 q0, [%[out], %q[places]]\n"
                     "add %[in], %[in], %[stride]\n"
                     "adds %[out], #1\n"
                     "le lr, 1b\n"
                     : [in] "+l"(in), [out] "+l"(out)
                     : [rows] "r"(rows), [cols] "r"(cols), [stride] "r"(stride),
                       [places] "w"(places)
                     : CMLIR_MVE_CLOBBERS);
}

/* Rows first, first + 1, .. of the result's columns */
static void some_rows(const int8_t *in, int32_t stride, int32_t rows, int32_t cols, int8_t *out)
{
    for (int32_t col = 0; col < cols; col += LANES) {
        eight_columns(in + col, stride, rows, cols - col, out + (ptrdiff_t)col * rows);
    }
}

void cmlir_transpose_s8(
    const int8_t *in, int32_t stride, int32_t rows, int32_t cols, int8_t *out)
{
    if (rows <= 0) {
        return;
    }
    if (rows <= WIDEST) {
        some_rows(in, stride, rows, cols, out);
        return;
    }
    for (int32_t col = 0; col < cols; col++) {
        const int8_t *element = in + col;
        for (int32_t row = 0; row < rows; row++, element += stride) {
            *out++ = *element;
        }
    }
}

#endif
