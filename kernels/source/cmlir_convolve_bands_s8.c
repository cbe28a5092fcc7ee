/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_bands.h"
#include "cmlir_nn.h"

arm_cmsis_nn_status
cmlir_convolve_bands_s8(const cmsis_nn_context *ctx,
                        const cmsis_nn_conv_params *conv_params,
                        const cmsis_nn_per_channel_quant_params *quant_params,
                        const cmsis_nn_dims *input_dims,
                        const int8_t *input,
                        const cmsis_nn_dims *filter_dims,
                        const int8_t *filter,
                        const int32_t *sums,
                        const cmsis_nn_dims *output_dims,
                        int8_t *output,
                        int32_t rows)
{
    const int32_t extent = (filter_dims->h - 1) * conv_params->dilation.h + 1;
    const cmlir_bands bands = {input_dims, output_dims, conv_params->stride.h,
                               conv_params->padding.h, extent, rows};
    const int32_t count = cmlir_bands_count(&bands);
    arm_cmsis_nn_status status = count < 0 ? ARM_CMSIS_NN_ARG_ERROR : ARM_CMSIS_NN_SUCCESS;
    for (int32_t i = 0; i < count && status == ARM_CMSIS_NN_SUCCESS; i++) {
        const cmlir_band band = cmlir_band_at(&bands, count, i);
        cmsis_nn_conv_params params = *conv_params;
        params.padding.h = band.padding;
        status = cmlir_convolve_s8(ctx, &params, quant_params, &band.input_dims,
                                   input + band.input, filter_dims, filter, sums,
                                   &band.output_dims, output + band.output);
    }
    return status;
}
