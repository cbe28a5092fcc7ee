/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

/* One lane of a vector counts: VQRDMULH is DHM in a single instruction. */
int32_t cmlir_inverse_sqrt(int32_t v)
{
    const int32x4_t value = vdupq_n_s32(v);
    const int32x4_t three = vdupq_n_s32(3 << 29);
    int32x4_t y = vqrdmlahq_n_s32(vdupq_n_s32(CMLIR_INVERSE_SQRT_START), value,
                                  CMLIR_INVERSE_SQRT_SLOPE);
    y = vshlq_n_s32(y, 1);
    for (int32_t step = 0; step < CMLIR_INVERSE_SQRT_STEPS; step++) {
        const int32x4_t square = vqrdmulhq_s32(y, y);
        const int32x4_t error = vsubq_s32(three, vqrdmulhq_s32(value, square));
        y = vshlq_n_s32(vqrdmulhq_s32(y, error), 1);
    }
    return vgetq_lane_s32(y, 0);
}

#endif
