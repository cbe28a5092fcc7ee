/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve_windows.h"

#if defined(CMLIR_MVE)

/*
 *   r0..r3 multipliers   r4..r7 shifts   r8 r12 acc of the pairs   r9 out   r10 output offset
 *   r11 step of out   lr groups   q5 window offsets   q6 q7 activation bounds
 *   p0 the windows that are written, where these are not all
 */
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
    label ":\n" FOUR_WINDOWS(CHANNEL, WRITE) "le lr, " label "b\n"

CMLIR_MVE_NAKED void cmlir_mve_rescale_windows(__attribute__((unused)) cmlir_mve_windows *windows)
{
    __asm__ volatile("push {r4-r11, lr}\n"
                     "vpush {d8-d15}\n"
                     "mov r12, r0\n"
                     "ldr r9, [r12, %[out]]\n"
                     "add r8, r9, #4\n"
                     "str r8, [r12, %[out]]\n"
                     "ldr r8, [r12, %[mask]]\n"
                     "vmsr p0, r8\n"
                     "vldrw.u32 q5, [r12, %[window_offset]]\n"
                     "vldrw.u32 q6, [r12, %[act_min]]\n"
                     "vldrw.u32 q7, [r12, %[act_max]]\n"
                     "ldrd r0, r4, [r12, %[multipliers]]\n"
                     "add r1, r0, #16\n"
                     "add r5, r4, #16\n"
                     "strd r1, r5, [r12, %[multipliers]]\n"
                     "ldrd r8, r10, [r12, %[acc]]\n"
                     "ldrd r11, lr, [r12, %[out_step]]\n"
                     "ldr r1, [r12, %[exact]]\n"
                     "ldr r2, [r12, %[whole]]\n"
                     "ldr r12, [r12, %[pair]]\n"
                     "add r12, r8, r12, lsl #2\n"
                     "add r1, r1, r2, lsl #1\n"
                     "lsls r1, r1, #31\n" /* N exact, C whole */
                     "ldm r4, {r4-r7}\n"
                     "ldm r0, {r0-r3}\n"
                     "dls lr, lr\n"
                     "bcs.w 3f\n"
                     "bmi.w 2f\n"
                     ALL_WINDOWS("1", SHIFTED, WRITE_SOME) "b.w 9f\n"
                     ALL_WINDOWS("2", EXACT, WRITE_SOME) "b.w 9f\n"
                     "3:\n"
                     "bmi.w 5f\n"
                     ALL_WINDOWS("4", SHIFTED, WRITE_WHOLE) "b.w 9f\n"
                     ALL_WINDOWS("5", EXACT, WRITE_WHOLE)
                     "9:\n"
                     "vpop {d8-d15}\n"
                     "pop {r4-r11, pc}\n"
                     :
                     : [multipliers] "i"(CMLIR_MVE_MULTIPLIERS), [out] "i"(CMLIR_MVE_OUT),
                       [acc] "i"(CMLIR_MVE_ACC), [out_step] "i"(CMLIR_MVE_OUT_STEP),
                       [exact] "i"(CMLIR_MVE_EXACT), [mask] "i"(CMLIR_MVE_MASK),
                       [window_offset] "i"(CMLIR_MVE_WINDOW_OFFSET),
                       [act_min] "i"(CMLIR_MVE_ACT_MIN), [act_max] "i"(CMLIR_MVE_ACT_MAX),
                       [pair] "i"(CMLIR_MVE_PAIR), [whole] "i"(CMLIR_MVE_WHOLE));
}

#endif
