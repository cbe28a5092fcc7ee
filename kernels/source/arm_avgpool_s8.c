/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arm_nnfunctions.h"
#include "cmlir_pool.h"

static void one_window(const cmlir_pool_window *window,
                       const cmsis_nn_activation *activation,
                       const cmsis_nn_dims *input,
                       const void *image,
                       void *out)
{
    const int8_t *codes = image;
    int8_t *results = out;
    const int32_t count = cmlir_pool_count(window);
    for (int32_t c = 0; c < input->c; c++) {
        int32_t sum = 0;
        for (int32_t y = window->first_y; y < window->end_y; y++) {
            const int8_t *row = codes + (ptrdiff_t)y * input->w * input->c + c;
            for (int32_t x = window->first_x; x < window->end_x; x++) {
                sum += row[(ptrdiff_t)x * input->c];
            }
        }
        const int32_t average = cmlir_pool_average(sum, count);
        results[c] = (int8_t)cmlir_clamp(average, activation->min, activation->max);
    }
}

arm_cmsis_nn_status arm_avgpool_s8(const cmsis_nn_context *ctx,
                                   const cmsis_nn_pool_params *pool_params,
                                   const cmsis_nn_dims *input_dims,
                                   const int8_t *input_data,
                                   const cmsis_nn_dims *filter_dims,
                                   const cmsis_nn_dims *output_dims,
                                   int8_t *output_data)
{
    (void)ctx;
    return cmlir_pool_images(one_window, (int32_t)sizeof(int8_t), pool_params, input_dims,
                             input_data, filter_dims, output_dims, output_data);
}
