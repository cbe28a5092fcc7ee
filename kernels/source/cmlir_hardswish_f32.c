/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

static float clamped(float x)
{
    const float raised = x < 0.0f ? 0.0f : x;
    return raised > 6.0f ? 6.0f : raised;
}

CMLIR_UNARY_SINGLE(cmlir_hardswish_f32, x * clamped(x + 3.0f) / 6.0f)
