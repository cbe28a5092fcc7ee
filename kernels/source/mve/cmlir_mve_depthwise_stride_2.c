/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve_depthwise.h"

#if defined(CMLIR_MVE)

/* Registers as in cmlir_mve_depthwise_stride_1; q4 and q6 are the even weights. */
CMLIR_MVE_NAKED void cmlir_mve_depthwise_stride_2(
    __attribute__((unused)) const cmlir_mve_depthwise_args *args)
{
    __asm__ volatile("push {r4-r11, lr}\n"
                     "vpush {d8-d15}\n"
                     "ldr r2, [r0, #20]\n"
                     "ldr r4, [r0, #24]\n"
                     "vldrb.u8 q4, [r2]\n"
                     "vldrb.u8 q6, [r4]\n"
                     "ldr r1, [r0]\n"
                     "ldr r3, [r0, #4]\n"
                     "ldr r5, [r0, #8]\n"
                     "ldr r7, [r0, #12]\n"
                     "ldr r9, [r0, #16]\n"
                     "1:\n"
                     "ldm r7, {r0, r2, r4, r6, r8, r10, r12, lr}\n"
                     "vldrb.u8 q1, [r1, #2]\n"
                     "vldrb.u8 q2, [r1, #12]\n"
                     "vmladava.s8 r2, q1, q4\n"
                     "vldrb.u8 q3, [r1, #14]\n"
                     "vmladava.s8 r4, q2, q4\n"
                     "vldrb.u8 q0, [r1], #24\n"
                     "vmladava.s8 r6, q3, q4\n"
                     "vldrb.u8 q1, [r3, #2]\n"
                     "vmladava.s8 r0, q0, q4\n"
                     "vldrb.u8 q2, [r3, #12]\n"
                     "vmladava.s8 r10, q1, q6\n"
                     "vldrb.u8 q3, [r3, #14]\n"
                     "vmladava.s8 r12, q2, q6\n"
                     "vldrb.u8 q0, [r3], #24\n"
                     "vmladava.s8 lr, q3, q6\n"
                     "vmladava.s8 r8, q0, q6\n"
                     "stm r5!, {r0, r2, r4, r6, r8, r10, r12, lr}\n"
                     "subs r9, r9, #1\n"
                     "bne 1b\n"
                     "vpop {d8-d15}\n"
                     "pop {r4-r11, pc}\n");
}

#endif
