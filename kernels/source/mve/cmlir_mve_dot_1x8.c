/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

/*
 * 128 elements of lhs stay in registers while all rows of rhs pass by, eight at a time; of the first
 * and the last 16 only one is there, and rows are taken forwards and backwards in turn.
 *
 *   r0 r2 r4 r6 r8 r10 r12 lr accumulators   q0..q6 lhs   q7 rhs
 *   r1 lhs   r3 rhs   r5 acc   r7 groups left   r9 where accumulators come from   r11 rhs_stride
 *   [sp] groups, parts left, acc, rhs
 *
 * Where rows are 128 bytes apart, what lies between two of them is gone by the loads.
 */
#define ACCUMULATORS "{r0, r2, r4, r6, r8, r10, r12, lr}"
#define MULTIPLY(accumulator, lhs, place)                                                          \
    "vldrb.u8 q7, [r3, #" place "]\n"                                                              \
    "vmladava.s8 " accumulator ", " lhs ", q7\n"
#define MULTIPLY_AND_GO(accumulator, lhs, place)                                                   \
    "vldrb.u8 q7, [r3, #" place "]!\n"                                                             \
    "vmladava.s8 " accumulator ", " lhs ", q7\n"
#define FORWARDS(accumulator)                                                                      \
    MULTIPLY(accumulator, "q0", "0")                                                               \
    MULTIPLY(accumulator, "q1", "16")                                                              \
    MULTIPLY(accumulator, "q2", "32")                                                              \
    MULTIPLY(accumulator, "q3", "48")                                                              \
    MULTIPLY(accumulator, "q4", "64")                                                              \
    MULTIPLY(accumulator, "q5", "80")                                                              \
    MULTIPLY(accumulator, "q6", "96")                                                              \
    "vldrb.u8 q0, [r1, #112]\n" MULTIPLY(accumulator, "q0", "112") "add r3, r3, r11\n"
#define BACKWARDS(accumulator)                                                                     \
    MULTIPLY(accumulator, "q0", "112")                                                             \
    MULTIPLY(accumulator, "q6", "96")                                                              \
    MULTIPLY(accumulator, "q5", "80")                                                              \
    MULTIPLY(accumulator, "q4", "64")                                                              \
    MULTIPLY(accumulator, "q3", "48")                                                              \
    MULTIPLY(accumulator, "q2", "32")                                                              \
    MULTIPLY(accumulator, "q1", "16")                                                              \
    "vldrb.u8 q0, [r1]\n" MULTIPLY(accumulator, "q0", "0") "add r3, r3, r11\n"

/* The same for rows of 128 without gaps, from 32 bytes before a row or 16 to as many before the next */
#define DENSE_FORWARDS(accumulator)                                                                \
    MULTIPLY_AND_GO(accumulator, "q0", "32")                                                       \
    MULTIPLY(accumulator, "q1", "16")                                                              \
    MULTIPLY(accumulator, "q2", "32")                                                              \
    MULTIPLY(accumulator, "q3", "48")                                                              \
    MULTIPLY(accumulator, "q4", "64")                                                              \
    MULTIPLY(accumulator, "q5", "80")                                                              \
    MULTIPLY(accumulator, "q6", "96")                                                              \
    "vldrb.u8 q0, [r1, #112]\n" MULTIPLY_AND_GO(accumulator, "q0", "112")
#define DENSE_BACKWARDS(accumulator)                                                               \
    MULTIPLY_AND_GO(accumulator, "q6", "112")                                                      \
    MULTIPLY(accumulator, "q0", "16")                                                              \
    MULTIPLY(accumulator, "q5", "-16")                                                             \
    MULTIPLY(accumulator, "q4", "-32")                                                             \
    MULTIPLY(accumulator, "q3", "-48")                                                             \
    MULTIPLY(accumulator, "q2", "-64")                                                             \
    MULTIPLY(accumulator, "q1", "-80")                                                             \
    "vldrb.u8 q0, [r1]\n" MULTIPLY(accumulator, "q0", "-96")

CMLIR_MVE_NAKED void cmlir_mve_dot_1x8(const cmlir_mve_dot_1x8_args *args __attribute__((unused)))
{
    __asm__ volatile("push {r4-r11, lr}\n"
                     "vpush {d8-d15}\n"
                     "ldm r0, {r1-r5, r9, r11}\n" /* lhs groups rhs parts acc start stride */
                     "push {r2, r4, r5}\n"
                     "1:\n"
                     "push {r3}\n"
                     "ldr r7, [sp, #4]\n"
                     "vldrb.u8 q0, [r1]\n"
                     "vldrb.u8 q1, [r1, #16]\n"
                     "vldrb.u8 q2, [r1, #32]\n"
                     "vldrb.u8 q3, [r1, #48]\n"
                     "vldrb.u8 q4, [r1, #64]\n"
                     "vldrb.u8 q5, [r1, #80]\n"
                     "vldrb.u8 q6, [r1, #96]\n"
                     "cmp r11, #128\n"
                     "beq.w 3f\n"
                     "2:\n"
                     "ldm r9!, " ACCUMULATORS "\n"
                     FORWARDS("r0") BACKWARDS("r2") FORWARDS("r4") BACKWARDS("r6")
                     FORWARDS("r8") BACKWARDS("r10") FORWARDS("r12") BACKWARDS("lr")
                     "stm r5!, " ACCUMULATORS "\n"
                     "subs r7, r7, #1\n"
                     "bne.w 2b\n"
                     "b.w 5f\n"
                     "3:\n"
                     "subs r3, r3, #32\n"
                     "4:\n"
                     "ldm r9!, " ACCUMULATORS "\n"
                     DENSE_FORWARDS("r0") DENSE_BACKWARDS("r2") DENSE_FORWARDS("r4")
                     DENSE_BACKWARDS("r6") DENSE_FORWARDS("r8") DENSE_BACKWARDS("r10")
                     DENSE_FORWARDS("r12") DENSE_BACKWARDS("lr")
                     "stm r5!, " ACCUMULATORS "\n"
                     "subs r7, r7, #1\n"
                     "bne.w 4b\n"
                     "5:\n"
                     "pop {r3}\n"
                     "ldr r5, [sp, #8]\n"
                     "mov r9, r5\n"
                     "adds r1, r1, #128\n"
                     "adds r3, r3, #128\n"
                     "ldr r4, [sp, #4]\n"
                     "subs r4, r4, #1\n"
                     "str r4, [sp, #4]\n"
                     "bne.w 1b\n"
                     "add sp, sp, #12\n"
                     "vpop {d8-d15}\n"
                     "pop {r4-r11, pc}\n");
}

#endif
