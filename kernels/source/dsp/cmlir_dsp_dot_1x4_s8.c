/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_dsp.h"

#if defined(CMLIR_DSP)

/*
 *   r0..r3   the sums    r4   lhs, until r9    r5..r8   the columns
 *   r10, r11   bytes 0 and 2, 1 and 3 of lhs   r12, lr   those of a column
 */
#define COLUMN(pointer, sum)                                                                       \
    "ldr r12, [" pointer "], #4\n"                                                                 \
    "sxtb16 lr, r12, ror #8\n"                                                                     \
    "sxtb16 r12, r12\n"                                                                            \
    "smlad " sum ", r11, lr, " sum "\n"                                                            \
    "smlad " sum ", r10, r12, " sum "\n"
#define STEP                                                                                       \
    "ldr r10, [r4], #4\n"                                                                          \
    "sxtb16 r11, r10, ror #8\n"                                                                    \
    "sxtb16 r10, r10\n" COLUMN("r5", "r0") COLUMN("r6", "r1") COLUMN("r7", "r2") COLUMN("r8", "r3")

CMLIR_DSP_NAKED void cmlir_dsp_dot_1x4_s8(
    const int8_t *lhs __attribute__((unused)),
    const int8_t *rhs __attribute__((unused)),
    int32_t rhs_stride __attribute__((unused)),
    int32_t steps __attribute__((unused)),
    uint32_t sums[4] __attribute__((unused)))
{
    __asm__ volatile("push {r4-r11, lr}\n"
                     "mov r4, r0\n"
                     "mov r5, r1\n"
                     "add r6, r5, r2\n"
                     "add r7, r6, r2\n"
                     "add r8, r7, r2\n"
                     "add r9, r4, r3, lsl #2\n"
                     "ldr r12, [sp, #36]\n"
                     "ldm r12, {r0-r3}\n"
                     "b 2f\n"
                     "1:\n" STEP
                     "2:\n"
                     "cmp r4, r9\n"
                     "bne 1b\n"
                     "ldr r12, [sp, #36]\n"
                     "stm r12, {r0-r3}\n"
                     "pop {r4-r11, pc}\n");
}

#endif
