/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

/* e^x = 2^k * e^r with |r| <= ln(2) / 2; the first part of ln(2) has so few bits that k times it is
 * exact. */
double cmlir_exp(double x)
{
    if (x > 709.0) {
        return __builtin_inf();
    }
    if (x < -708.0) {
        return 0.0;
    }
    if (x != x) {
        return x;
    }
    const double k = cmlir_rint(x * 1.4426950408889634);
    const double r = (x - k * 0.6931471803691238) - k * 1.9082149292705877e-10;
    const double power = 1.0 + r * cmlir_exp_series(r);
    const int64_t bits = ((int64_t)k + 1023) * ((int64_t)1 << 52);
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    return power * scale;
}
