/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"
#include "cmlir_mve.h"

#if defined(CMLIR_MVE_FLOAT)

enum { CHUNK = 16 };

/* VCVTN rounds to the nearest integer, ties to even; it saturates, and takes NaN to 0. */
static void quantize(const float *input,
                     int8_t *output,
                     int32_t size,
                     float inv_scale,
                     int32_t zero_point,
                     int32x4_t qmin,
                     int32x4_t qmax)
{
    __asm__ volatile("wlstp.32 lr, %[size], 2f\n"
                     "1:\n"
                     "vldrw.u32 q0, [%[input]], #16\n"
                     "vmul.f32 q0, q0, %[inv_scale]\n"
                     "vcvtn.s32.f32 q0, q0\n"
                     "vqadd.s32 q0, q0, %[zero_point]\n"
                     "vmax.s32 q0, q0, %q[qmin]\n"
                     "vmin.s32 q0, q0, %q[qmax]\n"
                     "vstrb.32 q0, [%[output]], #4\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     : [input] "+r"(input), [output] "+l"(output)
                     : [size] "r"(size), [inv_scale] "r"(inv_scale), [zero_point] "r"(zero_point),
                       [qmin] "w"(qmin), [qmax] "w"(qmax)
                     : CMLIR_MVE_CLOBBERS);
}

arm_cmsis_nn_status cmlir_quantize_f32_s8(const float *input,
                                          int8_t *output,
                                          int32_t size,
                                          float inv_scale,
                                          int32_t zero_point,
                                          int32_t qmin,
                                          int32_t qmax)
{
    const int32x4_t low = vdupq_n_s32(qmin);
    const int32x4_t high = vdupq_n_s32(qmax);
    const float magnitude = inv_scale < 0 ? -inv_scale : inv_scale;
    /* Vectors take subnormal numbers for 0. With such factors the codes do not depend on it. */
    if (magnitude >= 0x1p-126f && magnitude <= 0x1p124f) {
        quantize(input, output, size, inv_scale, zero_point, low, high);
        return ARM_CMSIS_NN_SUCCESS;
    }
    for (int32_t first = 0; first < size; first += CHUNK) {
        float scaled[CHUNK];
        const int32_t count = size - first < CHUNK ? size - first : CHUNK;
        for (int32_t i = 0; i < count; i++) {
            scaled[i] = input[first + i] * inv_scale;
            __asm__ volatile(""); /* or the compiler makes vectors of it */
        }
        quantize(scaled, output + first, count, 1.0f, zero_point, low, high);
    }
    return ARM_CMSIS_NN_SUCCESS;
}

#endif
