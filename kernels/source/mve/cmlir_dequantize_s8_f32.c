/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"
#include "cmlir_mve.h"

#if defined(CMLIR_MVE_FLOAT)

arm_cmsis_nn_status cmlir_dequantize_s8_f32(
    const int8_t *input, float *output, int32_t size, float scale, int32_t zero_point)
{
    const float magnitude = scale < 0 ? -scale : scale;
    if (magnitude < 0x1p-126f) { /* vectors would take a subnormal scale for 0 */
        for (int32_t i = 0; i < size; i++) {
            output[i] = (float)(input[i] - zero_point) * scale;
            __asm__ volatile(""); /* or the compiler makes vectors of it */
        }
        return ARM_CMSIS_NN_SUCCESS;
    }
    __asm__ volatile("wlstp.32 lr, %[size], 2f\n"
                     "1:\n"
                     "vldrb.s32 q0, [%[input]], #4\n"
                     "vsub.i32 q0, q0, %[zero_point]\n"
                     "vcvt.f32.s32 q0, q0\n"
                     "vmul.f32 q0, q0, %[scale]\n"
                     "vstrw.32 q0, [%[output]], #16\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     : [input] "+l"(input), [output] "+r"(output)
                     : [size] "r"(size), [scale] "r"(scale), [zero_point] "r"(zero_point)
                     : CMLIR_MVE_CLOBBERS);
    return ARM_CMSIS_NN_SUCCESS;
}

#endif
