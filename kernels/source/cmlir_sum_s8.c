/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_core.h"
#include "cmlir_nn.h"

enum { CHUNK = 64 };

typedef struct {
    int32_t offset; /* of a whole sum */
    int32_t multiplier;
    int32_t shift;
    int32_t output_offset;
    int32_t act_min;
    int32_t act_max;
} sum_scale;

static void rescale_sums(const int32_t *sums, int32_t size, const sum_scale *scale, int8_t *out)
{
    for (int32_t i = 0; i < size; i++) {
        const int32_t sum = cmlir_add_wrapping(sums[i], scale->offset);
        const int32_t code = cmlir_add_wrapping(
            cmlir_requantize(sum, scale->multiplier, scale->shift), scale->output_offset);
        out[i] = (int8_t)cmlir_clamp(code, scale->act_min, scale->act_max);
    }
}

arm_cmsis_nn_status cmlir_sum_s8(const int8_t *in,
                                 int32_t outer,
                                 int32_t reduced,
                                 int32_t inner,
                                 int32_t input_offset,
                                 int32_t multiplier,
                                 int32_t shift,
                                 int32_t output_offset,
                                 int32_t act_min,
                                 int32_t act_max,
                                 int8_t *out)
{
    const sum_scale scale = {
        cmlir_mul_wrapping(reduced, input_offset), multiplier, shift, output_offset, act_min,
        act_max,
    };
    const bool rows = inner == 1; /* what is reduced lies together */
    const int32_t blocks = rows ? 1 : outer;
    const int32_t block = rows ? outer : inner;
    int32_t sums[CHUNK];
    for (int32_t o = 0; o < blocks; o++) {
        for (int32_t i = 0; i < block; i += CHUNK) {
            const int32_t size = block - i < CHUNK ? block - i : CHUNK;
            if (rows) {
                cmlir_row_sums_s8(in + (size_t)i * (size_t)reduced, reduced, size, reduced, sums);
            } else {
                cmlir_column_sums_s8(in + i, inner, reduced, size, sums);
            }
            rescale_sums(sums, size, &scale, out + i);
        }
        in += (size_t)reduced * (size_t)inner;
        out += block;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
