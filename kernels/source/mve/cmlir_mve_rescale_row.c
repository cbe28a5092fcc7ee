/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

/* A right shift rounds ties away from zero: VRSHL rounds them up, so negative products are moved
 * by -1 first; not for a shift of 0, whose sign bit is clear. */

/* As if no shift were to the left, with a number for each element; returns the largest shift. */
static int32_t rescale_down(const int32_t *acc,
                             int8_t *out,
                             int32_t size,
                             const cmlir_mve_rescale *rescale)
{
    const int32_t *multiplier = rescale->multiplier;
    const int32_t *shift = rescale->shift;
    int32x4_t most = vdupq_n_s32(INT32_MIN);
    __asm__ volatile("wlstp.32 lr, %[size], 2f\n"
                     "1:\n"
                     "vldrw.u32 q2, [%[shift]], #16\n"
                     "vldrw.u32 q1, [%[multiplier]], #16\n"
                     "vldrw.u32 q0, [%[acc]], #16\n"
                     "vmax.s32 %q[most], %q[most], q2\n"
                     "vqrdmulh.s32 q0, q0, q1\n"
                     "vand q3, q0, q2\n"
                     "vshr.s32 q3, q3, #31\n"
                     "vqadd.s32 q3, q3, q0\n"
                     "vrshl.s32 q3, q3, q2\n"
                     "vadd.i32 q3, q3, %[output_offset]\n"
                     "vmax.s32 q3, q3, %q[act_min]\n"
                     "vmin.s32 q3, q3, %q[act_max]\n"
                     "vstrb.32 q3, [%[out]], #4\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     : [acc] "+r"(acc), [out] "+l"(out), [multiplier] "+r"(multiplier),
                       [shift] "+r"(shift), [most] "+w"(most)
                     : [size] "r"(size), [output_offset] "r"(rescale->output_offset),
                       [act_min] "w"(vdupq_n_s32(rescale->act_min)),
                       [act_max] "w"(vdupq_n_s32(rescale->act_max))
                     : CMLIR_MVE_CLOBBERS);
    return vmaxvq_s32(INT32_MIN, most);
}

void cmlir_mve_rescale_row(const int32_t *acc,
                           int8_t *out,
                           int32_t size,
                           const cmlir_mve_rescale *rescale)
{
    if (rescale->per_channel != 0 && rescale_down(acc, out, size, rescale) <= 0) {
        return;
    }
    int32_t multipliers[4];
    int32_t shifts[4];
    const int32_t *multiplier = rescale->multiplier;
    const int32_t *shift = rescale->shift;
    uint32_t step = sizeof(multipliers);
    if (rescale->per_channel == 0) {
        vstrwq_s32(multipliers, vdupq_n_s32(multiplier[0]));
        vstrwq_s32(shifts, vdupq_n_s32(shift[0]));
        multiplier = multipliers;
        shift = shifts;
        step = 0;
    }
    __asm__ volatile("wlstp.32 lr, %[size], 2f\n"
                     "1:\n"
                     "vldrw.u32 q2, [%[shift]]\n"
                     "vldrw.u32 q1, [%[multiplier]]\n"
                     "vldrw.u32 q0, [%[acc]], #16\n"
                     "vmax.s32 q3, q2, %q[zero]\n"
                     "vmin.s32 q2, q2, %q[zero]\n"
                     "vshl.s32 q0, q0, q3\n"
                     "vqrdmulh.s32 q0, q0, q1\n"
                     "add %[shift], %[shift], %[step]\n"
                     "add %[multiplier], %[multiplier], %[step]\n"
                     "vand q1, q0, q2\n"
                     "vshr.s32 q1, q1, #31\n"
                     "vqadd.s32 q0, q0, q1\n"
                     "vrshl.s32 q0, q0, q2\n"
                     "vadd.i32 q0, q0, %[output_offset]\n"
                     "vmax.s32 q0, q0, %q[act_min]\n"
                     "vmin.s32 q0, q0, %q[act_max]\n"
                     "vstrb.32 q0, [%[out]], #4\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     : [acc] "+r"(acc), [out] "+l"(out), [multiplier] "+r"(multiplier),
                       [shift] "+r"(shift)
                     : [size] "r"(size), [step] "r"(step),
                       [output_offset] "r"(rescale->output_offset), [zero] "w"(vdupq_n_s32(0)),
                       [act_min] "w"(vdupq_n_s32(rescale->act_min)),
                       [act_max] "w"(vdupq_n_s32(rescale->act_max))
                     : CMLIR_MVE_CLOBBERS);
}

#endif
