/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve_rows.h"

#if defined(CMLIR_MVE)

/*
 * The weights of three pixels side by side, 16 channels of each, stay in registers while all
 * windows pass by; four windows of a group share the pixels that they have in common.
 *
 *   r0 r2 r4 r6   sums of the windows 0..3 of channel 0   q0 q2 q4  weights of channel 0
 *   r8 r10 r12 lr those of channel 1                      q1 q3 q5  of channel 1
 *   r1 pixels   r3 acc   r5 groups left   r7 lines   r9 rows left   r11 the arguments
 *   q6 q7 pixels
 */
#define ACC "[r11]"
#define START "[r11, #4]"
#define GROUPS "[r11, #12]" /* and rows */
#define ROWS "[r11, #16]"
#define LINE_STEP "[r11, #20]" /* and stride */
#define CHANNELS "[r11, #28]"
#define BLOCK_BYTES "[r11, #32]"
#define KERNEL_W "[r11, #36]" /* and offset */
#define KERNEL_H "[r11, #44]"
#define LINES "[r11, #48]"
#define WEIGHTS "[r11, #52]"
#define COLUMNS_LEFT "[r11, #60]" /* and column_offset */
#define COLUMN_OFFSET "[r11, #64]"
#define BLOCK_OFFSET "[r11, #68]"
_Static_assert(offsetof(cmlir_mve_sweep_args, channels) == 28 &&
                   offsetof(cmlir_mve_sweep_args, weights) == 52 &&
                   offsetof(cmlir_mve_sweep_args, block_offset) == 68,
               "see the places");

#define SUMS "{r0, r2, r4, r6, r8, r10, r12, lr}"

/* A pixel that is the first, second or third of a window */
#define FIRST(q, sum_0, sum_1)                                                                     \
    "vmladava.s8 " sum_0 ", " q ", q0\n"                                                           \
    "vmladava.s8 " sum_1 ", " q ", q1\n"
#define SECOND(q, sum_0, sum_1)                                                                    \
    "vmladava.s8 " sum_0 ", " q ", q2\n"                                                           \
    "vmladava.s8 " sum_1 ", " q ", q3\n"
#define THIRD(q, sum_0, sum_1)                                                                     \
    "vmladava.s8 " sum_0 ", " q ", q4\n"                                                           \
    "vmladava.s8 " sum_1 ", " q ", q5\n"

#define GROUP_STRIDE_1                                                                             \
    "ldm r3, " SUMS "\n"                                                                           \
    "vldrb.u8 q6, [r1], #64\n"                                                                     \
    "vldrb.u8 q7, [r1, #-48]\n" FIRST("q6", "r0", "r8")                                            \
    "vldrb.u8 q6, [r1, #-32]\n" SECOND("q7", "r0", "r8") FIRST("q7", "r2", "r10")                  \
    "vldrb.u8 q7, [r1, #-16]\n" THIRD("q6", "r0", "r8") SECOND("q6", "r2", "r10")                  \
        FIRST("q6", "r4", "r12")                                                                   \
    "vldrb.u8 q6, [r1]\n" THIRD("q7", "r2", "r10") SECOND("q7", "r4", "r12")                       \
        FIRST("q7", "r6", "lr")                                                                    \
    "vldrb.u8 q7, [r1, #16]\n" THIRD("q6", "r4", "r12") SECOND("q6", "r6", "lr")                   \
        THIRD("q7", "r6", "lr")                                                                    \
    "stm r3!, " SUMS "\n"

#define GROUP_STRIDE_2                                                                             \
    "ldm r3, " SUMS "\n"                                                                           \
    "vldrb.u8 q6, [r1]\n"                                                                          \
    "vldrb.u8 q7, [r1, #16]\n" FIRST("q6", "r0", "r8")                                             \
    "vldrb.u8 q6, [r1, #32]\n" SECOND("q7", "r0", "r8")                                            \
    "vldrb.u8 q7, [r1, #48]\n" THIRD("q6", "r0", "r8") FIRST("q6", "r2", "r10")                    \
    "vldrb.u8 q6, [r1, #64]\n" SECOND("q7", "r2", "r10")                                           \
    "vldrb.u8 q7, [r1, #80]\n" THIRD("q6", "r2", "r10") FIRST("q6", "r4", "r12")                   \
    "vldrb.u8 q6, [r1, #96]\n" SECOND("q7", "r4", "r12")                                           \
    "vldrb.u8 q7, [r1, #112]\n" THIRD("q6", "r4", "r12") FIRST("q6", "r6", "lr")                   \
    "adds r1, r1, #128\n"                                                                          \
    "vldrb.u8 q6, [r1]\n" SECOND("q7", "r6", "lr") THIRD("q6", "r6", "lr")                         \
    "stm r3!, " SUMS "\n"

