/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

arm_cmsis_nn_status cmlir_requantize_s16_s8(const int16_t *in,
                                            int8_t *out,
                                            int32_t size,
                                            int32_t input_offset,
                                            int32_t multiplier,
                                            int32_t shift,
                                            int32_t output_offset,
                                            int32_t act_min,
                                            int32_t act_max)
{
    const int32_t left = shift > 0 ? shift : 0;
    __asm__ volatile("wlstp.32 lr, %[size], 2f\n"
                     "1:\n"
                     "vldrh.s32 q0, [%[in]], #8\n"
                     "vmlas.s32 q0, %q[factor], %[addend]\n" /* (in + input_offset) * 2^left */
                     CMLIR_MVE_RESCALE("q1", "q0", "%q[sign_shift]", "%[multiplier]", "%[right]")
                     "vadd.i32 q1, q1, %[output_offset]\n"
                     "vmax.s32 q1, q1, %q[act_min]\n"
                     "vmin.s32 q1, q1, %q[act_max]\n"
                     "vstrb.32 q1, [%[out]], #4\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     : [in] "+l"(in), [out] "+l"(out)
                     : [size] "r"(size), [factor] "w"(vdupq_n_s32(cmlir_shift_left(1, left))),
                       [addend] "r"(cmlir_shift_left(input_offset, left)),
                       [sign_shift] "w"(vdupq_n_s32(cmlir_mve_sign_shift(shift))),
                       [multiplier] "r"(multiplier), [right] "r"(shift - left),
                       [output_offset] "r"(output_offset), [act_min] "w"(vdupq_n_s32(act_min)),
                       [act_max] "w"(vdupq_n_s32(act_max))
                     : CMLIR_MVE_CLOBBERS);
    return ARM_CMSIS_NN_SUCCESS;
}

#endif
