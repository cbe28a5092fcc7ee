/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stddef.h>
#include <string.h>

#include "cmlir_integers.h"
#include "cmlir_nn.h"

arm_cmsis_nn_status cmlir_embedding(const void *table,
                                    int32_t num_rows,
                                    int32_t row_bytes,
                                    const void *indices,
                                    int32_t index_size,
                                    int32_t count,
                                    void *out)
{
    if ((index_size != 4 && index_size != 8) || num_rows < 0 || row_bytes < 0) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    char *row = out;
    for (int32_t i = 0; i < count; i++) {
        const int64_t index = cmlir_read_integer(indices, index_size, i);
        if (index < 0 || index >= num_rows) {
            return ARM_CMSIS_NN_ARG_ERROR;
        }
        memcpy(row, (const char *)table + (size_t)index * (size_t)row_bytes, (size_t)row_bytes);
        row += row_bytes;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
