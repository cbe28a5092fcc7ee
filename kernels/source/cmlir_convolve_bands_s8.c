/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_bands.h"
#include "cmlir_convolve.h"
#include "cmlir_nn.h"

/* The same pixels one below the other */
static cmsis_nn_dims column_of_pixels(const cmsis_nn_dims *dims)
{
    const cmsis_nn_dims column = {dims->n, dims->h * dims->w, 1, dims->c};
    return column;
}

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
    const bool pointwise = cmlir_is_pointwise(conv_params, input_dims, filter_dims, output_dims);
    const cmsis_nn_dims from = pointwise ? column_of_pixels(input_dims) : *input_dims;
    const cmsis_nn_dims to = pointwise ? column_of_pixels(output_dims) : *output_dims;
    const cmlir_bands bands = {&from, &to, conv_params->stride.h,
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
