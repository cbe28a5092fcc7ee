/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_depthwise.h"
#include "cmlir_int4.h"
#include "cmlir_nn.h"

arm_cmsis_nn_status cmlir_depthwise_conv_s4(const cmsis_nn_context *ctx,
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
    const int32_t count = filter_dims->h * filter_dims->w * output_dims->c;
    const int32_t size = cmlir_int4_bytes(count);
    int8_t *unpacked = ctx->buf;
    if (unpacked == NULL && count > 0) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const cmsis_nn_context rest = {ctx->size > size ? unpacked + size : NULL, ctx->size - size};
    cmlir_unpack_s4(filter, count, unpacked);
    return cmlir_depthwise_conv_s8(&rest, dw_conv_params, quant_params, input_dims, input,
                                   filter_dims, unpacked, sums, output_dims, output);
}
