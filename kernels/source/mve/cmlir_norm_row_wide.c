/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "../cmlir_wide.h"
#include "cmlir_mve_wide.h"

#if defined(CMLIR_MVE)

void cmlir_norm_row_wide(const void *in,
                         int32_t in_bytes,
                         void *out,
                         int32_t out_bytes,
                         cmlir_norm_scale_t scale,
                         const cmlir_norm_row_args *args)
{
    const int32x4_t least = vdupq_n_s32(args->act_min);
    const int32x4_t most = vdupq_n_s32(args->act_max);
    const int32x4_t start = vdupq_n_s32(scale.start);
    int32_t i = 0;
    for (; i + 4 <= args->row_size; i += 4) {
        const int32x4_t x = cmlir_mve_load_codes(in, in_bytes, i);
        const int32x4_t u = vmlaq_n_s32(start, x, scale.step);
        const int32x4_t t = vqrdmulhq_n_s32(u, scale.inverse);
        const int32x4_t scaled = vqrdmulhq_s32(t, vldrwq_s32(args->multipliers + i));
        const int32x4_t sum = vaddq_s32(scaled, vldrwq_s32(args->bias + i));
        const int32x4_t code = vshlq_r_s32(sum, -args->shift);
        cmlir_mve_store_codes(out, out_bytes, i, vminq_s32(vmaxq_s32(code, least), most));
    }
    for (; i < args->row_size; i++) {
        const int32_t x = cmlir_load_code(in, in_bytes, i);
        cmlir_store_code(out, out_bytes, i, cmlir_norm_code(scale, args, x, i));
    }
}

#endif
