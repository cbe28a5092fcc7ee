/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve_windows.h"

#if defined(CMLIR_MVE)

CMLIR_MVE_NAKED void cmlir_mve_rescale_windows(__attribute__((unused)) cmlir_mve_windows *windows)
{
    __asm__ volatile("push {r4-r11, lr}\n"
                     "vpush {d8-d15}\n"
                     "sub sp, sp, #44\n"
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
                     "ldrd r11, r3, [r12, %[out_step]]\n"
                     "adr.w r2, 9f\n"
                     "orr r2, r2, #1\n" /* Thumb */
                     "str r3, [sp, #" CMLIR_MVE_FRAME_GROUPS "]\n"
                     "str r2, [sp, #" CMLIR_MVE_FRAME_RETURN "]\n"
                     "ldr r1, [r12, %[exact]]\n"
                     "ldr r2, [r12, %[whole]]\n"
                     "ldr r12, [r12, %[pair]]\n"
                     "add r12, r8, r12, lsl #2\n"
                     "add r1, r1, r2, lsl #1\n"
                     "lsls r1, r1, #31\n" /* N exact, C whole */
                     "ldm r4, {r4-r7}\n"
                     "ldm r0, {r0-r3}\n"
                     "b.w cmlir_mve_rescale_groups\n"
                     ".balign 4\n"
                     "9:\n"
                     "add sp, sp, #44\n"
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
