/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve_windows.h"

#if defined(CMLIR_MVE)

void cmlir_mve_rescale_any(const cmlir_mve_windows *windows,
                           const int32_t *multiplier,
                           const int32_t *shift)
{
    const int32_t act_min = windows->act_min[0];
    const int32_t act_max = windows->act_max[0];
    for (int32_t i = 0; i < 4 * windows->groups; i++) {
        int8_t bytes[4];
        for (int32_t c = 0; c < 4; c++) {
            const int32_t *acc =
                windows->acc + windows->pair_words * (c / 2) + 8 * (i / 4) + 4 * (c % 2) + i % 4;
            const int32_t code = cmlir_add_wrapping(
                cmlir_requantize(*acc, multiplier[c], shift[c]), windows->output_offset);
            bytes[c] = (int8_t)cmlir_clamp(code, act_min, act_max);
        }
        memcpy(windows->acc + i, bytes, sizeof bytes);
    }
}

#endif
