/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arm_nnfunctions.h"
#include "cmlir_mve.h"
#include "cmlir_nn.h"

#if defined(CMLIR_MVE)

void arm_softmax_s8(const int8_t *input,
                    const int32_t num_rows,
                    const int32_t row_size,
                    const int32_t mult,
                    const int32_t shift,
                    const int32_t diff_min,
                    int8_t *output)
{
    cmlir_mve_softmax softmax;
    softmax.mult = mult;
    softmax.shift = shift;
    softmax.diff_min = diff_min;
    cmlir_mve_softmax_start(&softmax, input, num_rows, row_size);
    cmlir_softmax_table_s8(input, num_rows, row_size, softmax.table, output);
}

#endif
