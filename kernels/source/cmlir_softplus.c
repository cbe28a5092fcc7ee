/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

/* max(x, 0) + ln(1 + e^-|x|), which overflows nowhere */
double cmlir_softplus(double x)
{
    const double rest = cmlir_log1p(cmlir_exp(-cmlir_magnitude(x)));
    return x > 0.0 ? x + rest : rest;
}
