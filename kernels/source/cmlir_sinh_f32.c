/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

/* (m + m / (m + 1)) / 2 with m = e^|x| - 1; from 100 on the result is infinite as a float. */
static double sinh_of(double x)
{
    const double size = cmlir_magnitude(x);
    const double m = cmlir_expm1(size > 100.0 ? 100.0 : size);
    const double result = 0.5 * (m + m / (m + 1.0));
    return x < 0.0 ? -result : result;
}

CMLIR_UNARY_F32(cmlir_sinh_f32, sinh_of(x))
