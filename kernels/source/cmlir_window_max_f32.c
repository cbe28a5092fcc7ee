/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_window_f32.h"

/* NaN where there is one */
static float largest(const cmlir_window_f32 *window, double divisor)
{
    float found = *window->first;
    (void)divisor;
    for (int32_t i = 0; i < window->rows; i++) {
        for (int32_t j = 0; j < window->columns; j++) {
            const float x = window->first[i * window->row_step + j * window->column_step];
            if (x > found || x != x) {
                found = x;
            }
            CMLIR_ONE_AT_A_TIME();
        }
    }
    return found;
}

CMLIR_WINDOW_F32(cmlir_window_max_f32, largest)
