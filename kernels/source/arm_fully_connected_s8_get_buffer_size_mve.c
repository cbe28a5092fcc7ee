/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arm_nnfunctions.h"

int32_t arm_fully_connected_s8_get_buffer_size_mve(const cmsis_nn_dims *filter_dims)
{
    return filter_dims->c * (int32_t)sizeof(int32_t); /* one start value for each channel */
}
