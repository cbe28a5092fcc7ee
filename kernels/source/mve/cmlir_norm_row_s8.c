/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

/* VQRDMULH is DHM but for -2^31 * -2^31: neither the inverse nor a multiplier is -2^31. */
void cmlir_norm_row_s8(const int8_t *in,
                       int8_t *out,
                       cmlir_norm_scale_t scale,
                       const cmlir_norm_row_args *args)
{
    const int32_t *multipliers = args->multipliers;
    const int32_t *bias = args->bias;
    __asm__ volatile("wlstp.32 lr, %[size], 2f\n"
                     "1:\n"
                     "vldrb.s32 q0, [%[in]], #4\n"
                     "vldrw.u32 q1, [%[multipliers]], #16\n"
                     "vmlas.s32 q0, %q[step], %[start]\n"
                     "vldrw.u32 q2, [%[bias]], #16\n"
                     "vqrdmulh.s32 q0, q0, %[inverse]\n"
                     "vqrdmulh.s32 q0, q0, q1\n"
                     "vadd.i32 q0, q0, q2\n"
                     "vshl.s32 q0, %[right]\n"
                     "vmax.s32 q0, q0, %q[act_min]\n"
                     "vmin.s32 q0, q0, %q[act_max]\n"
                     "vstrb.32 q0, [%[out]], #4\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     : [in] "+l"(in), [out] "+l"(out), [multipliers] "+r"(multipliers),
                       [bias] "+r"(bias)
                     : [size] "r"(args->row_size), [step] "w"(vdupq_n_s32(scale.step)),
                       [start] "r"(scale.start), [inverse] "r"(scale.inverse),
                       [right] "r"(-args->shift), [act_min] "w"(vdupq_n_s32(args->act_min)),
                       [act_max] "w"(vdupq_n_s32(args->act_max))
                     : CMLIR_MVE_CLOBBERS);
}

#endif
