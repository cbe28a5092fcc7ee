/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"
#include "cmlir_transpose_conv.h"

static int32_t most_taps(const cmlir_spread *axis)
{
    int32_t most = 0;
    for (int32_t phase = 0; phase < axis->stride; phase++) {
        const int32_t count = cmlir_phase_of(axis, phase).count;
        most = count > most ? count : most;
    }
    return most;
}

int32_t cmlir_transpose_conv_s8_get_buffer_size(
    const cmsis_nn_transpose_conv_params *transpose_conv_params,
    const cmsis_nn_dims *input_dims,
    const cmsis_nn_dims *filter_dims,
    const cmsis_nn_dims *output_dims)
{
    const cmlir_spread rows =
        cmlir_spread_of_rows(transpose_conv_params, input_dims, filter_dims, output_dims);
    const cmlir_spread columns =
        cmlir_spread_of_columns(transpose_conv_params, input_dims, filter_dims, output_dims);
    const int32_t pixels = (output_dims->w + columns.stride - 1) / columns.stride;
    return most_taps(&rows) * most_taps(&columns) * filter_dims->c * pixels;
}
