/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arm_nnfunctions.h"
#include "cmlir_transpose_conv.h"

typedef struct {
    cmlir_spread rows;
    cmlir_spread columns;
    int32_t channels;
    int32_t input_offset;
} layer;

/* The products of one pixel with one tap of one output channel; sums wrap */
static uint32_t dot(const int8_t *pixel, const int8_t *filter, const layer *l)
{
    uint32_t sum = 0;
    for (int32_t c = 0; c < l->channels; c++) {
        sum += (uint32_t)((pixel[c] + l->input_offset) * filter[c]);
    }
    return sum;
}

/* All that meets at output pixel (y, x), for one output channel with its filter [kh][kw][channels] */
static uint32_t meeting(const layer *l, const int8_t *image, int32_t y, int32_t x, const int8_t *filter)
{
    const cmlir_phase rows = cmlir_phase_of(&l->rows, (y + l->rows.padding) % l->rows.stride);
    const cmlir_phase columns =
        cmlir_phase_of(&l->columns, (x + l->columns.padding) % l->columns.stride);
    uint32_t sum = 0;
    int32_t row = cmlir_first_source(&l->rows, &rows, y);
    for (int32_t i = 0; i < rows.count; i++, row -= rows.back) {
        const int32_t tap_row = (rows.first + i * rows.step) * l->columns.kernel;
        int32_t column = cmlir_first_source(&l->columns, &columns, x);
        for (int32_t j = 0; j < columns.count; j++, column -= columns.back) {
            if (row < 0 || row >= l->rows.input || column < 0 || column >= l->columns.input) {
                continue;
            }
            const ptrdiff_t tap = tap_row + columns.first + j * columns.step;
            const ptrdiff_t pixel = (ptrdiff_t)row * l->columns.input + column;
            sum += dot(image + pixel * l->channels, filter + tap * l->channels, l);
        }
    }
    return sum;
}

arm_cmsis_nn_status
arm_transpose_conv_wrapper_s8(const cmsis_nn_context *ctx,
                              const cmsis_nn_context *output_ctx,
                              const cmsis_nn_transpose_conv_params *transpose_conv_params,
                              const cmsis_nn_per_channel_quant_params *quant_params,
                              const cmsis_nn_dims *input_dims,
                              const int8_t *input_data,
                              const cmsis_nn_dims *filter_dims,
                              const int8_t *filter_data,
                              const cmsis_nn_dims *bias_dims,
                              const int32_t *bias_data,
                              const cmsis_nn_dims *output_dims,
                              int8_t *output_data)
{
    (void)ctx;
    (void)output_ctx;
    (void)bias_dims;
    const cmsis_nn_transpose_conv_params *params = transpose_conv_params;
    const layer l = {
        cmlir_spread_of_rows(params, input_dims, filter_dims, output_dims),
        cmlir_spread_of_columns(params, input_dims, filter_dims, output_dims),
        input_dims->c,
        params->input_offset,
    };
    const int32_t area = output_dims->h * output_dims->w;
    const ptrdiff_t taps = (ptrdiff_t)filter_dims->h * filter_dims->w;
    for (int32_t pixel = 0; pixel < input_dims->n * area; pixel++) {
        const ptrdiff_t image = (ptrdiff_t)(pixel / area) * input_dims->h * input_dims->w;
        const int32_t y = pixel % area / output_dims->w;
        const int32_t x = pixel % output_dims->w;
        for (int32_t o = 0; o < output_dims->c; o++) {
            const uint32_t sum = meeting(&l, input_data + image * l.channels, y, x,
                                         filter_data + o * taps * l.channels);
            const uint32_t start = bias_data == NULL ? 0 : (uint32_t)bias_data[o];
            const int32_t code = cmlir_add_wrapping(
                cmlir_requantize((int32_t)(start + sum), quant_params->multiplier[o],
                                 quant_params->shift[o]),
                params->output_offset);
            *output_data++ =
                (int8_t)cmlir_clamp(code, params->activation.min, params->activation.max);
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
