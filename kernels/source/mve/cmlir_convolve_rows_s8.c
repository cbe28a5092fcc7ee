/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve_rows.h"

#if defined(CMLIR_MVE)

bool cmlir_convolve_rows_s8(const cmlir_convolution *convolution,
                            const int32_t *sums,
                            int8_t *memory)
{
    const cmlir_convolution *c = convolution;
    if (cmlir_convolve_rows_bytes(c->params, c->input_dims, c->filter_dims, c->output_dims) == 0) {
        return false;
    }
    if (cmlir_sweeps_rows(c->params, c->filter_dims)) {
        cmlir_mve_convolve_by_rows(c, sums, memory);
    } else {
        cmlir_mve_convolve_by_windows(c, sums, memory);
    }
    return true;
}

#endif
