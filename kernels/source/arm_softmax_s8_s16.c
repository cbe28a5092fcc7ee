/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arm_nnfunctions.h"
#include "cmlir_core.h"

#if !defined(CMLIR_MVE)

void arm_softmax_s8_s16(const int8_t *input,
                        const int32_t num_rows,
                        const int32_t row_size,
                        const int32_t mult,
                        const int32_t shift,
                        const int32_t diff_min,
                        int16_t *output)
{
    cmlir_softmax_table_t table;
    cmlir_softmax_table_init(&table, mult, shift, diff_min);
    for (int32_t r = 0; r < num_rows; r++, input += row_size, output += row_size) {
        const cmlir_softmax_row_t row = cmlir_softmax_row_s8(&table, input, row_size);
        for (int32_t i = 0; i < row_size; i++) {
            const int32_t code = cmlir_softmax_code(&table, &row, input[i], 16);
            output[i] = (int16_t)(cmlir_clamp(code, 0, UINT16_MAX) + INT16_MIN);
        }
    }
}

#endif
