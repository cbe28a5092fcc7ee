/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"
#include "cmlir_core.h"

/* x rounded to an integer, ties to even, for |x| <= 2^22: adding 1.5 * 2^23 leaves no bit for a
 * fraction, so that the hardware rounds. */
static int32_t round_to_even(float x)
{
    const float no_fraction = 12582912.0f;
    return (int32_t)((x + no_fraction) - no_fraction);
}

arm_cmsis_nn_status cmlir_quantize_f32_s16(const float *input,
                                           int16_t *output,
                                           int32_t size,
                                           float inv_scale,
                                           int32_t zero_point,
                                           int32_t qmin,
                                           int32_t qmax)
{
    const float low = (float)(qmin - zero_point);
    const float high = (float)(qmax - zero_point);
    const int16_t code_of_nan = (int16_t)cmlir_clamp(zero_point, qmin, qmax);
    for (int32_t i = 0; i < size; i++) {
        const float x = input[i] * inv_scale;
        const float at_least_low = x < low ? low : x;
        const float bounded = at_least_low > high ? high : at_least_low;
        const int nan = bounded != bounded;
        output[i] = nan ? code_of_nan : (int16_t)(round_to_even(bounded) + zero_point);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
