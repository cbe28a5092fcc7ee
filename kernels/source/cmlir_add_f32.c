/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_float.h"
#include "cmlir_nn.h"

arm_cmsis_nn_status cmlir_add_f32(const float *a, const float *b, float *out, int32_t size)
{
    for (int32_t i = 0; i < size; i++) {
        out[i] = a[i] + b[i];
        CMLIR_ONE_AT_A_TIME();
    }
    return ARM_CMSIS_NN_SUCCESS;
}
