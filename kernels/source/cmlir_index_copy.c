/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stddef.h>
#include <string.h>

#include "cmlir_indices.h"
#include "cmlir_nn.h"

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
        !cmlir_are_inside(indices, index_size, count, size)) {
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
            memcpy(to + cmlir_index_at(indices, index_size, i, size) * slice, from, slice);
            from += slice;
        }
        to += block;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
