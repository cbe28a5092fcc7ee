/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * An image made in bands of rows. Each band is a call of its own, on those rows of the input that
 * its windows touch: how it goes about them does not matter. So what has been read, and what has
 * been written, is known between two bands, and the output may overlap the input accordingly.
 */
#ifndef CMLIR_BANDS_H
#define CMLIR_BANDS_H

#include "cmlir_core.h"

/* The rows of windows, and how many rows of the output make a band: from the last one on if it is
 * negative */
typedef struct {
    const cmsis_nn_dims *input_dims;
    const cmsis_nn_dims *output_dims;
    int32_t stride;
    int32_t padding;
    int32_t extent; /* rows from the first to the last one of a window */
    int32_t rows;
} cmlir_bands;

/* A part of the images with its own padding, and where it begins in them */
typedef struct {
    cmsis_nn_dims input_dims;
    cmsis_nn_dims output_dims;
    int32_t padding;
    ptrdiff_t input;
    ptrdiff_t output;
} cmlir_band;

/* How many bands there are; -1 if the images cannot be made in bands */
static inline int32_t cmlir_bands_count(const cmlir_bands *bands)
{
    if (bands->rows == 0 || bands->input_dims->n != 1 || bands->output_dims->n != 1) {
        return -1;
    }
    const int32_t rows = bands->rows < 0 ? -bands->rows : bands->rows;
    return (bands->output_dims->h + rows - 1) / rows;
}

static inline cmlir_band cmlir_band_at(const cmlir_bands *bands, int32_t count, int32_t index)
{
    const cmsis_nn_dims *input = bands->input_dims;
    const cmsis_nn_dims *output = bands->output_dims;
    const int32_t rows = bands->rows < 0 ? -bands->rows : bands->rows;
    const int32_t first = (bands->rows < 0 ? count - 1 - index : index) * rows;
    const int32_t height = output->h - first < rows ? output->h - first : rows;
    const int32_t top = first * bands->stride - bands->padding;
    const int32_t bottom = top + (height - 1) * bands->stride + bands->extent;
    const int32_t begin = cmlir_clamp(top, 0, input->h);
    const int32_t end = cmlir_clamp(bottom, begin, input->h);
    cmlir_band band = {*input, *output, begin - top, 0, 0};
    band.input_dims.h = end - begin;
    band.output_dims.h = height;
    band.input = (ptrdiff_t)begin * input->w * input->c;
    band.output = (ptrdiff_t)first * output->w * output->c;
    return band;
}

/* A pooling function by bands: the same function for each band, which has its own padding. */
typedef arm_cmsis_nn_status cmlir_pool_function(const cmsis_nn_context *ctx,
                                                const cmsis_nn_pool_params *pool_params,
                                                const cmsis_nn_dims *input_dims,
                                                const int8_t *input,
                                                const cmsis_nn_dims *filter_dims,
                                                const cmsis_nn_dims *output_dims,
                                                int8_t *output);

static inline arm_cmsis_nn_status cmlir_pool_bands(cmlir_pool_function *pool,
                                                   const cmsis_nn_context *ctx,
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
        status = pool(ctx, &params, &band.input_dims, input + band.input, filter_dims,
                      &band.output_dims, output + band.output);
    }
    return status;
}

#endif
