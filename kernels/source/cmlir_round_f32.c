/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_round.h"

/* Ties to even: adding 2^23 leaves no bit for a fraction, so that the hardware rounds. */
static float rounded(float x)
{
    const float no_fraction = x < 0.0f ? -8388608.0f : 8388608.0f;
    if (!(x > -8388608.0f && x < 8388608.0f)) {
        return x;
    }
    const float whole = (x + no_fraction) - no_fraction;
    return whole == 0.0f ? x * 0.0f : whole;
}

CMLIR_UNARY_SINGLE(cmlir_round_f32, rounded(x))
