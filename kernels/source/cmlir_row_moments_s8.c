/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_core.h"

#if !defined(CMLIR_MVE)

cmlir_row_moments_t cmlir_row_moments_s8(const int8_t *row, int32_t row_size)
{
    cmlir_row_moments_t moments = {0, 0};
    for (int32_t i = 0; i < row_size; i++) {
        moments.sum += row[i];
        moments.squares += row[i] * row[i];
    }
    return moments;
}

#endif
