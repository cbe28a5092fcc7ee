/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdbool.h>
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

static bool are_inside(const void *indices, int32_t index_size, int32_t count, int32_t size)
{
    for (int32_t i = 0; i < count; i++) {
        const int64_t index = index_at(indices, index_size, i);
        if (index < -(int64_t)size || index >= size) {
            return false;
        }
    }
    return true;
}

arm_cmsis_nn_status cmlir_index_copy(const void *in,
                                     const void *source,
                                     const void *indices,
                                     int32_t index_size,
                                     int32_t count,
                                     int32_t outer,
                                     int32_t size,
                                     int32_t slice_bytes,
                                     void *out)
{
    if ((index_size != 4 && index_size != 8) || outer < 0 || size < 0 || slice_bytes < 0 ||
        !are_inside(indices, index_size, count, size)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const size_t slice = (size_t)slice_bytes;
    const size_t block = (size_t)size * slice;
    if (out != in) {
        memcpy(out, in, (size_t)outer * block);
    }
    const char *from = source;
    char *to = out;
    for (int32_t o = 0; o < outer; o++) {
        for (int32_t i = 0; i < count; i++) {
            const int64_t index = index_at(indices, index_size, i);
            memcpy(to + (size_t)(index < 0 ? index + size : index) * slice, from, slice);
            from += slice;
        }
        to += block;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
