/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"

arm_cmsis_nn_status cmlir_logical_not(const uint8_t *in, uint8_t *out, int32_t size)
{
    for (int32_t i = 0; i < size; i++) {
        out[i] = in[i] == 0;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
