/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stddef.h>
#include <string.h>

#include "cmlir_nn.h"

/* Indices may have been stored as any type of that size. */
typedef int32_t __attribute__((may_alias)) any_s32;
typedef int64_t __attribute__((may_alias)) any_s64;

static int64_t index_at(const void *indices, int32_t index_size, int32_t i)
{
    return index_size == 4 ? ((const any_s32 *)indices)[i] : ((const any_s64 *)indices)[i];
}

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
        const int64_t index = index_at(indices, index_size, i);
        if (index < 0 || index >= num_rows) {
            return ARM_CMSIS_NN_ARG_ERROR;
        }
        memcpy(row, (const char *)table + (size_t)index * (size_t)row_bytes, (size_t)row_bytes);
        row += row_bytes;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
