/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_convolve.h"

bool cmlir_convolution_is_valid(const cmlir_convolution *convolution)
{
    const int32_t channels = convolution->input_dims->c;
    const int32_t per_group = convolution->filter_dims->c;
    if (per_group <= 0 || channels < per_group || channels % per_group != 0) {
        return false;
    }
    return convolution->output_dims->c % (channels / per_group) == 0;
}
