/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve_softmax_write.h"

#if defined(CMLIR_MVE)

/*
 *   r0 in   r1 out   r2 row_size   r3 where e of d = 0 is   r8 r9 in and out of the next row
 *   r10 row_size % 16   r11 row_size / 16
 *
 * In the stack frame, four words each:
 */
#define SUMS "0"
#define EXP "16"
#define RECIPROCALS "32"
#define SHIFTS "48"
#define FRAME "64"

#define ADD_TERMS                                                                                  \
    "vldrb.s32 q0, [r6], #4\n"                                                                     \
    "vldrw.u32 q1, [r5, q0, uxtw #2]\n"                                                            \
    "vrshr.u32 q1, q1, #12\n"                                                                      \
    "vaddva.u32 r4, q1\n"

/* The maximum and the sum of a row; `row` is 0, 4, 8 or 12. */
#define SUM(row)                                                                                   \
    "mov r6, r0\n"                                                                                 \
    "mvn r5, #127\n"                                                                               \
    "wlstp.8 lr, r2, 2f\n"                                                                         \
    "1:\n"                                                                                         \
    "vldrb.u8 q0, [r6], #16\n"                                                                     \
    "vmaxv.s8 r5, q0\n"                                                                            \
    "letp lr, 1b\n"                                                                                \
    "2:\n"                                                                                         \
    "sub r5, r3, r5, lsl #2\n"                                                                     \
    "mov r6, r0\n"                                                                                 \
    "movs r4, #0\n"                                                                                \
    "wls lr, r11, 4f\n"                                                                            \
    "3:\n" ADD_TERMS ADD_TERMS ADD_TERMS ADD_TERMS "le lr, 3b\n"                                   \
    "4:\n"                                                                                         \
    "wlstp.32 lr, r10, 6f\n"                                                                       \
    "5:\n" ADD_TERMS "letp lr, 5b\n"                                                               \
    "6:\n"                                                                                         \
    "str r4, [sp, #" SUMS " + " row "]\n"                                                          \
    "str r5, [sp, #" EXP " + " row "]\n"                                                           \
    "add r0, r0, r2\n"

/* x = x + 4 x (1/2 - half x) in Q2.29; see cmlir_mve_softmax_reciprocals */
#define NEWTON_RAPHSON                                                                             \
    "vqrdmulh.s32 q3, q0, q1\n"                                                                    \
    "vsub.i32 q3, q4, q3\n"                                                                        \
    "vqrdmulh.s32 q3, q1, q3\n"                                                                    \
    "vqshl.s32 q3, q3, #2\n"                                                                       \
    "vadd.i32 q1, q1, q3\n"

/* As cmlir_mve_softmax_write */
#define WRITE(row)                                                                                 \
    "mov r0, r8\n"                                                                                 \
    "mov r1, r9\n"                                                                                 \
    "add r8, r8, r2\n"                                                                             \
    "add r9, r9, r2\n"                                                                             \
    "ldr r5, [sp, #" EXP " + " row "]\n"                                                           \
    "ldr r6, [sp, #" RECIPROCALS " + " row "]\n"                                                   \
    "ldr r7, [sp, #" SHIFTS " + " row "]\n"                                                        \
    "wls lr, r11, 2f\n"                                                                            \
    "1:\n" CMLIR_MVE_WRITE_16("r0", "r1", "r5", "r6", "r7", "q5") "le lr, 1b\n"                    \
    "2:\n"                                                                                         \
    "wlstp.32 lr, r10, 4f\n"                                                                       \
    "3:\n" CMLIR_MVE_WRITE_4("r0", "r1", "r5", "r6", "r7", "q5") "letp lr, 3b\n"                   \
    "4:\n"

CMLIR_MVE_NAKED void cmlir_mve_softmax_4_rows(const int8_t *in __attribute__((unused)),
                                              int8_t *out __attribute__((unused)),
                                              int32_t row_size __attribute__((unused)),
                                              const int32_t *last __attribute__((unused)))
{
    __asm__ volatile("push {r4-r11, lr}\n"
                     "vpush {d8-d11}\n"
                     "sub sp, sp, #" FRAME "\n"
                     "mov r8, r0\n"
                     "mov r9, r1\n"
                     "lsr r11, r2, #4\n"
                     "and r10, r2, #15\n" SUM("0") SUM("4") SUM("8") SUM("12")
                     "vldrw.u32 q0, [sp, #" SUMS "]\n"
                     "vclz.i32 q2, q0\n"
                     "vshl.u32 q0, q0, q2\n"
                     "vshr.u32 q0, q0, #1\n"
                     "movw r4, #23130\n" /* 1515870810 */
                     "movt r4, #23130\n"
                     "vdup.32 q1, r4\n"
                     "movw r4, #50116\n" /* -1010580540 */
                     "movt r4, #50115\n"
                     "vqrdmlah.s32 q1, q0, r4\n"
                     "vmov.i32 q4, #0x20000000\n" NEWTON_RAPHSON NEWTON_RAPHSON NEWTON_RAPHSON
                     "vqshl.s32 q1, q1, #1\n"
                     "mvn r4, #34\n"
                     "vadd.i32 q2, q2, r4\n"
                     "vstrw.32 q1, [sp, #" RECIPROCALS "]\n"
                     "vstrw.32 q2, [sp, #" SHIFTS "]\n"
                     "vmov.i8 q5, #128\n" WRITE("0") WRITE("4") WRITE("8") WRITE("12")
                     "add sp, sp, #" FRAME "\n"
                     "vpop {d8-d11}\n"
                     "pop {r4-r11, pc}\n");
}

#endif
