/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_dsp.h"

#if defined(CMLIR_DSP)

static void extend(uint32_t bytes, uint32_t *out)
{
    out[0] = cmlir_dsp_even(bytes);
    out[1] = cmlir_dsp_odd(bytes);
}

static void extend_row(const int8_t *row, int32_t steps, uint32_t *out)
{
    for (; steps >= 4; steps -= 4, row += 16, out += 4 * CMLIR_DSP_STEP_WORDS) {
        extend(cmlir_dsp_load(row), out);
        extend(cmlir_dsp_load(row + 4), out + CMLIR_DSP_STEP_WORDS);
        extend(cmlir_dsp_load(row + 8), out + 2 * CMLIR_DSP_STEP_WORDS);
        extend(cmlir_dsp_load(row + 12), out + 3 * CMLIR_DSP_STEP_WORDS);
    }
    for (; steps > 0; steps--, row += 4, out += CMLIR_DSP_STEP_WORDS) {
        extend(cmlir_dsp_load(row), out);
    }
}

void cmlir_dsp_extend_s8(const cmlir_dsp_extend_args *args, uint32_t *out)
{
    const int8_t *row = args->lhs;
    for (int32_t r = 0; r < CMLIR_DSP_ROWS; r++, out += 2) {
        uint32_t *to = out;
        if (args->tail != 0) { /* the bytes before have had their turn: zeros */
            const uint32_t bytes = cmlir_dsp_load(row + args->tail_end - 4);
            extend(bytes & (UINT32_MAX << (8 * (4 - args->tail))), to);
            to += CMLIR_DSP_STEP_WORDS;
        }
        extend_row(row, args->steps, to);
        row += r + 1 < args->rows ? args->stride : 0;
    }
}

#endif
