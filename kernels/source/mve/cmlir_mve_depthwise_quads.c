/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve_depthwise.h"

#if defined(CMLIR_MVE)

/*
 *   r0 r2 r4 r6  r8 r10 r12 lr   sums of one channel, of the next
 *   r1 r3 planes   r5 acc   r7 channels left   r9 groups left   r11 the arguments
 *   q4 q5, q6 q7 weights of one channel, of the next: as they are, and one byte further
 *   [sp] eight start values
 */
#define PLANES "[r11]" /* and plane_bytes */
#define WEIGHTS "[r11, #8]"
#define SUMS "[r11, #12]"
#define STRIDE "[r11, #16]"
#define QUADS "[r11, #20]"
#define WINDOWS "#24"
#define ACC "[r11, #36]"
#define GROUPS "[r11, #48]"
_Static_assert(offsetof(cmlir_mve_depthwise_args, windows) == 24 &&
                   24 + CMLIR_MVE_ACC == 36 && 24 + CMLIR_MVE_GROUP_COUNT == 48,
               "see WINDOWS, ACC and GROUPS");

#define SUMS_OF_PAIR "{r0, r2, r4, r6, r8, r10, r12, lr}"

/* Rows 0 and 1 of a group come from one vector, by the weights and those one byte further. */
#define GROUP_STRIDE_1                                                                             \
    "ldm sp, " SUMS_OF_PAIR "\n"                                                                   \
    "vldrb.u8 q1, [r1, #2]\n"                                                                      \
    "vldrb.u8 q0, [r1], #6\n"                                                                      \
    "vmladava.s8 r4, q1, q4\n"                                                                     \
    "vmladava.s8 r6, q1, q5\n"                                                                     \
    "vldrb.u8 q3, [r3, #2]\n"                                                                      \
    "vmladava.s8 r0, q0, q4\n"                                                                     \
    "vmladava.s8 r2, q0, q5\n"                                                                     \
    "vldrb.u8 q2, [r3], #6\n"                                                                      \
    "vmladava.s8 r12, q3, q6\n"                                                                    \
    "vmladava.s8 lr, q3, q7\n"                                                                     \
    "vmladava.s8 r8, q2, q6\n"                                                                     \
    "vmladava.s8 r10, q2, q7\n"                                                                    \
    "stm r5!, " SUMS_OF_PAIR "\n"

#define GROUP_STRIDE_2                                                                             \
    "ldm sp, " SUMS_OF_PAIR "\n"                                                                   \
    "vldrb.u8 q1, [r1, #2]\n"                                                                      \
    "vldrb.u8 q2, [r1, #12]\n"                                                                     \
    "vmladava.s8 r2, q1, q4\n"                                                                     \
    "vldrb.u8 q3, [r1, #14]\n"                                                                     \
    "vmladava.s8 r4, q2, q4\n"                                                                     \
    "vldrb.u8 q0, [r1], #24\n"                                                                     \
    "vmladava.s8 r6, q3, q4\n"                                                                     \
    "vldrb.u8 q1, [r3, #2]\n"                                                                      \
    "vmladava.s8 r0, q0, q4\n"                                                                     \
    "vldrb.u8 q2, [r3, #12]\n"                                                                     \
    "vmladava.s8 r10, q1, q6\n"                                                                    \
    "vldrb.u8 q3, [r3, #14]\n"                                                                     \
    "vmladava.s8 r12, q2, q6\n"                                                                    \
    "vldrb.u8 q0, [r3], #24\n"                                                                     \
    "vmladava.s8 lr, q3, q6\n"                                                                     \
    "vmladava.s8 r8, q0, q6\n"                                                                     \
    "stm r5!, " SUMS_OF_PAIR "\n"

CMLIR_MVE_NAKED void
cmlir_mve_depthwise_quads(__attribute__((unused)) cmlir_mve_depthwise_args *args)
{
    __asm__ volatile("push {r4-r11, lr}\n"
                     "vpush {d8-d15}\n"
                     "sub sp, sp, #36\n"
                     "mov r11, r0\n"
                     "1:\n" /* four channels */
                     "movs r7, #4\n"
                     "ldr r5, " ACC "\n"
                     "2:\n" /* a pair of them */
                     "ldr r2, " SUMS "\n"
                     "ldrd r0, r4, [r2], #8\n"
                     "str r2, " SUMS "\n"
                     "vdup.32 q0, r0\n"
                     "vdup.32 q1, r4\n"
                     "vstrw.32 q0, [sp]\n"
                     "vstrw.32 q1, [sp, #16]\n"
                     "ldr r2, " WEIGHTS "\n"
                     "vldrb.u8 q4, [r2], #32\n"
                     "vldrb.u8 q5, [r2, #-33]\n"
                     "vldrb.u8 q6, [r2, #-16]\n"
                     "vldrb.u8 q7, [r2, #-17]\n"
                     "str r2, " WEIGHTS "\n"
                     "ldrd r1, r2, " PLANES "\n"
                     "add r3, r1, r2\n"
                     "add r2, r2, r3\n"
                     "str r2, " PLANES "\n"
                     "ldr r9, " GROUPS "\n"
                     "ldr r2, " STRIDE "\n"
                     "cmp r2, #1\n"
                     "bne 4f\n"
                     "3:\n" GROUP_STRIDE_1
                     "subs r9, r9, #1\n"
                     "bne 3b\n"
                     "b 5f\n"
                     "4:\n" GROUP_STRIDE_2
                     "subs r9, r9, #1\n"
                     "bne 4b\n"
                     "5:\n"
                     "subs r7, r7, #2\n"
                     "bne.w 2b\n"
                     "add r0, r11, " WINDOWS "\n"
                     "ldr r1, [r0]\n"
                     "cbz r1, 6f\n" /* only the sums are wanted */
                     "bl cmlir_mve_rescale_windows\n"
                     "6:\n"
                     "ldr r0, " QUADS "\n"
                     "subs r0, r0, #1\n"
                     "str r0, " QUADS "\n"
                     "bne.w 1b\n"
                     "add sp, sp, #36\n"
                     "vpop {d8-d15}\n"
                     "pop {r4-r11, pc}\n");
}

#endif
