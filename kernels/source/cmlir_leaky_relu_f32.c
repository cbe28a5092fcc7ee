/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

arm_cmsis_nn_status cmlir_leaky_relu_f32(const float *in, float *out, int32_t size, float slope)
{
    for (int32_t i = 0; i < size; i++) {
        const float x = in[i];
        out[i] = x > 0.0f ? x : x * slope;
        CMLIR_ONE_AT_A_TIME();
    }
    return ARM_CMSIS_NN_SUCCESS;
}
