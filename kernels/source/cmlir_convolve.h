/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the convolutions share: the windows of an image as rows of a matrix, and how many of them
 * are gathered at a time.
 */
#ifndef CMLIR_CONVOLVE_H
#define CMLIR_CONVOLVE_H

#include "cmlir_core.h"

enum { CMLIR_BLOCK_PIXELS = 32, CMLIR_BLOCK_BYTES = 8192 };

/* Output channels whose start values are computed at a time where none are given */
enum { CMLIR_SUMS_TILE = 32 };

/* Windows of [kernel_h][kernel_w] pixels, of which `channels` neighbours are read */
typedef struct {
    const int8_t *data; /* the first of these channels of pixel (0, 0) */
    int32_t h;
    int32_t w;
    int32_t c; /* bytes from a pixel to the next */
    int32_t channels;
    int32_t kernel_h;
    int32_t kernel_w;
    int32_t dilation_h;
    int32_t dilation_w;
    int8_t outside; /* stands outside the image */
} cmlir_image;

/* Copies the window whose first pixel is (y, x), inside the image or not, to
 * window [kernel_h][kernel_w][channels]. */
void cmlir_gather_window_s8(const cmlir_image *image, int32_t y, int32_t x, int8_t *window);

/* A convolution without the start values of its sums; dims and params as in arm_convolve_s8 */
typedef struct {
    const cmsis_nn_conv_params *params;
    const cmsis_nn_per_channel_quant_params *quant;
    const cmsis_nn_dims *input_dims;
    const int8_t *input;
    const cmsis_nn_dims *filter_dims;
    const int8_t *filter;
    const cmsis_nn_dims *output_dims;
    int8_t *output;
} cmlir_convolution;

/* Whether channels divide into groups */
bool cmlir_convolution_is_valid(const cmlir_convolution *convolution);

/*
 * Output channels first .. first + count - 1, all of one group, with start values sums[count].
 * `rows` is memory for the windows of `pixels` pixels; without it the convolution must be
 * pointwise.
 */
void cmlir_convolve_channels_s8(const cmlir_convolution *convolution,
                                int32_t first,
                                int32_t count,
                                const int32_t *sums,
                                int32_t pixels,
                                int8_t *rows);

static inline int32_t cmlir_channels_per_group(const cmlir_convolution *convolution)
{
    return convolution->output_dims->c /
           (convolution->input_dims->c / convolution->filter_dims->c);
}

/* Bytes of a window */
static inline int32_t cmlir_window_bytes(const cmsis_nn_dims *filter)
{
    return filter->h * filter->w * filter->c;
}

/* Pixels gathered at a time, for windows of `depth` bytes: a multiple of 4 */
static inline int32_t cmlir_block_pixels(int32_t depth)
{
    const int32_t fitting = depth == 0 ? CMLIR_BLOCK_PIXELS : CMLIR_BLOCK_BYTES / depth;
    return cmlir_clamp(fitting & ~3, 4, CMLIR_BLOCK_PIXELS);
}

static inline int32_t cmlir_pixels(const cmsis_nn_dims *dims)
{
    return dims->n * dims->h * dims->w;
}

/* Whether each pixel of the output comes from the pixel of the input at its place, whole */
static inline bool cmlir_is_pointwise(const cmsis_nn_conv_params *params,
                                      const cmsis_nn_dims *input,
                                      const cmsis_nn_dims *filter,
                                      const cmsis_nn_dims *output)
{
    return filter->h == 1 && filter->w == 1 && filter->c == input->c && params->stride.h == 1 &&
           params->stride.w == 1 && params->padding.h == 0 && params->padding.w == 0 &&
           output->h == input->h && output->w == input->w;
}

#endif
