/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"
#include "cmlir_core.h"
#include "cmlir_masked_rows.h"

#if !defined(CMLIR_MVE)

/* INT16_MIN if nothing is kept */
static int32_t maximum(const cmlir_masked_row_t *row, const int16_t *in)
{
    int32_t max = INT16_MIN;
    for (int32_t i = 0; i < row->visible; i++) {
        if (in[i] > max && cmlir_masked_row_keeps(row, i)) {
            max = in[i];
        }
    }
    return max;
}

static void
write_row(const cmlir_masked_row_t *row, const int32_t *exponentials, const int16_t *in, int8_t *out)
{
    const int32_t max = maximum(row, in);
    uint64_t sum = 0;
    for (int32_t i = 0; i < row->visible; i++) {
        if (cmlir_masked_row_keeps(row, i)) {
            const int32_t e = cmlir_softmax_exp_s16(exponentials, max - in[i]);
            sum += (uint32_t)cmlir_softmax_term(e);
        }
    }
    const cmlir_softmax_scale_t scale = cmlir_softmax_scale(sum);
    for (int32_t i = 0; i < row->visible; i++) {
        if (cmlir_masked_row_keeps(row, i)) {
            const int32_t e = cmlir_softmax_exp_s16(exponentials, max - in[i]);
            const int32_t code = cmlir_softmax_probability(scale, e, 8);
            out[i] = (int8_t)(cmlir_clamp(code, 0, UINT8_MAX) + INT8_MIN);
        }
    }
}

arm_cmsis_nn_status cmlir_softmax_s16_s8(const int16_t *in,
                                         const uint8_t *mask,
                                         int32_t rank,
                                         const int32_t *dims,
                                         const int32_t *mask_strides,
                                         int32_t diagonal,
                                         const int32_t *exponentials,
                                         int8_t *out)
{
    cmlir_masked_rows_t rows = {rank, dims, mask_strides, diagonal, mask, {0}};
    const int32_t count = cmlir_masked_rows_count(&rows);
    if (count < 0) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const int32_t row_size = dims[rank - 1];
    for (int32_t r = 0; r < count; r++, in += row_size, out += row_size) {
        const cmlir_masked_row_t row = cmlir_masked_rows_current(&rows);
        memset(out, INT8_MIN, (size_t)row_size);
        write_row(&row, exponentials, in, out);
        cmlir_masked_rows_next(&rows);
    }
    return ARM_CMSIS_NN_SUCCESS;
}

#endif
