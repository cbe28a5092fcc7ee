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

/* The product of windows, one after the other, with output channels first.. first + count - 1; lhs is
 * that of a pointwise convolution. */
static inline cmlir_matmul_nt_s8_args cmlir_convolution_matmul(const cmlir_convolution *c,
                                                               int32_t first,
                                                               int32_t count,
                                                               const int32_t *sums)
{
    const int32_t depth = cmlir_window_bytes(c->filter_dims);
    const cmlir_matmul_nt_s8_args matmul = {
        .lhs = c->input,
        .lhs_stride = depth,
        .rhs = c->filter + (ptrdiff_t)first * depth,
        .rhs_stride = depth,
        .sums = sums,
        .out = c->output + first,
        .out_stride = c->output_dims->c,
        .rows = cmlir_pixels(c->output_dims),
        .cols = count,
        .depth = depth,
        .multiplier = c->quant->multiplier + first,
        .shift = c->quant->shift + first,
        .per_channel = 1,
        .output_offset = c->params->output_offset,
        .act_min = c->params->activation.min,
        .act_max = c->params->activation.max,
    };
    return matmul;
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

/* ------------------------------------------------------ by rows, where there are vectors --- */

/*
 * All channels of a convolution without groups and dilation, in `memory` of
 * cmlir_convolve_rows_bytes bytes. Returns false, having done nothing, where there is no faster way
 * than cmlir_convolve_channels_s8.
 */
bool cmlir_convolve_rows_s8(const cmlir_convolution *convolution,
                            const int32_t *sums,
                            int8_t *memory);

enum { CMLIR_SWEPT_GROUPS = 16 }; /* groups of four windows that are computed at a time */

/* Whether it takes windows as they lie in the rows, 16 channels by three pixels at a time; where
 * much of that would be empty, it lays them out one after the other. */
static inline bool cmlir_sweeps_rows(const cmsis_nn_conv_params *params,
                                     const cmsis_nn_dims *filter)
{
    const int32_t blocks = (filter->c + 15) / 16;
    return 12 * blocks <= filter->c && filter->w % 3 != 1 && filter->h <= 16 &&
           params->stride.w <= 2 && params->stride.h <= 2;
}

/* Groups of four windows in a row of the result */
static inline int32_t cmlir_row_groups(const cmsis_nn_dims *output)
{
    return (output->w + 3) / 4;
}

/* Rows of the result that are swept over at a time */
static inline int32_t cmlir_swept_rows(const cmsis_nn_dims *output)
{
    const int32_t groups = cmlir_row_groups(output);
    const int32_t rows = groups >= CMLIR_SWEPT_GROUPS ? 1 : CMLIR_SWEPT_GROUPS / groups;
    return rows < output->h ? rows : output->h;
}

/* Pixels of a row in memory */
static inline int32_t cmlir_swept_columns(const cmsis_nn_conv_params *params,
                                          const cmsis_nn_dims *filter,
                                          const cmsis_nn_dims *output)
{
    return (4 * cmlir_row_groups(output) - 1) * params->stride.w + (filter->w + 2) / 3 * 3;
}

/* Lines of the image that are there at a time */
static inline int32_t cmlir_swept_lines(const cmsis_nn_conv_params *params,
                                        const cmsis_nn_dims *filter,
                                        const cmsis_nn_dims *output)
{
    return (cmlir_swept_rows(output) - 1) * params->stride.h + filter->h;
}

/* Bytes of a line, and from a window to the next, where windows are laid out */
static inline int32_t cmlir_line_bytes(const cmsis_nn_conv_params *params,
                                       const cmsis_nn_dims *filter,
                                       const cmsis_nn_dims *output)
{
    return ((output->w - 1) * params->stride.w + filter->w) * filter->c;
}

static inline int32_t cmlir_window_pitch(const cmsis_nn_dims *filter)
{
    return (cmlir_window_bytes(filter) + 15) & ~15;
}

/* Windows laid out at a time */
static inline int32_t cmlir_window_count(const cmsis_nn_dims *filter, const cmsis_nn_dims *output)
{
    const int32_t pixels = cmlir_block_pixels(cmlir_window_pitch(filter));
    return pixels < cmlir_pixels(output) ? pixels : cmlir_pixels(output);
}

/* Lines of a window that the window above it has, too */
static inline int32_t cmlir_shared_lines(const cmsis_nn_conv_params *params,
                                         const cmsis_nn_dims *filter)
{
    return filter->h > params->stride.h ? filter->h - params->stride.h : 0;
}

/*
 * Windows that stay behind those laid out before, so that the lines of the windows above can be
 * taken from there: a row of them, or 0 where that would not halve the copies of up to 16 bytes.
 */
static inline int32_t cmlir_windows_kept(const cmsis_nn_conv_params *params,
                                         const cmsis_nn_dims *filter,
                                         const cmsis_nn_dims *output)
{
    const int32_t line = filter->w * filter->c;
    const int32_t lines = cmlir_shared_lines(params, filter);
    const int32_t one_by_one = lines * ((line + 15) / 16);
    const int32_t together = (lines * line + 15) / 16;
    const bool pays = together > 0 && one_by_one >= 2 * together;
    return pays && output->w <= cmlir_window_count(filter, output) ? output->w : 0;
}

/* 0 where cmlir_convolve_rows_s8 cannot serve */
static inline int32_t cmlir_convolve_rows_bytes(const cmsis_nn_conv_params *params,
                                                const cmsis_nn_dims *input,
                                                const cmsis_nn_dims *filter,
                                                const cmsis_nn_dims *output)
{
    if (filter->c != input->c || params->dilation.h != 1 || params->dilation.w != 1 ||
        cmlir_pixels(output) < 1 || cmlir_is_pointwise(params, input, filter, output)) {
        return 0;
    }
    if (cmlir_sweeps_rows(params, filter)) {
        const int32_t pixel = (filter->c + 15) & ~15;
        return cmlir_swept_lines(params, filter, output) * pixel *
               cmlir_swept_columns(params, filter, output);
    }
    return filter->h * cmlir_line_bytes(params, filter, output) + 16 +
           (cmlir_windows_kept(params, filter, output) + cmlir_window_count(filter, output)) *
               cmlir_window_pitch(filter);
}

#endif
