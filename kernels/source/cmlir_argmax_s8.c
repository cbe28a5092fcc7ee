/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_core.h"
#include "cmlir_nn.h"

static int64_t first_of_largest(const int8_t *in, int32_t size, int32_t stride)
{
    int64_t index = 0;
    int8_t largest = in[0];
    for (int32_t r = 1; r < size; r++) {
        in += stride;
        if (*in > largest) {
            largest = *in;
            index = r;
        }
    }
    return index;
}

arm_cmsis_nn_status
cmlir_argmax_s8(const int8_t *in, int32_t outer, int32_t reduced, int32_t inner, int64_t *out)
{
    for (int32_t o = 0; o < outer; o++) {
        for (int32_t i = 0; i < inner; i++) {
            *out++ = first_of_largest(in + i, reduced, inner);
        }
        in += (size_t)reduced * (size_t)inner;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
