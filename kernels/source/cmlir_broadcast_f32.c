/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_broadcast_f32.h"
#include "cmlir_float.h"
#include "cmlir_loops.h"

arm_cmsis_nn_status cmlir_broadcast_f32(const cmlir_broadcast_f32_args *args,
                                        cmlir_binary_f32 *function)
{
    cmlir_loops loops = {args->rank, args->dims, args->strides, {0}, {0, 0}};
    const int32_t row = cmlir_loops_row(&loops);
    if (row <= 0) {
        return row < 0 ? ARM_CMSIS_NN_ARG_ERROR : ARM_CMSIS_NN_SUCCESS;
    }
    const ptrdiff_t stride_1 = args->strides[args->rank - 1];
    const ptrdiff_t stride_2 = args->strides[2 * args->rank - 1];
    float *out = args->out;
    do {
        const float *a = args->input[0] + loops.at[0];
        const float *b = args->input[1] + loops.at[1];
        for (int32_t i = 0; i < row; i++) {
            *out++ = function(a[i * stride_1], b[i * stride_2]);
            CMLIR_ONE_AT_A_TIME();
        }
    } while (cmlir_loops_next(&loops));
    return ARM_CMSIS_NN_SUCCESS;
}
