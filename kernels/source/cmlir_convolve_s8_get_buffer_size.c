/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_convolve.h"
#include "cmlir_nn.h"

int32_t cmlir_convolve_s8_get_buffer_size(const cmsis_nn_conv_params *conv_params,
                                          const cmsis_nn_dims *input_dims,
                                          const cmsis_nn_dims *filter_dims,
                                          const cmsis_nn_dims *output_dims)
{
    if (cmlir_is_pointwise(conv_params, input_dims, filter_dims, output_dims)) {
        return 0;
    }
    const int32_t rows = cmlir_convolve_rows_bytes(conv_params, input_dims, filter_dims, output_dims);
    if (rows > 0) {
        return rows;
    }
    const int32_t depth = cmlir_window_bytes(filter_dims);
    const int32_t all = cmlir_pixels(output_dims);
    const int32_t pixels = cmlir_block_pixels(depth);
    return depth * (pixels < all ? pixels : all);
}
