/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

/* ln(|x| + (x^2 + 1)^(1/2)), near 0 by ln(1 + ..), far from it as ln(2 |x|) */
static double asinh_of(double x)
{
    const double size = cmlir_magnitude(x);
    double result;
    if (size > 1e8) {
        result = cmlir_log(size) + 0.6931471805599453;
    } else {
        const double square = size * size;
        result = cmlir_log1p(size + square / (1.0 + cmlir_sqrt_f64(square + 1.0)));
    }
    return x < 0.0 ? -result : result;
}

CMLIR_UNARY_F32(cmlir_asinh_f32, asinh_of(x))
