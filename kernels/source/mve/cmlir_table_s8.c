/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

arm_cmsis_nn_status
cmlir_table_s8(const int8_t *in, int8_t *out, int32_t size, const int8_t *table)
{
    __asm__ volatile("vmov.i8 q2, #0x80\n"
                     "wlstp.8 lr, %[size], 2f\n"
                     "1:\n"
                     "vldrb.u8 q0, [%[in]], #16\n"
                     "veor q0, q0, q2\n" /* in + 128 */
                     "vldrb.u8 q1, [%[table], q0]\n"
                     "vstrb.8 q1, [%[out]], #16\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     : [in] "+r"(in), [out] "+r"(out)
                     : [size] "r"(size), [table] "r"(table)
                     : CMLIR_MVE_CLOBBERS);
    return ARM_CMSIS_NN_SUCCESS;
}

#endif
