/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"
#include "cmlir_core.h"

#if !defined(CMLIR_MVE)

arm_cmsis_nn_status
cmlir_table_s8(const int8_t *in, int8_t *out, int32_t size, const int8_t *table)
{
    for (int32_t i = 0; i < size; i++) {
        out[i] = table[in[i] - INT8_MIN];
    }
    return ARM_CMSIS_NN_SUCCESS;
}

#endif
