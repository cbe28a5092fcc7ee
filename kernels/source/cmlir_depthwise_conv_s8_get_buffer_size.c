/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_depthwise.h"
#include "cmlir_nn.h"

int32_t cmlir_depthwise_conv_s8_get_buffer_size(const cmsis_nn_dw_conv_params *dw_conv_params,
                                                const cmsis_nn_dims *input_dims,
                                                const cmsis_nn_dims *filter_dims,
                                                const cmsis_nn_dims *output_dims)
{
    (void)input_dims;
    return cmlir_depthwise_3x3_bytes(dw_conv_params, filter_dims, output_dims);
}
