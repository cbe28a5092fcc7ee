/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"
#include "cmlir_core.h"

#if !defined(CMLIR_MVE)

arm_cmsis_nn_status cmlir_softmax_s8(const int8_t *in,
                                     int32_t num_rows,
                                     int32_t row_size,
                                     int32_t mult,
                                     int32_t shift,
                                     int32_t diff_min,
                                     int32_t output_multiplier,
                                     int32_t output_shift,
                                     int32_t output_offset,
                                     int8_t *out)
{
    cmlir_softmax_table_t table;
    cmlir_softmax_table_init(&table, mult, shift, diff_min);
    for (int32_t r = 0; r < num_rows; r++, in += row_size, out += row_size) {
        const cmlir_softmax_row_t row = cmlir_softmax_row_s8(&table, in, row_size);
        for (int32_t i = 0; i < row_size; i++) {
            const int32_t code = cmlir_softmax_code(&table, &row, in[i], 16);
            out[i] =
                cmlir_softmax_rescaled(code, output_multiplier, output_shift, output_offset);
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}

#endif
