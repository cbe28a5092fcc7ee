/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_recurrent.h"

#if !defined(CMLIR_MVE)

static int32_t dot(const int8_t *codes, const int8_t *weights, int32_t depth, int32_t start)
{
    uint32_t sum = (uint32_t)start;
    for (int32_t k = 0; k < depth; k++) {
        sum += (uint32_t)(codes[k] * weights[k]);
    }
    return (int32_t)sum;
}

void cmlir_gate_half(const cmlir_gate_half_args *args, int32_t *halves)
{
    const int8_t *row = args->weights;
    for (int32_t j = 0; j < args->rows; j++, row += args->depth) {
        const int32_t sum = dot(args->codes, row, args->depth, args->sums[j]);
        const int32_t shifted = cmlir_shift_left_saturating(sum, args->shift[j]);
        halves[j] = cmlir_doubling_high_multiply(shifted, args->multiplier[j]);
    }
}

#endif
