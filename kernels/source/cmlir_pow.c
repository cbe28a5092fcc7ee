/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

static int is_whole(double y)
{
    return cmlir_magnitude(y) >= 2251799813685248.0 || y == cmlir_rint(y);
}

/* e^(y * ln|x|), with the sign of an odd power; NaN for a broken power of a negative number */
double cmlir_pow(double x, double y)
{
    if (y == 0.0 || x == 1.0) {
        return 1.0;
    }
    const double size = cmlir_magnitude(x);
    const double power = size == 1.0 ? 1.0 : cmlir_exp(y * cmlir_log(size));
    if (!(x < 0.0)) {
        return power;
    }
    if (!is_whole(y)) {
        return __builtin_nan("");
    }
    return is_whole(0.5 * y) ? power : -power;
}
