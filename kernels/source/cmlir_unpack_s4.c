/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_int4.h"

#if !defined(CMLIR_MVE)

void cmlir_unpack_s4(const int8_t *packed, int32_t count, int8_t *out)
{
    for (int32_t i = 0; i < count; i++) {
        out[i] = (int8_t)cmlir_code_s4(packed, i);
    }
}

#endif
