/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Rounding floats to integers; 0 keeps the sign of what became 0.
 */
#ifndef CMLIR_ROUND_H
#define CMLIR_ROUND_H

#include "cmlir_real.h"

/* The integer in direction of 0; from 2^23 on, and for infinities and NaN, x itself */
static inline float cmlir_truncated(float x)
{
    if (!(x > -8388608.0f && x < 8388608.0f)) {
        return x;
    }
    const float whole = (float)(int32_t)x;
    return whole == 0.0f ? x * 0.0f : whole;
}

/* The integer in direction of -infinity */
static inline float cmlir_rounded_down(float x)
{
    const float whole = cmlir_truncated(x);
    return whole > x ? whole - 1.0f : whole;
}

#endif
