/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

/* (e^|x| + e^-|x|) / 2; from 100 on the result is infinite as a float. */
static double cosh_of(double x)
{
    const double size = cmlir_magnitude(x);
    const double e = cmlir_exp(size > 100.0 ? 100.0 : size);
    return 0.5 * (e + 1.0 / e);
}

CMLIR_UNARY_F32(cmlir_cosh_f32, cosh_of(x))
