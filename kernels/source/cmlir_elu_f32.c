/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

arm_cmsis_nn_status cmlir_elu_f32(
    const float *in, float *out, int32_t size, float alpha, float scale, float input_scale)
{
    const double below = (double)scale * (double)alpha;
    for (int32_t i = 0; i < size; i++) {
        const double x = (double)in[i];
        const double y =
            x > 0.0 ? (double)scale * x : below * cmlir_expm1((double)input_scale * x);
        out[i] = (float)y;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
