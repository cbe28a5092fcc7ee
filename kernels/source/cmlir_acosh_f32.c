/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

/* ln(x + (x^2 - 1)^(1/2)), near 1 by ln(1 + ..), far from it as ln(2 x) */
static double acosh_of(double x)
{
    if (x < 1.0) {
        return __builtin_nan("");
    }
    if (x > 1e8) {
        return cmlir_log(x) + 0.6931471805599453;
    }
    const double t = x - 1.0;
    return cmlir_log1p(t + cmlir_sqrt_f64(t * (t + 2.0)));
}

CMLIR_UNARY_F32(cmlir_acosh_f32, acosh_of(x))
