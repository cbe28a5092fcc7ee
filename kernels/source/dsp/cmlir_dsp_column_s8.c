/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_dsp.h"

#if defined(CMLIR_DSP)

enum { MOST_START = 1 << 29 };
enum { MOST_SHIFT = 22 };
enum { MOST_OFFSET = 128 };

/* See cmlir_dsp.h: only then is the fast arithmetic exact. */
static bool is_scaled(int32_t start, int32_t multiplier, int32_t shift, int32_t offset)
{
    return start > -MOST_START && start < MOST_START && multiplier >= 0 && shift <= 0
           && shift >= -MOST_SHIFT && offset >= -MOST_OFFSET && offset <= MOST_OFFSET;
}

cmlir_dsp_column
cmlir_dsp_column_s8(const cmlir_matmul_nt_s8_args *args, int32_t col, bool is_bounded)
{
    const int32_t channel = args->per_channel != 0 ? col : 0;
    const int32_t multiplier = args->multiplier[channel];
    const int32_t shift = args->shift[channel];
    cmlir_dsp_column column = {{0, 0, 0}, false, multiplier, shift};
    if (is_bounded
        && is_scaled(cmlir_dsp_start(args, col), multiplier, shift, args->output_offset)) {
        const int32_t right = -shift;
        const int32_t offset = cmlir_shift_left(args->output_offset, right);
        const int32_t half = right == 0 ? 0 : 1 << (right - 1);
        column.is_scaled = true;
        column.scale = (cmlir_dsp_scale){multiplier, offset + half, right};
    }
    return column;
}

#endif
