/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

enum { TERMS = 12 };

/* x = m * 2^k with m in [sqrt(1/2), sqrt(2)]; ln(m) = 2 artanh((m - 1) / (m + 1)). */
double cmlir_log(double x)
{
    if (x < 0.0) {
        return __builtin_nan("");
    }
    if (x == 0.0) {
        return -__builtin_inf();
    }
    if (x != x || x > 1.7976931348623157e308) {
        return x;
    }
    int64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int64_t k = (bits >> 52) - 1023;
    const int64_t fraction = (bits & (((int64_t)1 << 52) - 1)) | ((int64_t)1023 << 52);
    double m;
    memcpy(&m, &fraction, sizeof m);
    if (m > 1.4142135623730951) {
        m = m * 0.5;
        k++;
    }
    const double f = (m - 1.0) / (m + 1.0);
    const double square = f * f;
    double sum = 1.0 / (2 * TERMS + 1);
    for (int i = TERMS - 1; i >= 0; i--) {
        sum = sum * square + 1.0 / (2 * i + 1);
    }
    return (double)k * 0.6931471805599453 + 2.0 * f * sum;
}
