/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

arm_cmsis_nn_status
cmlir_softplus_f32(const float *in, float *out, int32_t size, float beta, float threshold)
{
    for (int32_t i = 0; i < size; i++) {
        const double x = (double)in[i] * (double)beta;
        const double y = cmlir_softplus(x) / (double)beta;
        out[i] = x > (double)threshold ? in[i] : (float)y;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
