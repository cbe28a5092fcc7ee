/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

/*
 *   r1 lhs   r3 r5 r7 r9 four rows of rhs   r0 r2 r4 r6 their accumulators
 *   r8 from the end of one row to the begin of the next   r11 rhs_stride   r10 acc   r12 depth
 *   [sp] lhs, acc_end
 */
#define MULTIPLY(row, accumulator)                                                                 \
    "vldrb.u8 q1, [" row "], #16\n"                                                                \
    "vmladava.s8 " accumulator ", q0, q1\n"

CMLIR_MVE_NAKED void cmlir_mve_dot_1x4(const cmlir_mve_dot_1x4_args *args __attribute__((unused)))
{
    __asm__ volatile("push {r4-r11, lr}\n"
                     "sub sp, sp, #8\n"
                     "ldr r9, [r0, #4]\n"
                     "ldrd r11, r12, [r0, #8]\n"
                     "ldr r10, [r0, #16]\n"
                     "ldr r1, [r0]\n"
                     "ldr r2, [r0, #20]\n"
                     "strd r1, r2, [sp]\n"
                     "add r8, r12, #15\n" /* rounded up to what the loop advances by */
                     "bic r8, r8, #15\n"
                     "sub r8, r11, r8\n"
                     "sub r9, r9, r8\n"
                     "1:\n"
                     "ldr r1, [sp]\n"
                     "add r3, r9, r8\n"
                     "add r5, r3, r11\n"
                     "add r7, r5, r11\n"
                     "add r9, r7, r11\n"
                     "ldm r10, {r0, r2, r4, r6}\n"
                     "dlstp.8 lr, r12\n"
                     "2:\n"
                     "vldrb.u8 q0, [r1], #16\n" MULTIPLY("r3", "r0") MULTIPLY("r5", "r2")
                         MULTIPLY("r7", "r4") MULTIPLY("r9", "r6")
                     "letp lr, 2b\n"
                     "stm r10!, {r0, r2, r4, r6}\n"
                     "ldr r1, [sp, #4]\n"
                     "cmp r10, r1\n"
                     "bne 1b\n"
                     "add sp, sp, #8\n"
                     "pop {r4-r11, pc}\n");
}

#endif
