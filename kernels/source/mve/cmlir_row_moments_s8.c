/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

cmlir_row_moments_t cmlir_row_moments_s8(const int8_t *row, int32_t row_size)
{
    int32_t sum = 0;
    int32_t squares = 0;
    __asm__ volatile("wlstp.8 lr, %[size], 2f\n"
                     "1:\n"
                     "vldrb.u8 q0, [%[row]], #16\n"
                     "vaddva.s8 %[sum], q0\n"
                     "vmladava.s8 %[squares], q0, q0\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     : [sum] "+Te"(sum), [squares] "+Te"(squares), [row] "+r"(row)
                     : [size] "r"(row_size)
                     : CMLIR_MVE_CLOBBERS);
    return (cmlir_row_moments_t){sum, squares};
}

#endif
