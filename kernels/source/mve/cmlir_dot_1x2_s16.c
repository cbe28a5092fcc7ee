/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "../cmlir_s16.h"
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

/* Compilers keep 64 bits in an even register and the next one, as the instruction wants them. */
void cmlir_dot_1x2_s16(const int16_t *row,
                       const int8_t *first,
                       const int8_t *second,
                       int32_t depth,
                       int64_t sums[2])
{
    int64_t a = 0;
    int64_t b = 0;
    __asm__ volatile("wlstp.16 lr, %[depth], 2f\n"
                     "1:\n"
                     "vldrh.u16 q0, [%[row]], #16\n"
                     "vldrb.s16 q1, [%[first]], #8\n"
                     "vmlaldava.s16 %Q[a], %R[a], q0, q1\n"
                     "vldrb.s16 q2, [%[second]], #8\n"
                     "vmlaldava.s16 %Q[b], %R[b], q0, q2\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     : [a] "+r"(a), [b] "+r"(b), [row] "+r"(row), [first] "+l"(first),
                       [second] "+l"(second)
                     : [depth] "r"(depth)
                     : CMLIR_MVE_CLOBBERS);
    sums[0] = a;
    sums[1] = b;
}

#endif
