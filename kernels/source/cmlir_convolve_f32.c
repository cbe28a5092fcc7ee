/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stddef.h>

#include "cmlir_nn_f32.h"
#include "cmlir_real.h"

/* The element of an axis that stands at `place`, elements being `spread` apart; -1: none */
static int32_t element_at(int32_t place, int32_t spread, int32_t size)
{
    if (place < 0 || place % spread != 0 || place / spread >= size) {
        return -1;
    }
    return place / spread;
}

static float dot(const float *pixel, const float *filter, int32_t depth, float total)
{
    for (int32_t c = 0; c < depth; c++) {
        total += pixel[c] * filter[c];
        CMLIR_ONE_AT_A_TIME();
    }
    return total;
}

/* One output channel of a pixel whose window begins at (top, left) of the spread image */
static float one_sum(const cmlir_conv_places *places,
                     const cmsis_nn_dims *input,
                     const float *image,
                     int32_t top,
                     int32_t left,
                     const cmsis_nn_dims *kernel,
                     const float *filter)
{
    float total = 0.0f;
    for (int32_t i = 0; i < kernel->h; i++) {
        const int32_t y = element_at(top + i * places->dilation.h, places->spread.h, input->h);
        for (int32_t j = 0; j < kernel->w; j++, filter += kernel->c) {
            const int32_t x = element_at(left + j * places->dilation.w, places->spread.w, input->w);
            if (y >= 0 && x >= 0) {
                const ptrdiff_t pixel = (ptrdiff_t)y * input->w + x;
                total = dot(image + pixel * input->c, filter, kernel->c, total);
            }
        }
    }
    return total;
}

arm_cmsis_nn_status cmlir_convolve_f32(const cmlir_conv_places *places,
                                       const cmsis_nn_dims *input_dims,
                                       const float *input,
                                       const cmsis_nn_dims *filter_dims,
                                       const float *filter,
                                       const float *bias,
                                       const cmsis_nn_dims *output_dims,
                                       float *output)
{
    const int32_t depth = filter_dims->c;
    if (depth <= 0 || input_dims->c % depth != 0 ||
        output_dims->c % (input_dims->c / depth) != 0) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const int32_t per_group = output_dims->c / (input_dims->c / depth);
    const ptrdiff_t taps = (ptrdiff_t)filter_dims->h * filter_dims->w * depth;
    const int32_t area = output_dims->h * output_dims->w;
    for (int32_t pixel = 0; pixel < output_dims->n * area; pixel++) {
        const ptrdiff_t image = (ptrdiff_t)(pixel / area) * input_dims->h * input_dims->w;
        const int32_t top = pixel % area / output_dims->w * places->stride.h - places->padding.h;
        const int32_t left = pixel % output_dims->w * places->stride.w - places->padding.w;
        for (int32_t o = 0; o < output_dims->c; o++) {
            const float *group = input + image * input_dims->c + o / per_group * depth;
            const float total =
                one_sum(places, input_dims, group, top, left, filter_dims, filter + o * taps);
            *output++ = bias == NULL ? total : total + bias[o];
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
