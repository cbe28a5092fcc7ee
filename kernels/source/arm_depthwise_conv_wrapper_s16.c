/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arm_nnfunctions.h"
#include "cmlir_s16.h"

/* A window and where it lies; dims and params as in arm_depthwise_conv_wrapper_s16 */
typedef struct {
    const cmsis_nn_dw_conv_params *params;
    const cmsis_nn_dims *input;
    const cmsis_nn_dims *filter;
    const int8_t *weights;
    const int16_t *image;
    int32_t top;
    int32_t left;
} window_t;

/* The sum of output channel o */
static int64_t sum_of(const window_t *window, int32_t o)
{
    const cmsis_nn_dims *input = window->input;
    const cmsis_nn_dims *filter = window->filter;
    const int16_t *image = window->image + o / window->params->ch_mult;
    const int8_t *weights = window->weights + o;
    int64_t sum = 0;
    for (int32_t i = 0; i < filter->h; i++) {
        const int32_t y = window->top + i * window->params->dilation.h;
        for (int32_t j = 0; j < filter->w; j++, weights += filter->c) {
            const int32_t x = window->left + j * window->params->dilation.w;
            if (y >= 0 && y < input->h && x >= 0 && x < input->w) {
                sum += image[((ptrdiff_t)y * input->w + x) * input->c] * *weights;
            }
        }
    }
    return sum;
}

static int16_t *one_image(const cmlir_row_s16_args *args,
                          window_t *window,
                          const cmsis_nn_dims *output,
                          int16_t *out)
{
    const cmsis_nn_dw_conv_params *params = window->params;
    for (int32_t y = 0; y < output->h; y++) {
        window->top = y * params->stride.h - params->padding.h;
        for (int32_t x = 0; x < output->w; x++, out += output->c) {
            window->left = x * params->stride.w - params->padding.w;
            for (int32_t o = 0; o < output->c; o++) {
                out[o] = cmlir_finish_s16(args, sum_of(window, o), o);
            }
        }
    }
    return out;
}

arm_cmsis_nn_status
arm_depthwise_conv_wrapper_s16(const cmsis_nn_context *ctx,
                               const cmsis_nn_dw_conv_params *dw_conv_params,
                               const cmsis_nn_per_channel_quant_params *quant_params,
                               const cmsis_nn_dims *input_dims,
                               const int16_t *input_data,
                               const cmsis_nn_dims *filter_dims,
                               const int8_t *filter_data,
                               const cmsis_nn_dims *bias_dims,
                               const int64_t *bias_data,
                               const cmsis_nn_dims *output_dims,
                               int16_t *output_data)
{
    const cmlir_row_s16_args args = {
        .bias = bias_data,
        .multiplier = quant_params->multiplier,
        .shift = quant_params->shift,
        .per_channel = 1,
        .activation = dw_conv_params->activation,
    };
    window_t window = {dw_conv_params, input_dims, filter_dims, filter_data, input_data, 0, 0};
    (void)ctx;
    (void)bias_dims;
    if (output_dims->c != input_dims->c * dw_conv_params->ch_mult) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    for (int32_t n = 0; n < input_dims->n; n++) {
        output_data = one_image(&args, &window, output_dims, output_data);
        window.image += (ptrdiff_t)input_dims->h * input_dims->w * input_dims->c;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
