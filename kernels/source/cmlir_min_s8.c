/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_core.h"
#include "cmlir_nn.h"

static int8_t smaller(int8_t a, int8_t b)
{
    return a < b ? a : b;
}

arm_cmsis_nn_status
cmlir_min_s8(const int8_t *in, int32_t outer, int32_t reduced, int32_t inner, int8_t *out)
{
    for (int32_t o = 0; o < outer; o++) {
        memcpy(out, in, (size_t)inner);
        for (int32_t r = 1; r < reduced; r++) {
            in += inner;
            for (int32_t i = 0; i < inner; i++) {
                out[i] = smaller(out[i], in[i]);
            }
        }
        in += inner;
        out += inner;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
