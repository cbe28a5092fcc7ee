/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

/* m / (m + 2) with m = e^(2 |x|) - 1 */
double cmlir_tanh(double x)
{
    const double size = cmlir_magnitude(x);
    if (size > 22.0) {
        return x > 0.0 ? 1.0 : -1.0;
    }
    const double m = cmlir_expm1(2.0 * size);
    const double result = m / (m + 2.0);
    return x < 0.0 ? -result : result;
}
