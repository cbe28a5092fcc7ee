/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arm_nnfunctions.h"
#include "cmlir_bands.h"
#include "cmlir_nn.h"

arm_cmsis_nn_status cmlir_avgpool_bands_s8(const cmsis_nn_context *ctx,
                                          const cmsis_nn_pool_params *pool_params,
                                          const cmsis_nn_dims *input_dims,
                                          const int8_t *input,
                                          const cmsis_nn_dims *filter_dims,
                                          const cmsis_nn_dims *output_dims,
                                          int8_t *output,
                                          int32_t rows)
{
    const cmlir_bands bands = {input_dims, output_dims, pool_params->stride.h,
                               pool_params->padding.h, filter_dims->h, rows};
    const int32_t count = cmlir_bands_count(&bands);
    arm_cmsis_nn_status status = count < 0 ? ARM_CMSIS_NN_ARG_ERROR : ARM_CMSIS_NN_SUCCESS;
    for (int32_t i = 0; i < count && status == ARM_CMSIS_NN_SUCCESS; i++) {
        const cmlir_band band = cmlir_band_at(&bands, count, i);
        cmsis_nn_pool_params params = *pool_params;
        params.padding.h = band.padding;
        status = arm_avgpool_s8(ctx, &params, &band.input_dims, input + band.input, filter_dims,
                              &band.output_dims, output + band.output);
    }
    return status;
}
