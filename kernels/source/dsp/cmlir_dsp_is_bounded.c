/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_dsp.h"

#if defined(CMLIR_DSP)

enum { MOST_DEPTH = 1 << 13 }; /* times 2^14, the most of a product */
enum { MOST_TERM = 1 << 28 };

bool cmlir_dsp_is_bounded(const cmlir_matmul_nt_s8_args *args,
                          int32_t rows,
                          const int32_t *terms)
{
    bool bounded = args->depth <= MOST_DEPTH;
    for (int32_t r = 0; r < rows; r++) {
        bounded = bounded && terms[r] > -MOST_TERM && terms[r] < MOST_TERM;
    }
    return bounded;
}

#endif
