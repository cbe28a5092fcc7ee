/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The loops over the windows of a float image.
 */
#ifndef CMLIR_WINDOW_F32_H
#define CMLIR_WINDOW_F32_H

#include <stddef.h>

#include "cmlir_nn_f32.h"
#include "cmlir_real.h"

/* One channel of one window */
typedef struct {
    const float *first;
    int32_t rows;
    int32_t columns;
    ptrdiff_t row_step; /* elements from a row of the window to the next */
    ptrdiff_t column_step;
} cmlir_window_f32;

/* Defines NAME, which gives every window and its divisor to float OF(const cmlir_window_f32 *,
 * double). */
#define CMLIR_WINDOW_F32(NAME, OF)                                                                 \
    arm_cmsis_nn_status NAME(const cmsis_nn_dims *input_dims, const float *input,                  \
                             const cmlir_windows *windows, const cmsis_nn_dims *output_dims,       \
                             float *output)                                                        \
    {                                                                                              \
        const ptrdiff_t c = input_dims->c;                                                         \
        const ptrdiff_t row = input_dims->w * c;                                                   \
        cmlir_window_f32 window;                                                                   \
        window.row_step = row * windows->row_dilation;                                             \
        window.column_step = c * windows->column_dilation;                                         \
        for (int32_t n = 0; n < input_dims->n; n++, input += input_dims->h * row) {                \
            for (int32_t y = 0; y < output_dims->h; y++) {                                         \
                for (int32_t x = 0; x < output_dims->w; x++) {                                     \
                    const int32_t *divisors = windows->column_divisors;                            \
                    const double divisor =                                                         \
                        (double)windows->row_divisors[y] * (double)divisors[x];                    \
                    window.first =                                                                 \
                        input + windows->rows[y].start * row + windows->columns[x].start * c;      \
                    window.rows = windows->rows[y].count;                                          \
                    window.columns = windows->columns[x].count;                                    \
                    for (int32_t k = 0; k < input_dims->c; k++, window.first++) {                  \
                        *output++ = OF(&window, divisor);                                          \
                    }                                                                              \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
        return ARM_CMSIS_NN_SUCCESS;                                                               \
    }

#endif
