/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

/*
 * Eight accumulators (rows 0..3 of column 0, then of column 1) and six pointers fill all fourteen
 * registers, so the loop state lives on the stack, and the places to go on at are addresses there:
 * for `steps` = 8 more + first, the unrolled code is entered `first` steps before its end and
 * then `more` times from its beginning.
 *
 *   r1 r3 r5 r7   the four rows of lhs       r9 r11   the two rows of rhs
 *   r0 r2 r4 r6   acc[0][0..3]               r8 r10 r12 lr   acc[1][0..3]
 *
 * Places in the stack frame:
 */
#define RHS "#0"          /* rhs0, rhs1 */
#define LHS "#8"          /* bytes from the end of row 3 to the next row, and from row to row */
#define ACC "#16"         /* the next accumulators, and their end */
#define ENTRY "#24"       /* where a tile enters the unrolled steps */
#define AFTER_STEPS "#28" /* where it leaves them to: more steps, the remainder, or its end */
#define MORE "#32"        /* how often it takes all steps */
#define MORE_LEFT "#36"
#define LAST "#40" /* the remainder, or the end of the tile */
#define SAVED "#44"
#define START "#48" /* eight start values */
#define FRAME "#80"

#define ACCUMULATORS "{r0, r2, r4, r6, r8, r10, r12, lr}"
#define MULTIPLY(lhs, column_0, column_1)                                                          \
    "vmladava.s8 " column_0 ", " lhs ", q0\n"                                                      \
    "vmladava.s8 " column_1 ", " lhs ", q1\n"

/* 14 instructions, STEP_BYTES */
#define STEP                                                                                       \
    "vldrb.u8 q0, [r9], #16\n"                                                                     \
    "vldrb.u8 q1, [r11], #16\n"                                                                    \
    "vldrb.u8 q2, [r1], #16\n"                                                                     \
    "vldrb.u8 q3, [r3], #16\n" MULTIPLY("q2", "r0", "r8")                                          \
    "vldrb.u8 q2, [r5], #16\n" MULTIPLY("q3", "r2", "r10")                                         \
    "vldrb.u8 q3, [r7], #16\n" MULTIPLY("q2", "r4", "r12") MULTIPLY("q3", "r6", "lr")
#define STEP_BYTES "#56"

/* The predicate is that of the remainder throughout. */
#define LAST_STEP                                                                                  \
    "vpstttt\n"                                                                                    \
    "vldrbt.u8 q0, [r9]\n"                                                                         \
    "vldrbt.u8 q1, [r11]\n"                                                                        \
    "vldrbt.u8 q2, [r1]\n"                                                                         \
    "vldrbt.u8 q3, [r3]\n" MULTIPLY("q2", "r0", "r8") MULTIPLY("q3", "r2", "r10")                  \
    "vpstt\n"                                                                                      \
    "vldrbt.u8 q2, [r5]\n"                                                                         \
    "vldrbt.u8 q3, [r7]\n" MULTIPLY("q2", "r4", "r12") MULTIPLY("q3", "r6", "lr")

CMLIR_MVE_NAKED void cmlir_mve_dot_4x2(const cmlir_mve_dot_4x2_args *args __attribute__((unused)))
{
    __asm__ volatile(
        "push {r4-r11, lr}\n"
        "sub sp, sp, " FRAME "\n"
        "ldm r0, {r1-r10}\n" /* rhs0 rhs1 stride acc acc_end start0 start1 lhs steps remainder */
        "strd r1, r2, [sp, " RHS "]\n"
        "sub r2, r3, r9, lsl #4\n"
        "strd r2, r3, [sp, " LHS "]\n"
        "strd r4, r5, [sp, " ACC "]\n"
        "vdup.32 q0, r6\n"
        "vdup.32 q1, r7\n"
        "vstrw.32 q0, [sp, " START "]\n"
        "vstrw.32 q1, [sp, " START " + 16]\n"
        "sub r7, r8, r2\n"
        "vctp.8 r10\n"

        "subs r0, r9, #1\n" /* more = max(steps - 1, 0) / 8, first = steps - 8 more */
        "it mi\n"
        "movmi r0, #0\n"
        "lsr r0, r0, #3\n"
        "sub r1, r9, r0, lsl #3\n"
        "movs r2, " STEP_BYTES "\n"
        "adr.w r3, 3f\n"
        "mls r1, r1, r2, r3\n"
        "adr.w r2, 6f\n"
        "adr.w r3, 5f\n"
        "cmp r10, #0\n"
        "it ne\n"
        "movne r2, r3\n"
        "adr.w r3, 4f\n"
        "cmp r0, #0\n"
        "it eq\n"
        "moveq r3, r2\n"
        "orr r1, r1, #1\n" /* bit 0: Thumb */
        "orr r2, r2, #1\n"
        "orr r3, r3, #1\n"
        "strd r1, r3, [sp, " ENTRY "]\n"
        "strd r0, r0, [sp, " MORE "]\n"
        "str r2, [sp, " LAST "]\n"

        "1:\n" /* a tile */
        "ldrd r0, r2, [sp, " LHS "]\n"
        "add r1, r7, r0\n"
        "add r3, r1, r2\n"
        "add r5, r3, r2\n"
        "add r7, r5, r2\n"
        "ldrd r9, r11, [sp, " RHS "]\n"
        "add r0, sp, " START "\n"
        "ldm r0, " ACCUMULATORS "\n"
        "ldr pc, [sp, " ENTRY "]\n"

        "2:\n" STEP STEP STEP STEP STEP STEP STEP STEP
        "3:\n"
        "ldr pc, [sp, " AFTER_STEPS "]\n"

        "4:\n" /* again, or go on */
        "str r0, [sp, " SAVED "]\n"
        "ldr r0, [sp, " MORE_LEFT "]\n"
        "subs r0, r0, #1\n"
        "itt pl\n"
        "strpl r0, [sp, " MORE_LEFT "]\n"
        "ldrpl r0, [sp, " SAVED "]\n"
        "bpl.w 2b\n"
        "ldr r0, [sp, " MORE "]\n"
        "str r0, [sp, " MORE_LEFT "]\n"
        "ldr r0, [sp, " SAVED "]\n"
        "ldr pc, [sp, " LAST "]\n"

        "5:\n" LAST_STEP
        "6:\n"
        "ldrd r1, r3, [sp, " ACC "]\n"
        "stm r1!, " ACCUMULATORS "\n"
        "str r1, [sp, " ACC "]\n"
        "cmp r1, r3\n"
        "bne.w 1b\n"
        "add sp, sp, " FRAME "\n"
        "pop {r4-r11, pc}\n");
}

#endif
