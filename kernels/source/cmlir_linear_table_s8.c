/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_row_blocks.h"

arm_cmsis_nn_status cmlir_linear_table_s8(const int8_t *in,
                                          const int8_t *weights,
                                          const int32_t *sums,
                                          int32_t rows,
                                          int32_t cols,
                                          int32_t depth,
                                          const cmlir_linear_params *params,
                                          const int8_t *table,
                                          int8_t *out)
{
    const cmlir_layer_t layer = {params, weights, sums, depth, cols, table};
    cmlir_linear_rows_s8(&layer, in, rows, out);
    return ARM_CMSIS_NN_SUCCESS;
}
