/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_depthwise.h"

#if !defined(CMLIR_MVE)

bool cmlir_depthwise_3x3_s8(const cmlir_depthwise *depthwise, const int32_t *sums, int8_t *memory)
{
    (void)depthwise;
    (void)sums;
    (void)memory;
    return false;
}

#endif
