/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_wide.h"

#if !defined(CMLIR_MVE)

void cmlir_norm_row_wide(const void *in,
                         int32_t in_bytes,
                         void *out,
                         int32_t out_bytes,
                         cmlir_norm_scale_t scale,
                         const cmlir_norm_row_args *args)
{
    for (int32_t i = 0; i < args->row_size; i++) {
        const int32_t x = cmlir_load_code(in, in_bytes, i);
        cmlir_store_code(out, out_bytes, i, cmlir_norm_code(scale, args, x, i));
    }
}

#endif
