/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_convolve.h"

#if !defined(CMLIR_MVE)

bool cmlir_convolve_rows_s8(const cmlir_convolution *convolution,
                            const int32_t *sums,
                            int8_t *memory)
{
    (void)convolution;
    (void)sums;
    (void)memory;
    return false;
}

#endif
