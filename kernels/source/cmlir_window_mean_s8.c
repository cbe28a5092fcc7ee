/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_core.h"
#include "cmlir_nn.h"

typedef struct {
    const cmsis_nn_dims *dims;
    const cmsis_nn_activation *activation;
    int32_t input_offset;
    int32_t output_offset;
} layer;

/* The codes of one channel of a window */
static uint32_t
sum_of(const layer *l, const int8_t *window, cmlir_span rows, cmlir_span columns)
{
    uint32_t sum = (uint32_t)rows.count * (uint32_t)columns.count * (uint32_t)l->input_offset;
    for (int32_t i = 0; i < rows.count; i++) {
        const int8_t *pixel = window + (ptrdiff_t)i * l->dims->w * l->dims->c;
        for (int32_t j = 0; j < columns.count; j++, pixel += l->dims->c) {
            const int32_t code = *pixel;
            sum += (uint32_t)code;
        }
    }
    return sum;
}

arm_cmsis_nn_status cmlir_window_mean_s8(const cmsis_nn_dims *input_dims,
                                         const int8_t *input,
                                         const cmlir_span *rows,
                                         const cmlir_span *columns,
                                         const int32_t *row_kinds,
                                         const int32_t *column_kinds,
                                         int32_t input_offset,
                                         const int32_t *multiplier,
                                         const int32_t *shift,
                                         int32_t output_offset,
                                         const cmsis_nn_activation *activation,
                                         const cmsis_nn_dims *output_dims,
                                         int8_t *output)
{
    const layer l = {input_dims, activation, input_offset, output_offset};
    const ptrdiff_t area = (ptrdiff_t)input_dims->h * input_dims->w;
    const int32_t pixels = output_dims->h * output_dims->w;
    for (int32_t pixel = 0; pixel < input_dims->n * pixels; pixel++) {
        const int32_t y = pixel % pixels / output_dims->w;
        const int32_t x = pixel % output_dims->w;
        const int32_t kind = row_kinds[y] + column_kinds[x];
        const ptrdiff_t first =
            pixel / pixels * area + (ptrdiff_t)rows[y].start * input_dims->w + columns[x].start;
        for (int32_t c = 0; c < input_dims->c; c++) {
            const uint32_t sum = sum_of(&l, input + first * input_dims->c + c, rows[y], columns[x]);
            const int32_t mean = cmlir_requantize((int32_t)sum, multiplier[kind], shift[kind]);
            const int32_t code = cmlir_add_wrapping(mean, l.output_offset);
            *output++ = (int8_t)cmlir_clamp(code, l.activation->min, l.activation->max);
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
