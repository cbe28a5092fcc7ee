/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arm_nnfunctions.h"
#include "cmlir_depthwise.h"

/* sums[o] = bias[o] + input_offset * the sum of the weights of o, for `count` channels */
static void start_values(
    const cmlir_depthwise *d, int32_t first, int32_t count, const int32_t *bias, int32_t *sums)
{
    const int32_t taps = d->filter_dims->h * d->filter_dims->w;
    cmlir_column_sums_s8(d->filter + first, d->output_dims->c, taps, count, sums);
    for (int32_t i = 0; i < count; i++) {
        const int32_t scaled = cmlir_mul_wrapping(d->params->input_offset, sums[i]);
        sums[i] = cmlir_add_wrapping(bias == NULL ? 0 : bias[first + i], scaled);
    }
}

arm_cmsis_nn_status
arm_depthwise_conv_wrapper_s8(const cmsis_nn_context *ctx,
                              const cmsis_nn_dw_conv_params *dw_conv_params,
                              const cmsis_nn_per_channel_quant_params *quant_params,
                              const cmsis_nn_dims *input_dims,
                              const int8_t *input_data,
                              const cmsis_nn_dims *filter_dims,
                              const int8_t *filter_data,
                              const cmsis_nn_dims *bias_dims,
                              const int32_t *bias_data,
                              const cmsis_nn_dims *output_dims,
                              int8_t *output_data)
{
    const cmlir_depthwise depthwise = {dw_conv_params, quant_params, input_dims,  input_data,
                                       filter_dims,    filter_data,  output_dims, output_data};
    int32_t sums[CMLIR_SUMS_TILE];
    (void)ctx;
    (void)bias_dims;
    if (output_dims->c != input_dims->c * dw_conv_params->ch_mult) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    for (int32_t first = 0; first < output_dims->c; first += CMLIR_SUMS_TILE) {
        const int32_t left = output_dims->c - first;
        const int32_t count = left < CMLIR_SUMS_TILE ? left : CMLIR_SUMS_TILE;
        start_values(&depthwise, first, count, bias_data, sums);
        cmlir_depthwise_channels_s8(&depthwise, first, count, sums);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
