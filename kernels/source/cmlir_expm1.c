/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

double cmlir_expm1(double x)
{
    return cmlir_magnitude(x) < 0.34 ? x * cmlir_exp_series(x) : cmlir_exp(x) - 1.0;
}
