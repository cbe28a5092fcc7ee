/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_wide.h"

#if !defined(CMLIR_MVE)

cmlir_wide_moments_t cmlir_row_moments_wide(const void *row, int32_t bytes, int32_t row_size)
{
    cmlir_wide_moments_t moments = {0, 0};
    for (int32_t i = 0; i < row_size; i++) {
        const int32_t x = cmlir_load_code(row, bytes, i);
        moments.sum += x;
        moments.squares += (int64_t)x * x;
    }
    return moments;
}

#endif
