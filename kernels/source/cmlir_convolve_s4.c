/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_convolve.h"
#include "cmlir_int4.h"
#include "cmlir_nn.h"

/* Channels first .., `count` of them, whose unpacked weights are c->filter */
static void convolve_channels(
    cmlir_convolution c, int32_t first, int32_t count, const int32_t *sums, int8_t *rows)
{
    const cmsis_nn_per_channel_quant_params quant = {c.quant->multiplier + first,
                                                     c.quant->shift + first};
    const int32_t all = cmlir_pixels(c.output_dims);
    const int32_t most = cmlir_block_pixels(cmlir_window_bytes(c.filter_dims));
    c.quant = &quant;
    c.output += first;
    cmlir_convolve_channels_s8(&c, 0, count, sums + first, most < all ? most : all, rows);
}

arm_cmsis_nn_status cmlir_convolve_s4(const cmsis_nn_context *ctx,
                                      const cmsis_nn_conv_params *conv_params,
                                      const cmsis_nn_per_channel_quant_params *quant_params,
                                      const cmsis_nn_dims *input_dims,
                                      const int8_t *input,
                                      const cmsis_nn_dims *filter_dims,
                                      const int8_t *filter,
                                      const int32_t *sums,
                                      const cmsis_nn_dims *output_dims,
                                      int8_t *output)
{
    const int32_t depth = cmlir_window_bytes(filter_dims);
    const int32_t at_once = cmlir_filter_channels(input_dims, filter_dims, output_dims);
    const int32_t size = cmlir_int4_bytes(at_once * depth);
    int8_t *unpacked = ctx->buf;
    if (size > 0 && unpacked == NULL) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const cmsis_nn_context rest = {ctx->size > size ? unpacked + size : NULL, ctx->size - size};
    if (at_once == output_dims->c) {
        cmlir_unpack_s4(filter, at_once * depth, unpacked);
        return cmlir_convolve_s8(&rest, conv_params, quant_params, input_dims, input, filter_dims,
                                 unpacked, sums, output_dims, output);
    }
    const cmlir_convolution convolution = {conv_params, quant_params, input_dims,  input,
                                           filter_dims, unpacked,     output_dims, output};
    for (int32_t first = 0; first < output_dims->c; first += at_once) {
        const int32_t left = output_dims->c - first;
        const int32_t count = left < at_once ? left : at_once;
        cmlir_unpack_s4(filter + (ptrdiff_t)first * depth / 2, count * depth, unpacked);
        convolve_channels(convolution, first, count, sums, rest.buf);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
