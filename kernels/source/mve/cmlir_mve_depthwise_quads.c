/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve_depthwise.h"

#if defined(CMLIR_MVE)

/*
 *   r0 r2 r4 r6  r8 r10 r12 lr   sums of one channel, of the next
 *   r1 r3 planes   r5 acc   r7 pairs left of four channels   r9 groups left   r11 pairs
 *   q4 q5, q6 q7 weights of one channel, of the next: as they are, and one byte further
 *   p0 the windows that are written
 *
 * Places in the stack frame, where eight start values come first; from PLANES on they are the members
 * of the arguments in their order.
 */
#define ENTRY "40" /* of the loop for the groups */
#define SAVED "44" /* r3, r11 */
#define PLANES "52"
#define GAP "56" /* and plane_bytes */
#define PAIRS "64"
#define PAIRS_END "68"
#define MULTIPLIERS "72"
#define SHIFTS "76"
#define OUT "80"
#define ACC "84"      /* and output_offset */
#define OUT_STEP "92" /* and acc_second */
#define EXACT_WHOLE "100"
#define GROUP_STEP "108"
#define WINDOW_OFFSET "112"
#define ACT_MIN "128"
#define ACT_MAX "144"
#define FRAME "164" /* keeps the stack aligned */
_Static_assert(offsetof(cmlir_mve_depthwise_args, planes) == 8 &&
                   offsetof(cmlir_mve_depthwise_args, group_step) == 8 + 108 - 52 &&
                   sizeof(cmlir_mve_depthwise_args) == 8 + 160 - 52,
               "see the places");

#define SUMS_OF_PAIR "{r0, r2, r4, r6, r8, r10, r12, lr}"

/* Rows 0 and 1 of a group come from one vector, by the weights and those one byte further. */
#define ONE_COLUMN                                                                                 \
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

#define TWO_COLUMNS ONE_COLUMN ONE_COLUMN
#define FOUR_COLUMNS TWO_COLUMNS TWO_COLUMNS

/* Windows 1, 2 and 3 so many bytes behind the first */
#define FOUR_WINDOWS(one, two, three)                                                              \
    "ldm sp, " SUMS_OF_PAIR "\n"                                                                   \
    "vldrb.u8 q1, [r1, #" one "]\n"                                                                \
    "vldrb.u8 q2, [r1, #" two "]\n"                                                                \
    "vmladava.s8 r2, q1, q4\n"                                                                     \
    "vldrb.u8 q3, [r1, #" three "]\n"                                                              \
    "vmladava.s8 r4, q2, q4\n"                                                                     \
    "vldrb.u8 q0, [r1]\n"                                                                          \
    "vmladava.s8 r6, q3, q4\n"                                                                     \
    "vldrb.u8 q1, [r3, #" one "]\n"                                                                \
    "vmladava.s8 r0, q0, q4\n"                                                                     \
    "vldrb.u8 q2, [r3, #" two "]\n"                                                                \
    "vmladava.s8 r10, q1, q6\n"                                                                    \
    "vldrb.u8 q3, [r3, #" three "]\n"                                                              \
    "vmladava.s8 r12, q2, q6\n"                                                                    \
    "vldrb.u8 q0, [r3]\n"                                                                          \
    "vmladava.s8 lr, q3, q6\n"                                                                     \
    "vmladava.s8 r8, q0, q6\n"                                                                     \
    "stm r5!, " SUMS_OF_PAIR "\n"

#define NEXT_GROUP(step)                                                                           \
    "add r1, r1, " step "\n"                                                                       \
    "add r3, r3, " step "\n"                                                                       \
    "subs r9, r9, #1\n"

