/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arm_nnfunctions.h"
#include "cmlir_convolve.h"

enum { PIXELS = 4 }; /* what Arm's library gathers at a time on MVE: its callers' memory suffices */

/* The channels of one group, so many at a time that the stack holds their start values */
static void convolve_group(const cmlir_convolution *convolution,
                           int32_t first,
                           const int32_t *bias,
                           int8_t *rows)
{
    int32_t sums[CMLIR_SUMS_TILE];
    const int32_t depth = cmlir_window_bytes(convolution->filter_dims);
    const int32_t end = first + cmlir_channels_per_group(convolution);
    for (int32_t o = first; o < end; o += CMLIR_SUMS_TILE) {
        const int32_t count = end - o < CMLIR_SUMS_TILE ? end - o : CMLIR_SUMS_TILE;
        arm_vector_sum_s8(sums, depth, count, convolution->filter + (ptrdiff_t)o * depth,
                          convolution->params->input_offset, 0, bias == NULL ? NULL : bias + o);
        cmlir_convolve_channels_s8(convolution, o, count, sums, PIXELS, rows);
    }
}

arm_cmsis_nn_status arm_convolve_s8(const cmsis_nn_context *ctx,
                                    const cmsis_nn_conv_params *conv_params,
                                    const cmsis_nn_per_channel_quant_params *quant_params,
                                    const cmsis_nn_dims *input_dims,
                                    const int8_t *input_data,
                                    const cmsis_nn_dims *filter_dims,
                                    const int8_t *filter_data,
                                    const cmsis_nn_dims *bias_dims,
                                    const int32_t *bias_data,
                                    const cmsis_nn_dims *upscale_dims,
                                    const cmsis_nn_dims *output_dims,
                                    int8_t *output_data)
{
    (void)bias_dims;
    const cmlir_convolution convolution = {conv_params, quant_params, input_dims,  input_data,
                                           filter_dims, filter_data,  output_dims, output_data};
    const bool gathers = !cmlir_is_pointwise(conv_params, input_dims, filter_dims, output_dims);
    if (upscale_dims != NULL || (gathers && ctx->buf == NULL)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    if (!cmlir_convolution_is_valid(&convolution)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const int32_t channels = cmlir_channels_per_group(&convolution);
    for (int32_t first = 0; first < output_dims->c; first += channels) {
        convolve_group(&convolution, first, bias_data, ctx->buf);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
