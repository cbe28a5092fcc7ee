/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arm_nnfunctions.h"

int32_t arm_convolve_wrapper_s16_get_buffer_size(const cmsis_nn_conv_params *conv_params,
                                                 const cmsis_nn_dims *input_dims,
                                                 const cmsis_nn_dims *filter_dims,
                                                 const cmsis_nn_dims *output_dims)
{
    (void)conv_params;
    (void)output_dims;
    return 2 * input_dims->c * filter_dims->h * filter_dims->w;
}
