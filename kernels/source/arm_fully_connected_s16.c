/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arm_nnfunctions.h"
#include "cmlir_s16.h"

arm_cmsis_nn_status arm_fully_connected_s16(const cmsis_nn_context *ctx,
                                            const cmsis_nn_fc_params *fc_params,
                                            const cmsis_nn_per_tensor_quant_params *quant_params,
                                            const cmsis_nn_dims *input_dims,
                                            const int16_t *input_data,
                                            const cmsis_nn_dims *filter_dims,
                                            const int8_t *filter_data,
                                            const cmsis_nn_dims *bias_dims,
                                            const int64_t *bias_data,
                                            const cmsis_nn_dims *output_dims,
                                            int16_t *output_data)
{
    const cmlir_row_s16_args args = {
        .filter = filter_data,
        .depth = filter_dims->n,
        .channels = output_dims->c,
        .bias = bias_data,
        .multiplier = &quant_params->multiplier,
        .shift = &quant_params->shift,
        .activation = fc_params->activation,
    };
    (void)ctx;
    (void)bias_dims;
    for (int32_t row = 0; row < input_dims->n; row++) {
        cmlir_row_s16(&args, input_data, output_data);
        input_data += args.depth;
        output_data += args.channels;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
