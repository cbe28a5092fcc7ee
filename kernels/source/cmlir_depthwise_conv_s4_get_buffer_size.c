/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_int4.h"
#include "cmlir_nn.h"

int32_t cmlir_depthwise_conv_s4_get_buffer_size(const cmsis_nn_dw_conv_params *dw_conv_params,
                                                const cmsis_nn_dims *input_dims,
                                                const cmsis_nn_dims *filter_dims,
                                                const cmsis_nn_dims *output_dims)
{
    const int32_t count = filter_dims->h * filter_dims->w * output_dims->c;
    return cmlir_int4_bytes(count) +
           cmlir_depthwise_conv_s8_get_buffer_size(dw_conv_params, input_dims, filter_dims,
                                                   output_dims);
}
