/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_core.h"

#if !defined(CMLIR_MVE)

void cmlir_transpose_s8(
    const int8_t *in, int32_t stride, int32_t rows, int32_t cols, int8_t *out)
{
    for (int32_t col = 0; col < cols; col++) {
        const int8_t *element = in + col;
        for (int32_t row = 0; row < rows; row++, element += stride) {
            *out++ = *element;
        }
    }
}

#endif
