/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_broadcast_f32.h"

#include "cmlir_round.h"

/* The quotient of a without its remainder is whole but for its own rounding. */
static float floor_divide(float a, float b)
{
    if (b == 0.0f) {
        return a / b;
    }
    const float rest = cmlir_fmod(a, b);
    float whole = (a - rest) / b;
    if (rest != 0.0f && (b < 0.0f) != (rest < 0.0f)) {
        whole = whole - 1.0f;
    }
    if (whole == 0.0f) {
        return __builtin_copysignf(0.0f, a / b);
    }
    const float below = cmlir_rounded_down(whole);
    return whole - below > 0.5f ? below + 1.0f : below;
}

CMLIR_BROADCAST_F32(cmlir_broadcast_floor_divide_f32, floor_divide(a, b))
