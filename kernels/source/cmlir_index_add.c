/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stddef.h>
#include <string.h>

#include "cmlir_float.h"
#include "cmlir_indices.h"
#include "cmlir_nn.h"

static int32_t bytes_of(cmlir_element element)
{
    switch (element) {
    case CMLIR_S8:
        return 1;
    case CMLIR_S32:
    case CMLIR_F32:
        return 4;
    default:
        return 8;
    }
}

static void add_floats(float *to, const float *from, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        to[i] = to[i] + from[i];
        CMLIR_ONE_AT_A_TIME();
    }
}

static void add_integers(char *to, const char *from, int32_t count, int32_t size)
{
    for (ptrdiff_t i = 0; i < count; i++) {
        const uint64_t sum =
            (uint64_t)cmlir_read_integer(to, size, i) + (uint64_t)cmlir_read_integer(from, size, i);
        cmlir_write_integer(to, size, i, (int64_t)sum);
    }
}

arm_cmsis_nn_status cmlir_index_add(const void *in,
                                    const void *source,
                                    const void *indices,
                                    int32_t index_size,
                                    int32_t count,
                                    int32_t outer,
                                    int32_t size,
                                    int32_t slice,
                                    cmlir_element element,
                                    void *out)
{
    if ((index_size != 4 && index_size != 8) || outer < 0 || size < 0 || slice < 0 ||
        element == CMLIR_BOOL || !cmlir_are_inside(indices, index_size, count, size)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const int32_t element_size = bytes_of(element);
    const size_t slice_bytes = (size_t)slice * (size_t)element_size;
    if (out != in) {
        memcpy(out, in, (size_t)outer * (size_t)size * slice_bytes);
    }
    const char *from = source;
    char *to = out;
    for (int32_t o = 0; o < outer; o++) {
        for (int32_t i = 0; i < count; i++) {
            char *place = to + cmlir_index_at(indices, index_size, i, size) * slice_bytes;
            if (element == CMLIR_F32) {
                add_floats((float *)(void *)place, (const float *)(const void *)from, slice);
            } else {
                add_integers(place, from, slice, element_size);
            }
            from += slice_bytes;
        }
        to += (size_t)size * slice_bytes;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
