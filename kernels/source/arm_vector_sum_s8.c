/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arm_nnfunctions.h"
#include "cmlir_core.h"

static int32_t bias_or_zero(const int32_t *bias, int32_t row)
{
    return bias == NULL ? 0 : bias[row];
}

arm_cmsis_nn_status arm_vector_sum_s8(int32_t *vector_sum_buf,
                                      const int32_t vector_cols,
                                      const int32_t vector_rows,
                                      const int8_t *vector_data,
                                      const int32_t lhs_offset,
                                      const int32_t rhs_offset,
                                      const int32_t *bias_data)
{
    if (lhs_offset == 0) { /* nothing depends on the data: spare the pass over them */
        for (int32_t row = 0; row < vector_rows; row++) {
            vector_sum_buf[row] = bias_or_zero(bias_data, row);
        }
        return ARM_CMSIS_NN_SUCCESS;
    }
    const int32_t offsets = cmlir_mul_wrapping(vector_cols, rhs_offset);
    cmlir_row_sums_s8(vector_data, vector_cols, vector_rows, vector_cols, vector_sum_buf);
    for (int32_t row = 0; row < vector_rows; row++) {
        const int32_t sum = cmlir_add_wrapping(vector_sum_buf[row], offsets);
        const int32_t scaled = cmlir_mul_wrapping(lhs_offset, sum);
        vector_sum_buf[row] = cmlir_add_wrapping(bias_or_zero(bias_data, row), scaled);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
