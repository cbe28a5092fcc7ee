/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve_windows.h"

#if defined(CMLIR_MVE)

#define SHIFTED(address, q, multiplier, shift)                                                     \
    "vldrw.u32 q0, " address "\n" CMLIR_MVE_RESCALE_RIGHT(q, "q0", multiplier, shift)

#define EXACT(address, q, multiplier, shift)                                                       \
    "vldrw.u32 q0, " address "\n"                                                                  \
    "vqrdmulh.s32 " q ", q0, " multiplier "\n"

/* Channels 0..3 are interleaved by narrowing them in the pairs (0, 2) and (1, 3). */
#define FOUR_WINDOWS(CHANNEL, WRITE)                                                                      \
    CHANNEL("[r8, #16]", "q2", "r1", "r5")                                                         \
    CHANNEL("[r12], #32", "q3", "r2", "r6")                                                        \
    CHANNEL("[r8], #32", "q1", "r0", "r4")                                                         \
    CHANNEL("[r12, #-16]", "q4", "r3", "r7")                                                       \
    "vqmovnb.s32 q1, q1\n"                                                                         \
    "vqmovnb.s32 q2, q2\n"                                                                         \
    "vqmovnt.s32 q1, q3\n"                                                                         \
    "vqmovnt.s32 q2, q4\n"                                                                         \
    "vqadd.s16 q1, q1, r10\n"                                                                      \
    "vqadd.s16 q2, q2, r10\n"                                                                      \
    "vqmovnb.s16 q1, q1\n"                                                                         \
    "vqmovnt.s16 q1, q2\n" WRITE "add r9, r9, r11\n"

#define WRITE_WHOLE "vstrw.32 q1, [r9, q5]\n"

#define WRITE_SOME                                                                                 \
    "vmax.s8 q1, q1, q6\n"                                                                         \
    "vmin.s8 q1, q1, q7\n"                                                                         \
    "vpst\n"                                                                                       \
    "vstrwt.32 q1, [r9, q5]\n"

#define ALL_WINDOWS(label, CHANNEL, WRITE)                                                         \
    label ":\n" FOUR_WINDOWS(CHANNEL, WRITE) "le lr, " label "b\n" RETURN

#define RETURN "ldr pc, [sp, #" CMLIR_MVE_FRAME_RETURN "]\n"

CMLIR_MVE_NAKED void cmlir_mve_rescale_groups(void)
{
    __asm__ volatile("ldr lr, [sp, #" CMLIR_MVE_FRAME_GROUPS "]\n"
                     "dls lr, lr\n"
                     "bcs.w 3f\n"
                     "bmi.w 2f\n"
                     ALL_WINDOWS("1", SHIFTED, WRITE_SOME)
                     ALL_WINDOWS("2", EXACT, WRITE_SOME)
                     "3:\n"
                     "bmi.w 5f\n"
                     ALL_WINDOWS("4", SHIFTED, WRITE_WHOLE)
                     ALL_WINDOWS("5", EXACT, WRITE_WHOLE));
}

#endif
