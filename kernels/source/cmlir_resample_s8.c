/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_core.h"
#include "cmlir_nn.h"

typedef struct {
    const cmsis_nn_dims *dims;
    const cmlir_taps *rows;
    const cmlir_taps *columns;
} layer;

/* One channel of the pixel (y, x) of the output, times the weights' units; sums wrap */
static uint32_t one_sum(const layer *l, const int8_t *image, int32_t y, int32_t x, int32_t offset)
{
    const int32_t *row_places = l->rows->places + (ptrdiff_t)y * l->rows->taps;
    const int32_t *row_weights = l->rows->weights + (ptrdiff_t)y * l->rows->taps;
    const int32_t *column_places = l->columns->places + (ptrdiff_t)x * l->columns->taps;
    const int32_t *column_weights = l->columns->weights + (ptrdiff_t)x * l->columns->taps;
    uint32_t sum = 0;
    for (int32_t i = 0; i < l->rows->taps; i++) {
        const int8_t *line = image + (ptrdiff_t)row_places[i] * l->dims->w * l->dims->c;
        int32_t part = 0;
        for (int32_t j = 0; j < l->columns->taps; j++) {
            const int32_t code = line[(ptrdiff_t)column_places[j] * l->dims->c];
            part += column_weights[j] * (code + offset);
        }
        sum += (uint32_t)part * (uint32_t)row_weights[i];
    }
    return sum;
}

arm_cmsis_nn_status cmlir_resample_s8(const cmsis_nn_dims *input_dims,
                                      const int8_t *input,
                                      const cmlir_taps *rows,
                                      const cmlir_taps *columns,
                                      int32_t input_offset,
                                      int32_t multiplier,
                                      int32_t shift,
                                      int32_t output_offset,
                                      const cmsis_nn_activation *activation,
                                      const cmsis_nn_dims *output_dims,
                                      int8_t *output)
{
    const layer l = {input_dims, rows, columns};
    const ptrdiff_t image = (ptrdiff_t)input_dims->h * input_dims->w * input_dims->c;
    const int32_t pixels = output_dims->h * output_dims->w;
    for (int32_t pixel = 0; pixel < input_dims->n * pixels; pixel++) {
        const int8_t *in = input + pixel / pixels * image;
        const int32_t y = pixel % pixels / output_dims->w;
        const int32_t x = pixel % output_dims->w;
        for (int32_t c = 0; c < input_dims->c; c++) {
            const uint32_t sum = one_sum(&l, in + c, y, x, input_offset);
            const int32_t rescaled = cmlir_requantize((int32_t)sum, multiplier, shift);
            const int32_t code = cmlir_add_wrapping(rescaled, output_offset);
            *output++ = (int8_t)cmlir_clamp(code, activation->min, activation->max);
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
