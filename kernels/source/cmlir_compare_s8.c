/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_compare.h"

arm_cmsis_nn_status cmlir_compare_s8(
    const int8_t *in, uint8_t *out, int32_t size, cmlir_comparison comparison, int32_t number)
{
    CMLIR_COMPARE_BODY(in[i], number)
}
