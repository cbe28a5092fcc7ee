/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"

#include "cmlir_core.h"

#if !defined(CMLIR_MVE)

/* e of d = 0 would be at `last` if the maximum were 0. */
static void one_row(const int8_t *in, int32_t row_size, const int32_t *last, int8_t *out)
{
    int32_t max = INT8_MIN;
    uint64_t sum = 0;
    for (int32_t i = 0; i < row_size; i++) {
        max = in[i] > max ? in[i] : max;
    }
    const int32_t *exp = last - max;
    for (int32_t i = 0; i < row_size; i++) {
        sum += (uint32_t)cmlir_softmax_term(exp[in[i]]);
    }
    const cmlir_softmax_scale_t scale = cmlir_softmax_scale(sum);
    for (int32_t i = 0; i < row_size; i++) {
        const int32_t code = cmlir_softmax_probability(scale, exp[in[i]], 8);
        out[i] = (int8_t)(cmlir_clamp(code, 0, UINT8_MAX) + INT8_MIN);
    }
}

arm_cmsis_nn_status cmlir_softmax_table_s8(const int8_t *in,
                                           int32_t num_rows,
                                           int32_t row_size,
                                           const int32_t *exponentials,
                                           int8_t *out)
{
    for (int32_t row = 0; row < num_rows; row++, in += row_size, out += row_size) {
        one_row(in, row_size, exponentials + 255, out);
    }
    return ARM_CMSIS_NN_SUCCESS;
}

#endif
