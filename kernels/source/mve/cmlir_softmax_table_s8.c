/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"
#include "cmlir_mve_softmax_write.h"

#if defined(CMLIR_MVE)

enum { LONGEST_ROW = 4096 }; /* for cmlir_mve_softmax_4_rows */

arm_cmsis_nn_status cmlir_softmax_table_s8(const int8_t *in,
                                           int32_t num_rows,
                                           int32_t row_size,
                                           const int32_t *exponentials,
                                           int8_t *out)
{
    cmlir_mve_softmax_rows rows;
    int32_t done = 0;
    while (num_rows - done >= 4 && row_size > 0 && row_size <= LONGEST_ROW) {
        cmlir_mve_softmax_4_rows(in, out, row_size, exponentials + 255);
        in += 4 * row_size;
        out += 4 * row_size;
        done += 4;
    }
    for (; done < num_rows; done += CMLIR_MVE_SOFTMAX_ROWS) {
        const int32_t count =
            cmlir_mve_softmax_scale(exponentials, in, num_rows - done, row_size, &rows);
        for (int32_t row = 0; row < count; row++) {
            cmlir_mve_softmax_write(&rows, row, in, row_size, out);
            in += row_size;
            out += row_size;
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}

#endif
