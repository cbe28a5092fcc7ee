/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arm_nnfunctions.h"
#include "cmlir_int4.h"

arm_cmsis_nn_status arm_fully_connected_s4(const cmsis_nn_context *ctx,
                       const cmsis_nn_fc_params *fc_params,
                       const cmsis_nn_per_tensor_quant_params *quant_params,
                       const cmsis_nn_dims *input_dims,
                       const int8_t *input_data,
                       const cmsis_nn_dims *filter_dims,
                       const int8_t *filter_data,
                       const cmsis_nn_dims *bias_dims,
                       const int32_t *bias_data,
                       const cmsis_nn_dims *output_dims,
                       int8_t *output_data)
{
    (void)ctx;
    (void)bias_dims;
    const cmlir_matmul_nt_s8_args args = {
        .lhs = input_data,
        .lhs_stride = filter_dims->n,
        .rhs = filter_data,
        .out = output_data,
        .out_stride = output_dims->c,
        .rows = input_dims->n,
        .cols = output_dims->c,
        .depth = filter_dims->n,
        .multiplier = &quant_params->multiplier,
        .shift = &quant_params->shift,
        .output_offset = fc_params->output_offset,
        .act_min = fc_params->activation.min,
        .act_max = fc_params->activation.max,
    };
    cmlir_matmul_bias_s4(&args, fc_params->input_offset, bias_data);
    return ARM_CMSIS_NN_SUCCESS;
}
