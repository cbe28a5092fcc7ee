/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The windows of the pooling functions.
 */
#ifndef CMLIR_POOL_H
#define CMLIR_POOL_H

#include "cmlir_core.h"

/* What of a window lies inside the image: rows and columns first.. end - 1 */
typedef struct {
    int32_t first_y;
    int32_t end_y;
    int32_t first_x;
    int32_t end_x;
} cmlir_pool_window;

static inline cmlir_pool_window cmlir_pool_window_at(const cmsis_nn_pool_params *params,
                                                     const cmsis_nn_dims *input,
                                                     const cmsis_nn_dims *filter,
                                                     int32_t y,
                                                     int32_t x)
{
    const int32_t top = y * params->stride.h - params->padding.h;
    const int32_t left = x * params->stride.w - params->padding.w;
    const cmlir_pool_window window = {
        .first_y = top < 0 ? 0 : top,
        .end_y = top + filter->h < input->h ? top + filter->h : input->h,
        .first_x = left < 0 ? 0 : left,
        .end_x = left + filter->w < input->w ? left + filter->w : input->w,
    };
    return window;
}

/* How many pixels of the window lie inside; 0 or less: none */
static inline int32_t cmlir_pool_count(const cmlir_pool_window *window)
{
    const int32_t h = window->end_y - window->first_y;
    const int32_t w = window->end_x - window->first_x;
    return h <= 0 || w <= 0 ? 0 : h * w;
}

/* Whether every window has a pixel inside the image; the first and last ones have the fewest. */
static inline bool cmlir_pool_is_valid(const cmsis_nn_pool_params *params,
                                       const cmsis_nn_dims *input,
                                       const cmsis_nn_dims *filter,
                                       const cmsis_nn_dims *output)
{
    if (input->n < 1) {
        return false;
    }
    if (output->h < 1 || output->w < 1) {
        return true;
    }
    const cmlir_pool_window first = cmlir_pool_window_at(params, input, filter, 0, 0);
    const cmlir_pool_window last =
        cmlir_pool_window_at(params, input, filter, output->h - 1, output->w - 1);
    return cmlir_pool_count(&first) > 0 && cmlir_pool_count(&last) > 0;
}

/* Rounded to nearest, ties away from zero */
static inline int32_t cmlir_pool_average(int32_t sum, int32_t count)
{
    const int32_t half = count / 2;
    return (sum > 0 ? sum + half : sum - half) / count;
}

/* One code for each channel of a window: of the image [h][w][c] at `image`, to `out` [c] */
typedef void cmlir_pool_of_window(const cmlir_pool_window *window,
                                  const cmsis_nn_activation *activation,
                                  const cmsis_nn_dims *input,
                                  const void *image,
                                  void *out);

/* All windows of all images, whose codes have `size` bytes. Inlined, so that of_window is as well: called,
 * it takes a quarter more instructions. */
static inline __attribute__((always_inline)) arm_cmsis_nn_status
cmlir_pool_images(cmlir_pool_of_window *of_window,
                  int32_t size,
                  const cmsis_nn_pool_params *params,
                  const cmsis_nn_dims *input,
                  const void *images,
                  const cmsis_nn_dims *filter,
                  const cmsis_nn_dims *output,
                  void *out)
{
    const char *image = images;
    char *codes = out;
    if (!cmlir_pool_is_valid(params, input, filter, output)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    for (int32_t n = 0; n < input->n; n++) {
        for (int32_t y = 0; y < output->h; y++) {
            for (int32_t x = 0; x < output->w; x++, codes += input->c * size) {
                const cmlir_pool_window window = cmlir_pool_window_at(params, input, filter, y, x);
                of_window(&window, &params->activation, input, image, codes);
            }
        }
        image += (ptrdiff_t)input->h * input->w * input->c * size;
    }
    return ARM_CMSIS_NN_SUCCESS;
}

#endif
