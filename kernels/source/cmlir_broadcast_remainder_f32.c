/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_broadcast_f32.h"

#include "cmlir_real.h"

static float remainder_of(float a, float b)
{
    const float rest = cmlir_fmod(a, b);
    return rest != 0.0f && (b < 0.0f) != (rest < 0.0f) ? rest + b : rest;
}

CMLIR_BROADCAST_F32(cmlir_broadcast_remainder_f32, remainder_of(a, b))
