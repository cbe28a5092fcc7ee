/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_s16.h"

#if !defined(CMLIR_MVE)

/* A product is at most 2^22 in size: 32 bits hold the sum of so many. */
enum { PRODUCTS = 511 };

void cmlir_dot_1x2_s16(const int16_t *row,
                       const int8_t *first,
                       const int8_t *second,
                       int32_t depth,
                       int64_t sums[2])
{
    sums[0] = 0;
    sums[1] = 0;
    for (int32_t k = 0; k < depth;) {
        const int32_t end = depth - k < PRODUCTS ? depth : k + PRODUCTS;
        int32_t sum0 = 0;
        int32_t sum1 = 0;
        for (; k < end; k++) {
            sum0 += row[k] * first[k];
            sum1 += row[k] * second[k];
        }
        sums[0] += sum0;
        sums[1] += sum1;
    }
}

#endif
