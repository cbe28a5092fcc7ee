/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_core.h"
#include "cmlir_loops.h"
#include "cmlir_nn.h"

arm_cmsis_nn_status cmlir_broadcast_div_s8(const int8_t *input_1,
                                           const int8_t *input_2,
                                           int32_t rank,
                                           const int32_t *dims,
                                           const int32_t *strides,
                                           int32_t input_1_offset,
                                           const int32_t *factors,
                                           int8_t *out,
                                           int32_t out_offset,
                                           int32_t act_min,
                                           int32_t act_max)
{
    cmlir_loops loops = {rank, dims, strides, {0}, {0, 0}};
    const int32_t row = cmlir_loops_row(&loops);
    if (row <= 0) {
        return row < 0 ? ARM_CMSIS_NN_ARG_ERROR : ARM_CMSIS_NN_SUCCESS;
    }
    do {
        ptrdiff_t i_1 = loops.at[0];
        ptrdiff_t i_2 = loops.at[1];
        for (int32_t i = 0; i < row; i++) {
            const int32_t *factor = factors + 2 * (input_2[i_2] + 128);
            const int32_t a = input_1[i_1] + input_1_offset;
            const int32_t x = factor[0] < 0 ? -a : a;
            const int32_t multiplier = factor[0] < 0 ? -factor[0] : factor[0];
            const int32_t scaled = cmlir_requantize(x, multiplier, factor[1]);
            const int32_t code = cmlir_add_wrapping(scaled, out_offset);
            *out++ = (int8_t)cmlir_clamp(code, act_min, act_max);
            i_1 += strides[rank - 1];
            i_2 += strides[2 * rank - 1];
        }
    } while (cmlir_loops_next(&loops));
    return ARM_CMSIS_NN_SUCCESS;
}