CMLIR_MVE_NAKED void
cmlir_mve_depthwise_quads(__attribute__((unused)) const cmlir_mve_depthwise_args *args)
{
    __asm__ volatile(
        "push {r4-r11, lr}\n"
        "vpush {d8-d15}\n"
        "sub sp, sp, #" FRAME "\n"
        "ldm r0!, {r1, r2}\n"
        "add r11, sp, #" PLANES "\n"
        "ldm r0!, {r3-r10, r12}\n" /* planes gap plane_bytes pairs end multipliers shifts out acc */
        "stm r11!, {r3-r10, r12}\n"
        "mov r7, r3\n"
        "mov r8, r4\n"
        "ldm r0!, {r3-r6, r9, r10}\n" /* offset step acc_second exact_whole mask group_step */
        "stm r11!, {r3-r6, r9, r10}\n"
        "vmsr p0, r9\n"
        "vldrw.u32 q0, [r0], #16\n"
        "vldrw.u32 q1, [r0], #16\n"
        "vldrw.u32 q2, [r0], #16\n"
        "vstrw.32 q0, [r11], #16\n"
        "vstrw.32 q1, [r11], #16\n"
        "vstrw.32 q2, [r11], #16\n"
        "subs r3, r7, r8\n" /* as if there were a channel before the first */
        "adr.w r4, 3f\n"
        "adr.w r5, 4f\n"
        "subs r4, r5, r4\n"
        "muls r4, r1, r4\n"
        "sub r5, r5, r4, lsr #3\n" /* so many groups before the end of the unrolled ones */
        "cmp r2, #1\n"
        "it eq\n"
        "adreq.w r5, 10f\n"
        "it gt\n"
        "adrgt.w r5, 11f\n"
        "adr.w r6, 6f\n"
        "orr r5, r5, #1\n" /* Thumb */
        "orr r6, r6, #1\n"
        "str r1, [sp, #" CMLIR_MVE_FRAME_GROUPS "]\n"
        "strd r6, r5, [sp, #" CMLIR_MVE_FRAME_RETURN "]\n" /* and ENTRY */
        "ldr r11, [sp, #" PAIRS "]\n"

        "1:\n" /* four channels */
        "movs r7, #2\n"
        "ldr r5, [sp, #" ACC "]\n"
        "2:\n" /* a pair of them */
        "ldrd r0, r2, [r11], #44\n"
        "vdup.32 q0, r0\n"
        "vdup.32 q1, r2\n"
        "vstrw.32 q0, [sp]\n"
        "vstrw.32 q1, [sp, #16]\n"
        "vldrb.u8 q4, [r11, #-32]\n"
        "vldrb.u8 q5, [r11, #-33]\n"
        "vldrb.u8 q6, [r11, #-16]\n"
        "vldrb.u8 q7, [r11, #-17]\n"
        "ldrd r2, r4, [sp, #" GAP "]\n"
        "add r1, r3, r2\n"
        "add r3, r1, r4\n"
        "ldr pc, [sp, #" ENTRY "]\n"

        ".balign 4\n"
        "3:\n" FOUR_COLUMNS FOUR_COLUMNS
        ".balign 4\n"
        "4:\n"
        "subs r7, r7, #1\n"
        "bne.w 2b\n"
        "ldr r4, [sp, #" MULTIPLIERS "]\n"
        "cbz r4, 7f\n" /* only the sums are wanted */
        "strd r3, r11, [sp, #" SAVED "]\n"
        "ldm r4!, {r0-r3}\n"
        "str r4, [sp, #" MULTIPLIERS "]\n"
        "ldr r9, [sp, #" OUT "]\n"
        "add r8, r9, #4\n"
        "str r8, [sp, #" OUT "]\n"
        "vldrw.u32 q5, [sp, #" WINDOW_OFFSET "]\n"
        "ldr r12, [sp, #" EXACT_WHOLE "]\n"
        "lsls r12, r12, #31\n" /* N exact, C whole */
        "bmi 5f\n"
        "ldr r12, [sp, #" SHIFTS "]\n"
        "ldm r12!, {r4-r7}\n"
        "str r12, [sp, #" SHIFTS "]\n"
        "5:\n"
        "bcs 8f\n"
        "vldrw.u32 q6, [sp, #" ACT_MIN "]\n"
        "vldrw.u32 q7, [sp, #" ACT_MAX "]\n"
        "8:\n"
        "ldrd r8, r10, [sp, #" ACC "]\n"
        "ldrd r11, r12, [sp, #" OUT_STEP "]\n"
        "b.w cmlir_mve_rescale_groups\n"
        ".balign 4\n"
        "6:\n"
        "ldrd r3, r11, [sp, #" SAVED "]\n"
        "7:\n"
        "ldr r0, [sp, #" PAIRS_END "]\n"
        "cmp r0, r11\n"
        "bne.w 1b\n"
        "add sp, sp, #" FRAME "\n"
        "vpop {d8-d15}\n"
        "pop {r4-r11, pc}\n"

        ".balign 4\n"
        "10:\n"
        "ldr r9, [sp, #" CMLIR_MVE_FRAME_GROUPS "]\n"
        "12:\n" FOUR_WINDOWS("2", "12", "14") NEXT_GROUP("#24")
        "bne.w 12b\n"
        "b.w 4b\n"

        ".balign 4\n"
        "11:\n"
        "ldr r9, [sp, #" CMLIR_MVE_FRAME_GROUPS "]\n"
        "13:\n" FOUR_WINDOWS("6", "12", "18")
        "ldr r0, [sp, #" GROUP_STEP "]\n" NEXT_GROUP("r0")
        "bne.w 13b\n"
        "b.w 4b\n");
}

#endif
