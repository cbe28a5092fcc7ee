/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arm_nnfunctions.h"
#include "cmlir_mve_softmax_write.h"

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
    cmlir_mve_softmax_rows rows;
    softmax.mult = mult;
    softmax.shift = shift;
    softmax.diff_min = diff_min;
    cmlir_mve_softmax_start(&softmax, input, num_rows, row_size);
    for (int32_t done = 0; done < num_rows; done += CMLIR_MVE_SOFTMAX_ROWS) {
        const int32_t count =
            cmlir_mve_softmax_scale(&softmax, input, num_rows - done, row_size, &rows);
        for (int32_t row = 0; row < count; row++) {
            cmlir_mve_softmax_write(&rows, row, input, row_size, output);
            input += row_size;
            output += row_size;
        }
    }
}

#endif
