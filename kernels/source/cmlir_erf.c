/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

enum { TERMS = 14 };

/* Near 0 by Taylor's series, x * 2 / sqrt(pi) * sum (-x^2)^n / (n! (2 n + 1)). */
double cmlir_erf(double x)
{
    if (!(cmlir_magnitude(x) < 0.5)) {
        return 1.0 - cmlir_erfc(x);
    }
    const double square = x * x;
    double sum = 0.0;
    double term = 1.0;
    for (int n = 0; n < TERMS; n++) {
        sum = sum + term / (2 * n + 1);
        term = -term * square / (n + 1);
    }
    return x * 1.1283791670955126 * sum;
}
