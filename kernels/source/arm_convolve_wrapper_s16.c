/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arm_nnfunctions.h"
#include "cmlir_convolve.h"
#include "cmlir_s16.h"

/* Windows are gathered as bytes: the zero point is 0, so that 0 stands outside the image. */
static cmlir_image image_of(const cmsis_nn_conv_params *params,
                            const cmsis_nn_dims *input,
                            const cmsis_nn_dims *filter,
                            const int16_t *data)
{
    const int32_t pixel_bytes = 2 * input->c;
    return (cmlir_image){
        .data = (const int8_t *)data,
        .h = input->h,
        .w = input->w,
        .c = pixel_bytes,
        .channels = pixel_bytes,
        .kernel_h = filter->h,
        .kernel_w = filter->w,
        .dilation_h = params->dilation.h,
        .dilation_w = params->dilation.w,
    };
}

static int16_t *one_image(const cmlir_row_s16_args *args,
                          const cmsis_nn_conv_params *params,
                          const cmlir_image *image,
                          const cmsis_nn_dims *output,
                          int16_t *window,
                          int16_t *out)
{
    for (int32_t y = 0; y < output->h; y++) {
        const int32_t top = y * params->stride.h - params->padding.h;
        for (int32_t x = 0; x < output->w; x++, out += output->c) {
            const int32_t left = x * params->stride.w - params->padding.w;
            cmlir_gather_window_s8(image, top, left, (int8_t *)window);
            cmlir_row_s16(args, window, out);
        }
    }
    return out;
}

arm_cmsis_nn_status
arm_convolve_wrapper_s16(const cmsis_nn_context *ctx,
                         const cmsis_nn_conv_params *conv_params,
                         const cmsis_nn_per_channel_quant_params *quant_params,
                         const cmsis_nn_dims *input_dims,
                         const int16_t *input_data,
                         const cmsis_nn_dims *filter_dims,
                         const int8_t *filter_data,
                         const cmsis_nn_dims *bias_dims,
                         const cmsis_nn_bias_data *bias_data,
                         const cmsis_nn_dims *output_dims,
                         int16_t *output_data)
{
    const cmlir_row_s16_args args = {
        .filter = filter_data,
        .depth = cmlir_window_bytes(filter_dims),
        .channels = output_dims->c,
        .bias = bias_data->data,
        .is_int32_bias = bias_data->is_int32_bias,
        .multiplier = quant_params->multiplier,
        .shift = quant_params->shift,
        .per_channel = 1,
        .activation = conv_params->activation,
    };
    (void)bias_dims;
    if (ctx->buf == NULL || filter_dims->c != input_dims->c) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    cmlir_image image = image_of(conv_params, input_dims, filter_dims, input_data);
    for (int32_t n = 0; n < input_dims->n; n++) {
        output_data = one_image(&args, conv_params, &image, output_dims, ctx->buf, output_data);
        image.data += (ptrdiff_t)image.h * image.w * image.c;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
