/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_core.h"

#if !defined(CMLIR_MVE)

void cmlir_column_sums_s8(
    const int8_t *data, int32_t stride, int32_t rows, int32_t cols, int32_t *sums)
{
    memset(sums, 0, (size_t)cols * sizeof *sums);
    for (int32_t row = 0; row < rows; row++) {
        for (int32_t c = 0; c < cols; c++) {
            sums[c] = cmlir_add_wrapping(sums[c], data[c]);
        }
        data += stride;
    }
}

#endif
