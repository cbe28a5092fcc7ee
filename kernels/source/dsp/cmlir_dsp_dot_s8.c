/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_dsp.h"

#if defined(CMLIR_DSP)

/*
 * Eight accumulators, two words of either operand and two pointers fill all fourteen registers, so
 * the loop state lies on the stack. Four steps are unrolled, and entered so that the last of them
 * is always the last step.
 *
 *   r0..r7   the accumulators of a column    r8   lhs    r9   rhs
 *   r10, r11   the column's bytes 0 and 2, 1 and 3       r12, lr   those of a row
 *
 * Places in the stack frame:
 */
#define RHS "#0"     /* the column, and bytes from one to the next */
#define ACC "#8"     /* the next accumulators, and their end */
#define LHS "#16"    /* its beginning and end */
#define FIRST "#24"  /* where a column begins: at the remainder, or as ENTRY */
#define ENTRY "#28"  /* where it enters the unrolled steps */
#define BEHIND "#32" /* from the column to the bytes of the remainder */
#define FRAME "#36"

#define ROW(accumulator)                                                                           \
    "ldrd r12, lr, [r8], #8\n"                                                                     \
    "smlad " accumulator ", r12, r10, " accumulator "\n"                                           \
    "smlad " accumulator ", lr, r11, " accumulator "\n"

/* r10: four bytes of the column */
#define MULTIPLY                                                                                   \
    "sxtb16 r11, r10, ror #8\n"                                                                  \
    "sxtb16 r10, r10\n" ROW("r0") ROW("r1") ROW("r2") ROW("r3") ROW("r4") ROW("r5") ROW("r6")    \
        ROW("r7")

/* 27 instructions of four bytes, STEP_BYTES */
#define STEP "ldr.w r10, [r9], #4\n" MULTIPLY
#define STEP_BYTES "#108"

CMLIR_DSP_NAKED void cmlir_dsp_dot_s8(const cmlir_dsp_dot_args *args __attribute__((unused)))
{
    __asm__ volatile(
        "push {r4-r11, lr}\n"
        "sub sp, sp, " FRAME "\n"
        "ldm r0, {r1-r7}\n" /* lhs rhs stride acc acc_end steps behind */
        "strd r2, r3, [sp, " RHS "]\n"
        "strd r4, r5, [sp, " ACC "]\n"
        "add r8, r1, r6, lsl #6\n" /* a step of lhs is 64 bytes */
        "cmp r7, #0\n"
        "it ne\n"
        "addne r8, r8, #64\n"
        "strd r1, r8, [sp, " LHS "]\n"
        "str r7, [sp, " BEHIND "]\n"
        "rsb r6, r6, #0\n" /* enter behind -steps mod 4 of the four */
        "and r6, r6, #3\n"
        "movs r0, " STEP_BYTES "\n"
        "adr.w r1, 3f\n"
        "mla r1, r6, r0, r1\n"
        "adr.w r0, 2f\n"
        "cmp r7, #0\n"
        "it eq\n"
        "moveq r0, r1\n"
        "orr r0, r0, #1\n" /* bit 0: Thumb */
        "orr r1, r1, #1\n"
        "strd r0, r1, [sp, " FIRST "]\n"

        "1:\n" /* a column */
        "ldr r12, [sp, " ACC "]\n"
        "ldr r8, [sp, " LHS "]\n"
        "ldr r9, [sp, " RHS "]\n"
        "ldm r12, {r0-r7}\n"
        "ldr pc, [sp, " FIRST "]\n"

        "2:\n" /* the remainder */
        "ldr r12, [sp, " BEHIND "]\n"
        "ldr r10, [r9, r12]\n" MULTIPLY
        "ldr pc, [sp, " ENTRY "]\n"

        ".balign 4\n"
        "3:\n" STEP STEP STEP STEP
        "ldr r12, [sp, " LHS " + 4]\n"
        "cmp r8, r12\n"
        "bne.w 3b\n"

        "ldrd r10, r11, [sp, " RHS "]\n"
        "ldrd r12, lr, [sp, " ACC "]\n"
        "add r10, r10, r11\n"
        "stm r12!, {r0-r7}\n"
        "str r10, [sp, " RHS "]\n"
        "str r12, [sp, " ACC "]\n"
        "cmp r12, lr\n"
        "bne.w 1b\n"
        "add sp, sp, " FRAME "\n"
        "pop {r4-r11, pc}\n");
}

#endif
