/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_core.h"

#if !defined(CMLIR_MVE)

static int32_t maximum(const int8_t *row, int32_t row_size)
{
    int32_t max = INT8_MIN;
    for (int32_t i = 0; i < row_size; i++) {
        max = row[i] > max ? row[i] : max;
    }
    return max;
}

cmlir_softmax_row_t cmlir_softmax_row_s8(cmlir_softmax_table_t *table,
                                         const int8_t *row,
                                         int32_t row_size)
{
    cmlir_softmax_row_t result = {.max = maximum(row, row_size)};
    uint64_t sum = 0;
    for (int32_t i = 0; i < row_size; i++) {
        const int32_t e = cmlir_softmax_table_exp(table, result.max - row[i]);
        sum += (uint32_t)cmlir_softmax_term(e);
    }
    result.scale = cmlir_softmax_scale(sum);
    return result;
}

#endif
