/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Copying and filling a few bytes, without a call where there are vectors.
 */
#ifndef CMLIR_BYTES_H
#define CMLIR_BYTES_H

#include "cmlir_core.h"

#if defined(CMLIR_MVE)

/* Both return the end of what they wrote. */
static inline int8_t *cmlir_copy_bytes(int8_t *to, const int8_t *from, int32_t size)
{
    int8_t *end = to + size;
    __asm__ volatile("wlstp.8 lr, %[size], 2f\n"
                     "1:\n"
                     "vldrb.u8 q0, [%[from]], #16\n"
                     "vstrb.8 q0, [%[to]], #16\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     : [from] "+r"(from), [to] "+r"(to)
                     : [size] "r"(size)
                     : "q0", "lr", "cc", "memory");
    return end;
}

static inline int8_t *cmlir_fill_bytes(int8_t *to, int8_t value, int32_t size)
{
    int8_t *end = to + size;
    __asm__ volatile("vdup.8 q0, %[value]\n"
                     "wlstp.8 lr, %[size], 2f\n"
                     "1:\n"
                     "vstrb.8 q0, [%[to]], #16\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     : [to] "+r"(to)
                     : [size] "r"(size), [value] "r"(value)
                     : "q0", "lr", "cc", "memory");
    return end;
}

#else

static inline int8_t *cmlir_copy_bytes(int8_t *to, const int8_t *from, int32_t size)
{
    memcpy(to, from, (size_t)size);
    return to + size;
}

static inline int8_t *cmlir_fill_bytes(int8_t *to, int8_t value, int32_t size)
{
    memset(to, value, (size_t)size);
    return to + size;
}

#endif

#endif