CMLIR_MVE_NAKED void cmlir_mve_sweep(__attribute__((unused)) cmlir_mve_sweep_args *args)
{
    __asm__ volatile("push {r4-r11, lr}\n"
                     "vpush {d8-d15}\n"
                     "mov r11, r0\n"
                     "ldr r3, " ACC "\n"
                     "ldrd r0, r2, " START "\n"
                     "vdup.32 q0, r0\n"
                     "vdup.32 q1, r2\n"
                     "ldrd r4, r6, " GROUPS "\n"
                     "mul lr, r4, r6\n"
                     "dls lr, lr\n"
                     "1:\n"
                     "vstrw.32 q0, [r3], #16\n"
                     "vstrw.32 q1, [r3], #16\n"
                     "le lr, 1b\n"

                     "2:\n" /* a line of the window */
                     "ldrd r0, r2, " KERNEL_W "\n"
                     "strd r0, r2, " COLUMNS_LEFT "\n"
                     "3:\n" /* three columns */
                     "ldr r0, " CHANNELS "\n"
                     "ldr r2, " COLUMN_OFFSET "\n"
                     "str r2, " BLOCK_OFFSET "\n"
                     "4:\n" /* 16 channels, r0 are left */
                     "ldr r4, " CHANNELS "\n"
                     "ldr r6, " COLUMNS_LEFT "\n"
                     "ldrd r1, r3, " WEIGHTS "\n"
                     "subs r2, r4, r0\n"
                     "add r1, r1, r2\n"
                     "add r3, r3, r2\n"
                     "vctp.8 r0\n"
                     "vpstt\n"
                     "vldrbt.u8 q0, [r1]\n"
                     "vldrbt.u8 q1, [r3]\n"
                     "add r1, r1, r4\n"
                     "add r3, r3, r4\n"
                     "vpstt\n"
                     "vldrbt.u8 q2, [r1]\n"
                     "vldrbt.u8 q3, [r3]\n"
                     "cmp r6, #2\n" /* never 1 */
                     "beq 20f\n"
                     "add r1, r1, r4\n"
                     "add r3, r3, r4\n"
                     "vpstt\n"
                     "vldrbt.u8 q4, [r1]\n"
                     "vldrbt.u8 q5, [r3]\n"
                     "5:\n"
                     "push {r0}\n"
                     "ldr r3, " ACC "\n"
                     "ldr r7, " LINES "\n"
                     "ldr r9, " ROWS "\n"
                     "6:\n" /* a row */
                     "ldr r1, [r7]\n"
                     "ldr r0, " BLOCK_OFFSET "\n"
                     "ldrd r2, r4, " LINE_STEP "\n"
                     "ldr r5, " GROUPS "\n"
                     "add r1, r1, r0\n"
                     "add r7, r7, r2\n"
                     "cmp r4, #1\n"
                     "bne 8f\n"
                     "7:\n" GROUP_STRIDE_1
                     "subs r5, r5, #1\n"
                     "bne 7b\n"
                     "b 9f\n"
                     "8:\n" GROUP_STRIDE_2
                     "subs r5, r5, #1\n"
                     "bne 8b\n"
                     "9:\n"
                     "subs r9, r9, #1\n"
                     "bne.w 6b\n"

                     "pop {r0}\n"
                     "ldr r2, " BLOCK_OFFSET "\n"
                     "ldr r4, " BLOCK_BYTES "\n"
                     "add r2, r2, r4\n"
                     "str r2, " BLOCK_OFFSET "\n"
                     "subs r0, r0, #16\n"
                     "bgt.w 4b\n"

                     "ldrd r4, r6, " COLUMNS_LEFT "\n"
                     "ldr r0, " CHANNELS "\n"
                     "cmp r4, #3\n"
                     "ite lt\n"
                     "movlt r2, r4\n"
                     "movge r2, #3\n"
                     "mul r0, r0, r2\n"
                     "ldrd r8, r10, " WEIGHTS "\n"
                     "add r8, r8, r0\n"
                     "add r10, r10, r0\n"
                     "strd r8, r10, " WEIGHTS "\n"
                     "add r6, r6, #48\n"
                     "subs r4, r4, #3\n"
                     "strd r4, r6, " COLUMNS_LEFT "\n"
                     "bgt.w 3b\n"

                     "ldr r0, " LINES "\n"
                     "adds r0, r0, #4\n"
                     "str r0, " LINES "\n"
                     "ldr r0, " KERNEL_H "\n"
                     "subs r0, r0, #1\n"
                     "str r0, " KERNEL_H "\n"
                     "bne.w 2b\n"
                     "vpop {d8-d15}\n"
                     "pop {r4-r11, pc}\n"

                     "20:\n" /* two columns */
                     "vmov.i32 q4, #0\n"
                     "vmov.i32 q5, #0\n"
                     "b 5b\n");
}

#endif
