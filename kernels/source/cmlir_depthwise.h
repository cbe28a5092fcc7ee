/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the depthwise convolutions share.
 */
#ifndef CMLIR_DEPTHWISE_H
#define CMLIR_DEPTHWISE_H

#include "cmlir_convolve.h"

/* A depthwise convolution without the start values of its sums; dims and params as in
 * arm_depthwise_conv_wrapper_s8 */
typedef struct {
    const cmsis_nn_dw_conv_params *params;
    const cmsis_nn_per_channel_quant_params *quant;
    const cmsis_nn_dims *input_dims;
    const int8_t *input;
    const cmsis_nn_dims *filter_dims;
    const int8_t *filter;
    const cmsis_nn_dims *output_dims;
    int8_t *output;
} cmlir_depthwise;

/* Output channels first .. first + count - 1, with start values sums[count] */
void cmlir_depthwise_channels_s8(const cmlir_depthwise *depthwise,
                                 int32_t first,
                                 int32_t count,
                                 const int32_t *sums);

/*
 * All channels of a 3x3 convolution with strides 1 or 2, in `memory` of
 * cmlir_depthwise_3x3_bytes bytes. Returns false, having done nothing, where there is no faster way
 * than cmlir_depthwise_channels_s8.
 */
bool cmlir_depthwise_3x3_s8(const cmlir_depthwise *depthwise, const int32_t *sums, int8_t *memory);

enum { CMLIR_DEPTHWISE_TILE = 16 }; /* channels taken at a time */

/* The memory of a channel: its pixels column by column, 6 rows each */
static inline int32_t cmlir_depthwise_plane_bytes(int32_t stride, int32_t out_w)
{
    return 6 * ((out_w - 1) * stride + 3);
}

/* 0 where cmlir_depthwise_3x3_s8 cannot serve */
static inline int32_t cmlir_depthwise_3x3_bytes(const cmsis_nn_dw_conv_params *params,
                                                const cmsis_nn_dims *filter,
                                                const cmsis_nn_dims *output)
{
    const int32_t stride = params->stride.h;
    if (filter->h != 3 || filter->w != 3 || params->ch_mult != 1 || params->dilation.h != 1 ||
        params->dilation.w != 1 || params->stride.w != stride || stride < 1 || stride > 2 ||
        output->w < 1) {
        return 0;
    }
    const int32_t tile = output->c < CMLIR_DEPTHWISE_TILE ? output->c : CMLIR_DEPTHWISE_TILE;
    /* what is read of a channel may end in the begin of the next */
    return ((tile + 3) & ~3) * cmlir_depthwise_plane_bytes(stride, output->w) + 16;
}

#endif
