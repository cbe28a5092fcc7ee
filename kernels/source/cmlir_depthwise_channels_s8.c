/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_depthwise.h"

/* The sum of the window at (y, x) of channel o, which reads data[..][o / ch_mult] */
static uint32_t
window_sum(const cmlir_depthwise *d, const int8_t *data, int32_t y, int32_t x, int32_t o)
{
    const cmsis_nn_dims *input = d->input_dims;
    const cmsis_nn_dims *filter = d->filter_dims;
    const int8_t *weight = d->filter + o;
    const int32_t channel = o / d->params->ch_mult;
    uint32_t sum = 0;
    for (int32_t i = 0; i < filter->h; i++) {
        const int32_t line = y + i * d->params->dilation.h;
        for (int32_t j = 0; j < filter->w; j++, weight += filter->c) {
            const int32_t column = x + j * d->params->dilation.w;
            int32_t value = -d->params->input_offset;
            if (line >= 0 && line < input->h && column >= 0 && column < input->w) {
                value = data[(ptrdiff_t)(line * input->w + column) * input->c + channel];
            }
            sum += (uint32_t)(value * *weight);
        }
    }
    return sum;
}

static int8_t finished(const cmlir_depthwise *d, int32_t sum, int32_t o)
{
    const int32_t rescaled = cmlir_requantize(sum, d->quant->multiplier[o], d->quant->shift[o]);
    const int32_t code = cmlir_add_wrapping(rescaled, d->params->output_offset);
    return (int8_t)cmlir_clamp(code, d->params->activation.min, d->params->activation.max);
}

void cmlir_depthwise_channels_s8(const cmlir_depthwise *depthwise,
                                 int32_t first,
                                 int32_t count,
                                 const int32_t *sums)
{
    const cmlir_depthwise *d = depthwise;
    const cmsis_nn_dims *input = d->input_dims;
    const cmsis_nn_dims *output = d->output_dims;
    const cmsis_nn_tile stride = d->params->stride;
    const int8_t *data = d->input;
    int8_t *out = d->output + first;
    for (int32_t n = 0; n < output->n; n++, data += input->h * input->w * input->c) {
        for (int32_t row = 0; row < output->h; row++) {
            const int32_t y = row * stride.h - d->params->padding.h;
            int32_t x = -d->params->padding.w;
            for (int32_t column = 0; column < output->w; column++, x += stride.w) {
                for (int32_t i = 0; i < count; i++) {
                    const uint32_t sum = (uint32_t)sums[i] + window_sum(d, data, y, x, first + i);
                    out[i] = finished(d, (int32_t)sum, first + i);
                }
                out += output->c;
            }
        }
    }
}
