/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_convolve.h"

/* Copies the windows of the output pixels first.., `count` of them, to rows, one after the other. */
static void gather_block(
    const cmlir_convolution *c, cmlir_image image, int32_t first, int32_t count, int8_t *rows)
{
    const cmsis_nn_dims *output = c->output_dims;
    const cmsis_nn_tile stride = c->params->stride;
    const cmsis_nn_tile padding = c->params->padding;
    const int32_t depth = cmlir_window_bytes(c->filter_dims);
    const int32_t area = output->h * output->w;
    const int8_t *data = image.data;
    int32_t n = first / area;
    int32_t y = first % area / output->w;
    int32_t x = first % output->w;
    for (int32_t row = 0; row < count; row++, rows += depth) {
        image.data = data + (ptrdiff_t)n * image.h * image.w * image.c;
        cmlir_gather_window_s8(&image, y * stride.h - padding.h, x * stride.w - padding.w, rows);
        if (++x < output->w) {
            continue;
        }
        x = 0;
        if (++y == output->h) {
            y = 0;
            n++;
        }
    }
}

static cmlir_image image_of_group(const cmlir_convolution *c, int32_t group)
{
    const cmlir_image image = {
        .data = c->input + (ptrdiff_t)group * c->filter_dims->c,
        .h = c->input_dims->h,
        .w = c->input_dims->w,
        .c = c->input_dims->c,
        .channels = c->filter_dims->c,
        .kernel_h = c->filter_dims->h,
        .kernel_w = c->filter_dims->w,
        .dilation_h = c->params->dilation.h,
        .dilation_w = c->params->dilation.w,
        .outside = (int8_t)-c->params->input_offset,
    };
    return image;
}

void cmlir_convolve_channels_s8(const cmlir_convolution *convolution,
                                int32_t first,
                                int32_t count,
                                const int32_t *sums,
                                int32_t pixels,
                                int8_t *rows)
{
    const cmlir_convolution *c = convolution;
    const int32_t all = cmlir_pixels(c->output_dims);
    cmlir_matmul_nt_s8_args matmul = cmlir_convolution_matmul(c, first, count, sums);
    if (cmlir_is_pointwise(c->params, c->input_dims, c->filter_dims, c->output_dims)) {
        cmlir_matmul_nt_s8(&matmul);
        return;
    }
    const cmlir_image image = image_of_group(c, first / cmlir_channels_per_group(c));
    matmul.lhs = rows;
    for (int32_t done = 0; done < all; done += matmul.rows) {
        matmul.rows = all - done < pixels ? all - done : pixels;
        gather_block(c, image, done, matmul.rows, rows);
        cmlir_matmul_nt_s8(&matmul);
        matmul.out += (ptrdiff_t)matmul.rows * matmul.out_stride;
    }
}
