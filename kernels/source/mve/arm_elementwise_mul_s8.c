/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arm_nnfunctions.h"
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

arm_cmsis_nn_status arm_elementwise_mul_s8(const int8_t *input_1_vect,
                                           const int8_t *input_2_vect,
                                           const int32_t input_1_offset,
                                           const int32_t input_2_offset,
                                           int8_t *output,
                                           const int32_t out_offset,
                                           const int32_t out_mult,
                                           const int32_t out_shift,
                                           const int32_t out_activation_min,
                                           const int32_t out_activation_max,
                                           const int32_t block_size)
{
    const int32_t left = out_shift > 0 ? out_shift : 0;
    __asm__ volatile("wlstp.32 lr, %[size], 2f\n"
                     "1:\n"
                     "vldrb.s32 q0, [%[input_1]], #4\n"
                     "vldrb.s32 q1, [%[input_2]], #4\n"
                     "vmlas.s32 q0, %q[factor], %[addend]\n" /* (.. + offset) * 2^left */
                     "vadd.i32 q1, q1, %[input_2_offset]\n"
                     "vmul.i32 q0, q0, q1\n"
                     CMLIR_MVE_RESCALE("q1", "q0", "%q[sign_shift]", "%[multiplier]", "%[right]")
                     "vadd.i32 q1, q1, %[out_offset]\n"
                     "vmax.s32 q1, q1, %q[act_min]\n"
                     "vmin.s32 q1, q1, %q[act_max]\n"
                     "vstrb.32 q1, [%[output]], #4\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     : [input_1] "+l"(input_1_vect), [input_2] "+l"(input_2_vect),
                       [output] "+l"(output)
                     : [size] "r"(block_size),
                       [factor] "w"(vdupq_n_s32(cmlir_shift_left(1, left))),
                       [addend] "r"(cmlir_shift_left(input_1_offset, left)),
                       [sign_shift] "w"(vdupq_n_s32(cmlir_mve_sign_shift(out_shift))),
                       [input_2_offset] "r"(input_2_offset), [multiplier] "r"(out_mult),
                       [right] "r"(out_shift - left), [out_offset] "r"(out_offset),
                       [act_min] "w"(vdupq_n_s32(out_activation_min)),
                       [act_max] "w"(vdupq_n_s32(out_activation_max))
                     : CMLIR_MVE_CLOBBERS);
    return ARM_CMSIS_NN_SUCCESS;
}

#endif
