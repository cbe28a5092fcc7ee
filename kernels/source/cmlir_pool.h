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

#endif
