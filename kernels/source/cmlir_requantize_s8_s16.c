/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"
#include "cmlir_core.h"

arm_cmsis_nn_status cmlir_requantize_s8_s16(const int8_t *in,
                                         int16_t *out,
                                         int32_t size,
                                         int32_t input_offset,
                                         int32_t multiplier,
                                         int32_t shift,
                                         int32_t output_offset,
                                         int32_t act_min,
                                         int32_t act_max)
{
    for (int32_t i = 0; i < size; i++) {
        const int32_t x = cmlir_add_wrapping(in[i], input_offset);
        const int32_t code =
            cmlir_add_wrapping(cmlir_requantize(x, multiplier, shift), output_offset);
        out[i] = (int16_t)cmlir_clamp(code, act_min, act_max);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
