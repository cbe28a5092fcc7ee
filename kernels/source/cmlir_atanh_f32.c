/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

/* ln((1 + |x|) / (1 - |x|)) / 2 */
static double atanh_of(double x)
{
    const double size = cmlir_magnitude(x);
    const double result = 0.5 * cmlir_log1p(2.0 * size / (1.0 - size));
    return x < 0.0 ? -result : result;
}

CMLIR_UNARY_F32(cmlir_atanh_f32, atanh_of(x))
