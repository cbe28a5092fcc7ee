/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_core.h"

#if !defined(CMLIR_MVE) && !defined(CMLIR_DSP)

void cmlir_row_sums_s8(
    const int8_t *data, int32_t stride, int32_t rows, int32_t depth, int32_t *sums)
{
    for (int32_t row = 0; row < rows; row++, data += stride) {
        int32_t sum = 0;
        for (int32_t k = 0; k < depth; k++) {
            sum = cmlir_add_wrapping(sum, data[k]);
        }
        sums[row] = sum;
    }
}

#endif
