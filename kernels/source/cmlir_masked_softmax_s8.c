/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"
#include "cmlir_core.h"
#include "cmlir_masked_rows.h"

#if !defined(CMLIR_MVE)

/* INT8_MIN - 1 if nothing is kept */
static int32_t maximum(const cmlir_masked_row_t *row, const int8_t *in)
{
    int32_t max = INT8_MIN - 1;
    for (int32_t i = 0; i < row->visible; i++) {
        if (in[i] > max && cmlir_masked_row_keeps(row, i)) {
            max = in[i];
        }
    }
    return max;
}

static cmlir_softmax_row_t
start_row(const int32_t *exponentials, const cmlir_masked_row_t *row, const int8_t *in)
{
    cmlir_softmax_row_t result = {.max = maximum(row, in)};
    const int32_t *last = exponentials + 255;
    uint64_t sum = 0;
    for (int32_t i = 0; i < row->visible; i++) {
        if (cmlir_masked_row_keeps(row, i)) {
            sum += (uint32_t)cmlir_softmax_term(last[in[i] - result.max]);
        }
    }
    result.scale = cmlir_softmax_scale(sum);
    return result;
}

/* The code of the probability of e; 0 is that of what is masked. */
static int8_t code_of(const cmlir_softmax_row_t *row,
                      int32_t e,
                      const cmsis_nn_per_tensor_quant_params *output_scale,
                      int32_t output_offset)
{
    if (output_scale == NULL) {
        const int32_t code = cmlir_softmax_probability(row->scale, e, 8);
        return (int8_t)(cmlir_clamp(code, 0, UINT8_MAX) + INT8_MIN);
    }
    const int32_t code = cmlir_softmax_probability(row->scale, e, 16);
    return cmlir_softmax_rescaled(code, output_scale->multiplier, output_scale->shift,
                                  output_offset);
}

arm_cmsis_nn_status
cmlir_masked_softmax_s8(const int8_t *in,
                        const uint8_t *mask,
                        int32_t rank,
                        const int32_t *dims,
                        const int32_t *mask_strides,
                        int32_t diagonal,
                        const int32_t *exponentials,
                        const cmsis_nn_per_tensor_quant_params *output_scale,
                        int32_t output_offset,
                        int8_t *out)
{
    cmlir_masked_rows_t rows = {rank, dims, mask_strides, diagonal, mask, {0}};
    const int32_t count = cmlir_masked_rows_count(&rows);
    if (count < 0) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const int32_t row_size = dims[rank - 1];
    for (int32_t r = 0; r < count; r++, in += row_size, out += row_size) {
        const cmlir_masked_row_t masked = cmlir_masked_rows_current(&rows);
        const cmlir_softmax_row_t row = start_row(exponentials, &masked, in);
        for (int32_t i = 0; i < row_size; i++) {
            const int kept = i < masked.visible && cmlir_masked_row_keeps(&masked, i);
            const int32_t e = kept ? exponentials[255 + in[i] - row.max] : 0;
            out[i] = code_of(&row, e, output_scale, output_offset);
        }
        cmlir_masked_rows_next(&rows);
    }
    return ARM_CMSIS_NN_SUCCESS;
}

#endif
