/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

/* Multipliers and bias are loaded for both rows at once. As in cmlir_norm_row_s8, VQRDMULH is DHM. */
void cmlir_norm_two_rows_s8(const int8_t *in,
                            int8_t *out,
                            const cmlir_norm_scale_t scale[2],
                            const cmlir_norm_row_args *args)
{
    const int8_t *in_1 = in + args->row_size;
    int8_t *out_1 = out + args->row_size;
    const int32_t *multipliers = args->multipliers;
    const int32_t *bias = args->bias;
    __asm__ volatile("wlstp.32 lr, %[size], 2f\n"
                     "1:\n"
                     "vldrb.s32 q0, [%[in]], #4\n"
                     "vldrb.s32 q1, [%[in_1]], #4\n"
                     "vmlas.s32 q0, %q[step], %[start]\n"
                     "vldrw.u32 q2, [%[multipliers]], #16\n"
                     "vmlas.s32 q1, %q[step_1], %[start_1]\n"
                     "vqrdmulh.s32 q0, q0, %[inverse]\n"
                     "vldrw.u32 q3, [%[bias]], #16\n"
                     "vqrdmulh.s32 q1, q1, %[inverse_1]\n"
                     "vqrdmulh.s32 q0, q0, q2\n"
                     "vqrdmulh.s32 q1, q1, q2\n"
                     "vadd.i32 q0, q0, q3\n"
                     "vadd.i32 q1, q1, q3\n"
                     "vshl.s32 q0, %[right]\n"
                     "vshl.s32 q1, %[right]\n"
                     "vmax.s32 q0, q0, %q[act_min]\n"
                     "vmax.s32 q1, q1, %q[act_min]\n"
                     "vmin.s32 q0, q0, %q[act_max]\n"
                     "vmin.s32 q1, q1, %q[act_max]\n"
                     "vstrb.32 q0, [%[out]], #4\n"
                     "vstrb.32 q1, [%[out_1]], #4\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     : [in] "+l"(in), [in_1] "+l"(in_1), [out] "+l"(out), [out_1] "+l"(out_1),
                       [multipliers] "+r"(multipliers), [bias] "+r"(bias)
                     : [size] "r"(args->row_size), [step] "w"(vdupq_n_s32(scale[0].step)),
                       [step_1] "w"(vdupq_n_s32(scale[1].step)), [start] "r"(scale[0].start),
                       [start_1] "r"(scale[1].start), [inverse] "r"(scale[0].inverse),
                       [inverse_1] "r"(scale[1].inverse), [right] "r"(-args->shift),
                       [act_min] "w"(vdupq_n_s32(args->act_min)),
                       [act_max] "w"(vdupq_n_s32(args->act_max))
                     : CMLIR_MVE_CLOBBERS);
}

#endif
