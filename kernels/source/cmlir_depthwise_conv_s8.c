/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_depthwise.h"
#include "cmlir_nn.h"

arm_cmsis_nn_status cmlir_depthwise_conv_s8(const cmsis_nn_context *ctx,
                                            const cmsis_nn_dw_conv_params *dw_conv_params,
                                            const cmsis_nn_per_channel_quant_params *quant_params,
                                            const cmsis_nn_dims *input_dims,
                                            const int8_t *input,
                                            const cmsis_nn_dims *filter_dims,
                                            const int8_t *filter,
                                            const int32_t *sums,
                                            const cmsis_nn_dims *output_dims,
                                            int8_t *output)
{
    const cmlir_depthwise depthwise = {dw_conv_params, quant_params, input_dims,  input,
                                       filter_dims,    filter,       output_dims, output};
    if (output_dims->c != input_dims->c * dw_conv_params->ch_mult) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    if (ctx->buf == NULL || !cmlir_depthwise_3x3_s8(&depthwise, sums, ctx->buf)) {
        cmlir_depthwise_channels_s8(&depthwise, 0, output_dims->c, sums);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
