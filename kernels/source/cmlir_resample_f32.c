/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stddef.h>

#include "cmlir_nn_f32.h"
#include "cmlir_real.h"

/* One channel of the pixel (y, x) of the output; the sum over columns first */
static float one_sum(const cmsis_nn_dims *dims,
                     const float *image,
                     const cmlir_real_taps *rows,
                     int32_t y,
                     const cmlir_real_taps *columns,
                     int32_t x)
{
    double sum = 0.0;
    for (int32_t i = y * rows->taps; i < (y + 1) * rows->taps; i++) {
        const float *line = image + (ptrdiff_t)rows->places[i] * dims->w * dims->c;
        double part = 0.0;
        for (int32_t j = x * columns->taps; j < (x + 1) * columns->taps; j++) {
            const double value = (double)line[(ptrdiff_t)columns->places[j] * dims->c];
            part += value * columns->weights[j];
            CMLIR_ONE_AT_A_TIME();
        }
        sum += part * rows->weights[i];
    }
    return (float)sum;
}

arm_cmsis_nn_status cmlir_resample_f32(const cmsis_nn_dims *input_dims,
                                       const float *input,
                                       const cmlir_real_taps *rows,
                                       const cmlir_real_taps *columns,
                                       const cmsis_nn_dims *output_dims,
                                       float *output)
{
    const ptrdiff_t image = (ptrdiff_t)input_dims->h * input_dims->w * input_dims->c;
    for (int32_t n = 0; n < input_dims->n; n++, input += image) {
        for (int32_t y = 0; y < output_dims->h; y++) {
            for (int32_t x = 0; x < output_dims->w; x++) {
                for (int32_t c = 0; c < input_dims->c; c++) {
                    *output++ = one_sum(input_dims, input + c, rows, y, columns, x);
                }
            }
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
