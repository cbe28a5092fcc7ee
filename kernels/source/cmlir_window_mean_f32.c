/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_window_f32.h"

static float mean(const cmlir_window_f32 *window, double divisor)
{
    double sum = 0.0;
    for (int32_t i = 0; i < window->rows; i++) {
        for (int32_t j = 0; j < window->columns; j++) {
            sum += (double)window->first[i * window->row_step + j * window->column_step];
            CMLIR_ONE_AT_A_TIME();
        }
    }
    return (float)(sum / divisor);
}

CMLIR_WINDOW_F32(cmlir_window_mean_f32, mean)
