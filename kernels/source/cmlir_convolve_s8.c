/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_convolve.h"
#include "cmlir_nn.h"

arm_cmsis_nn_status cmlir_convolve_s8(const cmsis_nn_context *ctx,
                                      const cmsis_nn_conv_params *conv_params,
                                      const cmsis_nn_per_channel_quant_params *quant_params,
                                      const cmsis_nn_dims *input_dims,
                                      const int8_t *input,
                                      const cmsis_nn_dims *filter_dims,
                                      const int8_t *filter,
                                      const int32_t *sums,
                                      const cmsis_nn_dims *output_dims,
                                      int8_t *output)
{
    const cmlir_convolution convolution = {conv_params, quant_params, input_dims,  input,
                                           filter_dims, filter,       output_dims, output};
    if (!cmlir_convolution_is_valid(&convolution)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const bool gathers = !cmlir_is_pointwise(conv_params, input_dims, filter_dims, output_dims);
    const int32_t depth = cmlir_window_bytes(filter_dims);
    if (gathers && (ctx->buf == NULL || ctx->size < depth)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    if (gathers && cmlir_convolve_rows_s8(&convolution, sums, ctx->buf)) {
        return ARM_CMSIS_NN_SUCCESS;
    }
    const int32_t channels = cmlir_channels_per_group(&convolution);
    const int32_t fitting = depth == 0 ? CMLIR_BLOCK_PIXELS : ctx->size / depth;
    const int32_t most = cmlir_block_pixels(depth);
    const int32_t pixels = fitting < most ? fitting : most;
    for (int32_t first = 0; first < output_dims->c; first += channels) {
        cmlir_convolve_channels_s8(&convolution, first, channels, sums + first, pixels, ctx->buf);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
