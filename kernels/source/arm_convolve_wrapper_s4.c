/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arm_nnfunctions.h"
#include "cmlir_convolve.h"
#include "cmlir_int4.h"

enum { PIXELS = 4 }; /* what Arm's library gathers at a time on MVE: its callers' memory suffices */

/* The windows of the pixels first .., `count` of them, one after the other */
static void
gather(const cmlir_convolution *c, cmlir_image image, int32_t first, int32_t count, int8_t *rows)
{
    const int32_t width = c->output_dims->w;
    const int32_t area = c->output_dims->h * width;
    const cmsis_nn_tile stride = c->params->stride;
    const cmsis_nn_tile padding = c->params->padding;
    const int8_t *data = image.data;
    for (int32_t pixel = first; pixel < first + count; pixel++) {
        const int32_t y = pixel % area / width * stride.h - padding.h;
        const int32_t x = pixel % width * stride.w - padding.w;
        image.data = data + (ptrdiff_t)(pixel / area) * image.h * image.w * image.c;
        cmlir_gather_window_s8(&image, y, x, rows);
        rows += cmlir_window_bytes(c->filter_dims);
    }
}

static void convolve(const cmlir_convolution *c, const int32_t *bias, int8_t *rows)
{
    const int32_t all = cmlir_pixels(c->output_dims);
    const int32_t offset = c->params->input_offset;
    const cmlir_image image = {
        .data = c->input,
        .h = c->input_dims->h,
        .w = c->input_dims->w,
        .c = c->input_dims->c,
        .channels = c->input_dims->c,
        .kernel_h = c->filter_dims->h,
        .kernel_w = c->filter_dims->w,
        .dilation_h = c->params->dilation.h,
        .dilation_w = c->params->dilation.w,
        .outside = (int8_t)-offset,
    };
    cmlir_matmul_nt_s8_args matmul = cmlir_convolution_matmul(c, 0, c->output_dims->c, NULL);
    matmul.lhs = rows;
    for (int32_t done = 0; done < all; done += PIXELS) {
        matmul.rows = all - done < PIXELS ? all - done : PIXELS;
        gather(c, image, done, matmul.rows, rows);
        cmlir_matmul_bias_s4(&matmul, offset, bias);
        matmul.out += (ptrdiff_t)matmul.rows * matmul.out_stride;
    }
}

arm_cmsis_nn_status arm_convolve_wrapper_s4(const cmsis_nn_context *ctx,
                                            const cmsis_nn_conv_params *conv_params,
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
    (void)bias_dims;
    const cmlir_convolution convolution = {conv_params, quant_params, input_dims,  input_data,
                                           filter_dims, filter_data,  output_dims, output_data};
    if (filter_dims->c != input_dims->c) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    if (cmlir_is_pointwise(conv_params, input_dims, filter_dims, output_dims)) {
        const cmlir_matmul_nt_s8_args matmul =
            cmlir_convolution_matmul(&convolution, 0, output_dims->c, NULL);
        cmlir_matmul_bias_s4(&matmul, conv_params->input_offset, bias_data);
        return ARM_CMSIS_NN_SUCCESS;
    }
    if (ctx->buf == NULL) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    convolve(&convolution, bias_data, ctx->buf);
    return ARM_CMSIS_NN_SUCCESS;
}
