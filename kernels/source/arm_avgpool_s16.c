/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arm_nnfunctions.h"
#include "cmlir_pool.h"

static int32_t rounded_quotient(int32_t sum, int32_t count)
{
    const int32_t half = count / 2;
    return (sum > 0 ? sum + half : sum - half) / count;
}

static void one_window(const cmlir_pool_window *window,
                       const cmsis_nn_activation *activation,
                       const cmsis_nn_dims *input,
                       const int16_t *image,
                       int16_t *out)
{
    const int32_t count = cmlir_pool_count(window);
    for (int32_t c = 0; c < input->c; c++) {
        int32_t sum = 0;
        for (int32_t y = window->first_y; y < window->end_y; y++) {
            const int16_t *row = image + (ptrdiff_t)y * input->w * input->c + c;
            for (int32_t x = window->first_x; x < window->end_x; x++) {
                sum += row[(ptrdiff_t)x * input->c];
            }
        }
        out[c] = (int16_t)cmlir_clamp(rounded_quotient(sum, count), activation->min,
                                     activation->max);
    }
}

arm_cmsis_nn_status arm_avgpool_s16(const cmsis_nn_context *ctx,
                                   const cmsis_nn_pool_params *pool_params,
                                   const cmsis_nn_dims *input_dims,
                                   const int16_t *input_data,
                                   const cmsis_nn_dims *filter_dims,
                                   const cmsis_nn_dims *output_dims,
                                   int16_t *output_data)
{
    (void)ctx;
    if (!cmlir_pool_is_valid(pool_params, input_dims, filter_dims, output_dims)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    for (int32_t n = 0; n < input_dims->n; n++) {
        for (int32_t y = 0; y < output_dims->h; y++) {
            for (int32_t x = 0; x < output_dims->w; x++, output_data += input_dims->c) {
                const cmlir_pool_window window =
                    cmlir_pool_window_at(pool_params, input_dims, filter_dims, y, x);
                one_window(&window, &pool_params->activation, input_dims, input_data, output_data);
            }
        }
        input_data += (ptrdiff_t)input_dims->h * input_dims->w * input_dims->c;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
