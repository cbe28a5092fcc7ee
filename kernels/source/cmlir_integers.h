/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Integers of any size as int64_t: memory may hold any type, so accesses promise nothing else.
 */
#ifndef CMLIR_INTEGERS_H
#define CMLIR_INTEGERS_H

#include <stddef.h>
#include <stdint.h>

typedef int32_t __attribute__((may_alias)) cmlir_any_s32;
typedef int64_t __attribute__((may_alias)) cmlir_any_s64;

/* Element i of signed integers of `size` 1, 4 or 8 bytes */
static inline int64_t cmlir_read_integer(const void *data, int32_t size, ptrdiff_t i)
{
    if (size == 1) {
        return ((const int8_t *)data)[i];
    }
    return size == 4 ? ((const cmlir_any_s32 *)data)[i] : ((const cmlir_any_s64 *)data)[i];
}

/* Of larger values the lower bytes */
static inline void cmlir_write_integer(void *data, int32_t size, ptrdiff_t i, int64_t value)
{
    if (size == 1) {
        ((int8_t *)data)[i] = (int8_t)(uint8_t)value;
    } else if (size == 4) {
        ((cmlir_any_s32 *)data)[i] = (int32_t)(uint32_t)value;
    } else {
        ((cmlir_any_s64 *)data)[i] = value;
    }
}

static inline int cmlir_is_integer_size(int32_t size)
{
    return size == 1 || size == 4 || size == 8;
}

#endif
