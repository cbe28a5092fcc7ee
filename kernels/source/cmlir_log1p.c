/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

enum { TERMS = 12 };

/* Near 0 it is 2 artanh(x / (2 + x)). */
double cmlir_log1p(double x)
{
    if (!(cmlir_magnitude(x) < 0.4)) {
        return cmlir_log(1.0 + x);
    }
    const double f = x / (2.0 + x);
    const double square = f * f;
    double sum = 1.0 / (2 * TERMS + 1);
    for (int i = TERMS - 1; i >= 0; i--) {
        sum = sum * square + 1.0 / (2 * i + 1);
    }
    return 2.0 * f * sum;
}
