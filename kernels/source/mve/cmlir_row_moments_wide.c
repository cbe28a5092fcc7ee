/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "../cmlir_wide.h"
#include "cmlir_mve_wide.h"

#if defined(CMLIR_MVE)

cmlir_wide_moments_t cmlir_row_moments_wide(const void *row, int32_t bytes, int32_t row_size)
{
    int32_t sum = 0;
    int64_t squares = 0;
    int32_t i = 0;
    for (; i + 4 <= row_size; i += 4) {
        const int32x4_t x = cmlir_mve_load_codes(row, bytes, i);
        sum = vaddvaq_s32(sum, x);
        squares = vmlaldavaq_s32(squares, x, x);
    }
    for (; i < row_size; i++) {
        const int32_t x = cmlir_load_code(row, bytes, i);
        sum += x;
        squares += (int64_t)x * x;
    }
    return (cmlir_wide_moments_t){sum, squares};
}

#endif
