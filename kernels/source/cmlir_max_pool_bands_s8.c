/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arm_nnfunctions.h"
#include "cmlir_bands.h"
#include "cmlir_nn.h"

arm_cmsis_nn_status cmlir_max_pool_bands_s8(const cmsis_nn_context *ctx,
                                          const cmsis_nn_pool_params *pool_params,
                                          const cmsis_nn_dims *input_dims,
                                          const int8_t *input,
                                          const cmsis_nn_dims *filter_dims,
                                          const cmsis_nn_dims *output_dims,
                                          int8_t *output,
                                          int32_t rows)
{
    return cmlir_pool_bands(arm_max_pool_s8, ctx, pool_params, input_dims, input, filter_dims, output_dims,
                            output, rows);
}
