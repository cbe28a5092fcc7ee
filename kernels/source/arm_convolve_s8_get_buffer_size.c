/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arm_nnfunctions.h"

int32_t arm_convolve_s8_get_buffer_size(const cmsis_nn_dims *input_dims,
                                        const cmsis_nn_dims *filter_dims)
{
    const int32_t depth = input_dims->c * filter_dims->h * filter_dims->w;
    return 4 * ((depth + 15) & ~15);
}
