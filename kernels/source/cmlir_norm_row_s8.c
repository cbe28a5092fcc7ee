/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_core.h"

#if !defined(CMLIR_MVE)

void cmlir_norm_row_s8(const int8_t *in,
                       int8_t *out,
                       cmlir_norm_scale_t scale,
                       const cmlir_norm_row_args *args)
{
    for (int32_t i = 0; i < args->row_size; i++) {
        const int32_t u = cmlir_add_wrapping(cmlir_mul_wrapping(in[i], scale.step), scale.start);
        const int32_t t = cmlir_doubling_high_multiply(u, scale.inverse);
        const int32_t scaled = cmlir_doubling_high_multiply(t, args->multipliers[i]);
        const int32_t code = cmlir_add_wrapping(scaled, args->bias[i]) >> args->shift;
        out[i] = (int8_t)cmlir_clamp(code, args->act_min, args->act_max);
    }
}

#endif
