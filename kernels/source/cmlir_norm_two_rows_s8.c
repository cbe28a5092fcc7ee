/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_core.h"

#if !defined(CMLIR_MVE)

void cmlir_norm_two_rows_s8(const int8_t *in,
                            int8_t *out,
                            const cmlir_norm_scale_t scale[2],
                            const cmlir_norm_row_args *args)
{
    cmlir_norm_row_s8(in, out, scale[0], args);
    cmlir_norm_row_s8(in + args->row_size, out + args->row_size, scale[1], args);
}

#endif
