/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_core.h"

#if !defined(CMLIR_MVE)

int32_t cmlir_inverse_sqrt(int32_t v)
{
    const int32_t three = 3 << 29;
    int32_t y = 2 * (CMLIR_INVERSE_SQRT_START
                     + cmlir_doubling_high_multiply(v, CMLIR_INVERSE_SQRT_SLOPE));
    for (int32_t step = 0; step < CMLIR_INVERSE_SQRT_STEPS; step++) {
        const int32_t square = cmlir_doubling_high_multiply(y, y);
        const int32_t error = three - cmlir_doubling_high_multiply(v, square);
        y = 2 * cmlir_doubling_high_multiply(y, error);
    }
    return y;
}

#endif
