/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Four codes of 8 or 16 bits at a time, as int32.
 */
#ifndef CMLIR_MVE_WIDE_H
#define CMLIR_MVE_WIDE_H

#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

static inline int32x4_t cmlir_mve_load_codes(const void *data, int32_t bytes, int32_t i)
{
    return bytes == 1 ? vldrbq_s32((const int8_t *)data + i)
                      : vldrhq_s32((const int16_t *)data + i);
}

static inline void cmlir_mve_store_codes(void *data, int32_t bytes, int32_t i, int32x4_t codes)
{
    if (bytes == 1) {
        vstrbq_s32((int8_t *)data + i, codes);
    } else {
        vstrhq_s32((int16_t *)data + i, codes);
    }
}

/* REQ(x, multiplier, shift) for any shift, multiplier 0 or more. A right shift rounds ties away
 * from zero: VRSHL rounds them up, so negative products are moved by -1 first. */
static inline int32x4_t cmlir_mve_requantize(int32x4_t x, int32_t multiplier, int32_t shift)
{
    const int32_t left = shift > 0 ? shift : 0;
    const int32_t right = shift > 0 ? 0 : shift;
    int32x4_t product = vqrdmulhq_n_s32(vshlq_r_s32(x, left), multiplier);
    if (right < 0) {
        product = vqaddq_s32(product, vshrq_n_s32(product, 31));
    }
    return vrshlq_n_s32(product, right);
}

#endif

#endif
