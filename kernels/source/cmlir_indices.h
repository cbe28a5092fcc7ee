/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Indices of slices along an axis; negative ones count from its end.
 */
#ifndef CMLIR_INDICES_H
#define CMLIR_INDICES_H

#include <stdbool.h>

#include "cmlir_integers.h"

static inline bool
cmlir_are_inside(const void *indices, int32_t index_size, int32_t count, int32_t size)
{
    for (int32_t i = 0; i < count; i++) {
        const int64_t index = cmlir_read_integer(indices, index_size, i);
        if (index < -(int64_t)size || index >= size) {
            return false;
        }
    }
    return true;
}

/* Index i of those that are inside, from the start */
static inline size_t
cmlir_index_at(const void *indices, int32_t index_size, int32_t i, int32_t size)
{
    const int64_t index = cmlir_read_integer(indices, index_size, i);
    return (size_t)(index < 0 ? index + size : index);
}

#endif
