/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_convolve.h"
#include "cmlir_int4.h"
#include "cmlir_nn.h"

int32_t cmlir_convolve_s4_get_buffer_size(const cmsis_nn_conv_params *conv_params,
                                          const cmsis_nn_dims *input_dims,
                                          const cmsis_nn_dims *filter_dims,
                                          const cmsis_nn_dims *output_dims)
{
    const int32_t depth = cmlir_window_bytes(filter_dims);
    const int32_t at_once = cmlir_filter_channels(input_dims, filter_dims, output_dims);
    const int32_t unpacked = cmlir_int4_bytes(at_once * depth);
    if (at_once == output_dims->c) {
        return unpacked + cmlir_convolve_s8_get_buffer_size(conv_params, input_dims, filter_dims,
                                                            output_dims);
    }
    if (cmlir_is_pointwise(conv_params, input_dims, filter_dims, output_dims)) {
        return unpacked;
    }
    const int32_t most = cmlir_block_pixels(depth);
    const int32_t all = cmlir_pixels(output_dims);
    return unpacked + depth * (most < all ? most : all);
}
