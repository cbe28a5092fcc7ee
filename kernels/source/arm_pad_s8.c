/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arm_nnfunctions.h"
#include "cmlir_core.h"

static int8_t *fill(int8_t *out, int8_t value, int32_t size)
{
    memset(out, value, (size_t)size);
    return out + size;
}

arm_cmsis_nn_status arm_pad_s8(const int8_t *input,
                               int8_t *output,
                               const int8_t pad_value,
                               const cmsis_nn_dims *input_size,
                               const cmsis_nn_dims *pre_pad,
                               const cmsis_nn_dims *post_pad)
{
    const int32_t pixel = pre_pad->c + input_size->c + post_pad->c;
    const int32_t row = (pre_pad->w + input_size->w + post_pad->w) * pixel;
    const int32_t image = (pre_pad->h + input_size->h + post_pad->h) * row;
    int8_t *out = fill(output, pad_value, pre_pad->n * image);
    for (int32_t n = 0; n < input_size->n; n++) {
        out = fill(out, pad_value, pre_pad->h * row);
        for (int32_t h = 0; h < input_size->h; h++) {
            out = fill(out, pad_value, pre_pad->w * pixel);
            for (int32_t w = 0; w < input_size->w; w++) {
                out = fill(out, pad_value, pre_pad->c);
                memcpy(out, input, (size_t)input_size->c);
                input += input_size->c;
                out = fill(out + input_size->c, pad_value, post_pad->c);
            }
            out = fill(out, pad_value, post_pad->w * pixel);
        }
        out = fill(out, pad_value, post_pad->h * row);
    }
    fill(out, pad_value, post_pad->n * image);
    return ARM_CMSIS_NN_SUCCESS;
}
