/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_int4.h"

#if !defined(CMLIR_MVE)

void cmlir_unpack_s4(const int8_t *packed, int32_t count, int8_t *out)
{
    const int32_t pairs = count / 2;
    for (int32_t i = 0; i < pairs; i++) {
        out[2 * i] = cmlir_low_s4(packed[i]);
        out[2 * i + 1] = cmlir_high_s4(packed[i]);
    }
    if (count % 2 != 0) {
        out[count - 1] = cmlir_low_s4(packed[pairs]);
    }
}

#endif
