/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arm_nnfunctions.h"
#include "cmlir_arithmetic.h"

int32_t arm_nn_requantize(const int32_t val, const int32_t multiplier, const int32_t shift)
{
    return cmlir_requantize(val, multiplier, shift);
}
