/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"

arm_cmsis_nn_status cmlir_dequantize_s16_f32(
    const int16_t *input, float *output, int32_t size, float scale, int32_t zero_point)
{
    for (int32_t i = 0; i < size; i++) {
        output[i] = (float)(input[i] - zero_point) * scale;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
