/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_round.h"

static float raised(float x)
{
    const float whole = cmlir_truncated(x);
    return whole < x ? whole + 1.0f : whole;
}

CMLIR_UNARY_SINGLE(cmlir_ceil_f32, raised(x))
