/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arm_nnfunctions.h"
#include "cmlir_depthwise.h"
#include "cmlir_int4.h"

/* The products with the window at (y, x) of channel o: what lies outside adds nothing */
static uint32_t
window_sum(const cmlir_depthwise *d, const int8_t *data, int32_t y, int32_t x, int32_t o)
{
    const cmsis_nn_dims *input = d->input_dims;
    const cmsis_nn_dims *filter = d->filter_dims;
    const int32_t channel = o / d->params->ch_mult;
    uint32_t sum = 0;
    for (int32_t tap = 0; tap < filter->h * filter->w; tap++) {
        const int32_t line = y + tap / filter->w * d->params->dilation.h;
        const int32_t column = x + tap % filter->w * d->params->dilation.w;
        if (line < 0 || line >= input->h || column < 0 || column >= input->w) {
            continue;
        }
        const int32_t value = data[(ptrdiff_t)(line * input->w + column) * input->c + channel];
        const int32_t weight = cmlir_code_s4(d->filter, tap * d->output_dims->c + o);
        sum += (uint32_t)((value + d->params->input_offset) * weight);
    }
    return sum;
}

static int8_t finished(const cmlir_depthwise *d, uint32_t sum, int32_t o)
{
    const int32_t rescaled =
        cmlir_requantize((int32_t)sum, d->quant->multiplier[o], d->quant->shift[o]);
    const int32_t code = cmlir_add_wrapping(rescaled, d->params->output_offset);
    return (int8_t)cmlir_clamp(code, d->params->activation.min, d->params->activation.max);
}

static void convolve(const cmlir_depthwise *d, const int32_t *bias)
{
    const cmsis_nn_dims *input = d->input_dims;
    const cmsis_nn_dims *output = d->output_dims;
    const int32_t area = output->h * output->w;
    int8_t *out = d->output;
    for (int32_t pixel = 0; pixel < output->n * area; pixel++) {
        const ptrdiff_t image = (ptrdiff_t)(pixel / area) * input->h * input->w * input->c;
        const int32_t row = pixel % area / output->w;
        const int32_t y = row * d->params->stride.h - d->params->padding.h;
        const int32_t x = pixel % output->w * d->params->stride.w - d->params->padding.w;
        for (int32_t o = 0; o < output->c; o++) {
            const uint32_t start = bias == NULL ? 0 : (uint32_t)bias[o];
            *out++ = finished(d, start + window_sum(d, d->input + image, y, x, o), o);
        }
    }
}

arm_cmsis_nn_status
arm_depthwise_conv_wrapper_s4(const cmsis_nn_context *ctx,
                              const cmsis_nn_dw_conv_params *dw_conv_params,
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
    const cmlir_depthwise depthwise = {dw_conv_params, quant_params, input_dims,  input_data,
                                       filter_dims,    filter_data,  output_dims, output_data};
    (void)ctx;
    (void)bias_dims;
    if (output_dims->c != input_dims->c * dw_conv_params->ch_mult) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    convolve(&depthwise, bias_data);
    return ARM_CMSIS_NN_SUCCESS;
}
