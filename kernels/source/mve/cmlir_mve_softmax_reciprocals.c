/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

/* cmlir_one_over_one_plus for four sums at once; half = (1 + a) / 2 */
static int32x4_t reciprocals(uint32x4_t sums, int32x4_t leading_zeros)
{
    const int32x4_t one = vdupq_n_s32(1 << 29);
    const uint32x4_t top_aligned = vshlq_u32(sums, leading_zeros);
    const int32x4_t half = vreinterpretq_s32_u32(vshrq_n_u32(top_aligned, 1));
    int32x4_t x = vqrdmlahq_n_s32(vdupq_n_s32(1515870810), half, -1010580540);
    for (int32_t step = 0; step < 3; step++) {
        const int32x4_t error = vsubq_s32(one, vqrdmulhq_s32(half, x));
        x = vaddq_s32(x, vqshlq_n_s32(vqrdmulhq_s32(x, error), 2));
    }
    return vqshlq_n_s32(x, 1);
}

void cmlir_mve_softmax_reciprocals(const uint32_t sums[CMLIR_MVE_SOFTMAX_ROWS],
                                   const int32_t excess[CMLIR_MVE_SOFTMAX_ROWS],
                                   cmlir_mve_softmax_rows *rows)
{
    const uint32x4_t sum = vldrwq_u32(sums);
    const int32x4_t leading_zeros = vreinterpretq_s32_u32(vclzq_u32(sum));
    const int32x4_t exponent = vaddq_n_s32(vsubq_s32(vldrwq_s32(excess), leading_zeros), 12);
    vstrwq_s32(rows->exponent, exponent);
    vstrwq_s32(rows->reciprocal, reciprocals(sum, leading_zeros));
}

#endif
