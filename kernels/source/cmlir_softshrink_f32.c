/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

arm_cmsis_nn_status cmlir_softshrink_f32(const float *in, float *out, int32_t size, float lambd)
{
    for (int32_t i = 0; i < size; i++) {
        const float x = in[i];
        out[i] = x > lambd ? x - lambd : (x < -lambd ? x + lambd : x * 0.0f);
        CMLIR_ONE_AT_A_TIME();
    }
    return ARM_CMSIS_NN_SUCCESS;
}
