/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_compare.h"

arm_cmsis_nn_status cmlir_compare_f32(
    const float *in, uint8_t *out, int32_t size, cmlir_comparison comparison, float number)
{
    CMLIR_COMPARE_BODY(in[i], number)
}
