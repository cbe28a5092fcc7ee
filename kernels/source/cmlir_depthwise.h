/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the depthwise convolutions share.
 */
#ifndef CMLIR_DEPTHWISE_H
#define CMLIR_DEPTHWISE_H

#include "cmlir_convolve.h"

/* A depthwise convolution without the start values of its sums; dims and params as in
 * arm_depthwise_conv_wrapper_s8 */
typedef struct {
    const cmsis_nn_dw_conv_params *params;
    const cmsis_nn_per_channel_quant_params *quant;
    const cmsis_nn_dims *input_dims;
    const int8_t *input;
    const cmsis_nn_dims *filter_dims;
    const int8_t *filter;
    const cmsis_nn_dims *output_dims;
    int8_t *output;
} cmlir_depthwise;

/* Output channels first .. first + count - 1, with start values sums[count] */
void cmlir_depthwise_channels_s8(const cmlir_depthwise *depthwise,
                                 int32_t first,
                                 int32_t count,
                                 const int32_t *sums);

#endif
