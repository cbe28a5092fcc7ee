/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

void cmlir_mve_scaled_sums(const int8_t *data,
                           int32_t row_step,
                           int32_t group_step,
                           int32_t groups,
                           int32_t depth,
                           int32_t factor,
                           int32_t constant,
                           int32_t *out)
{
    for (int32_t group = 0; group < groups; group++, data += group_step) {
        const int8_t *row0 = data;
        const int8_t *row1 = row0 + row_step;
        const int8_t *row2 = row1 + row_step;
        const int8_t *row3 = row2 + row_step;
        int32_t sum0 = 0;
        int32_t sum1 = 0;
        int32_t sum2 = 0;
        int32_t sum3 = 0;
        __asm__ volatile("wlstp.8 lr, %[depth], 2f\n"
                         "1:\n"
                         "vldrb.u8 q0, [%[row0]], #16\n"
                         "vldrb.u8 q1, [%[row1]], #16\n"
                         "vldrb.u8 q2, [%[row2]], #16\n"
                         "vldrb.u8 q3, [%[row3]], #16\n"
                         "vaddva.s8 %[sum0], q0\n"
                         "vaddva.s8 %[sum1], q1\n"
                         "vaddva.s8 %[sum2], q2\n"
                         "vaddva.s8 %[sum3], q3\n"
                         "letp lr, 1b\n"
                         "2:\n"
                         "vmov q0[2], q0[0], %[sum0], %[sum2]\n"
                         "vmov q0[3], q0[1], %[sum1], %[sum3]\n"
                         "vmul.i32 q0, q0, %q[factor]\n"
                         "vadd.i32 q0, q0, %q[constant]\n"
                         "vstrw.32 q0, [%[out]], #16\n"
                         : [sum0] "+Te"(sum0), [sum1] "+Te"(sum1), [sum2] "+Te"(sum2),
                           [sum3] "+Te"(sum3), [row0] "+r"(row0), [row1] "+r"(row1),
                           [row2] "+r"(row2), [row3] "+r"(row3), [out] "+r"(out)
                         : [depth] "r"(depth), [factor] "w"(vdupq_n_s32(factor)),
                           [constant] "w"(vdupq_n_s32(constant))
                         : CMLIR_MVE_CLOBBERS);
    }
}

#endif
