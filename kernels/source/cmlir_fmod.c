/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

/*
 * Multiples b * 2^k are taken away from the largest one that fits. Each difference is exact: floats
 * and what is left of them have the bits of the finer of both.
 */
float cmlir_fmod(float a, float b)
{
    const double divisor = cmlir_magnitude((double)b);
    double rest = cmlir_magnitude((double)a);
    if (!(rest <= 3.4028234663852886e38) || !(divisor > 0.0)) {
        return __builtin_nanf("");
    }
    if (divisor > rest) {
        return a;
    }
    double multiple = divisor;
    while (multiple <= 0.5 * rest) {
        multiple = multiple + multiple;
    }
    for (; multiple >= divisor; multiple = 0.5 * multiple) {
        if (rest >= multiple) {
            rest = rest - multiple;
        }
    }
    return __builtin_copysignf((float)rest, a);
}
