/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "../cmlir_int4.h"
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

void cmlir_unpack_s4(const int8_t *packed, int32_t count, int8_t *out)
{
    const int32_t whole = count & ~31;
    for (int32_t i = 0; i < whole; i += 32) {
        const int8x16_t pairs = vldrbq_s8(packed + i / 2);
        int8x16x2_t codes;
        codes.val[0] = vshrq_n_s8(vshlq_n_s8(pairs, 4), 4);
        codes.val[1] = vshrq_n_s8(pairs, 4);
        vst2q_s8(out + i, codes); /* by turns */
    }
    for (int32_t i = whole; i < count; i++) {
        out[i] = (int8_t)cmlir_code_s4(packed, i);
    }
}

#endif
