/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_dsp.h"

#if defined(CMLIR_DSP)

static uint32_t add(uint32_t bytes, uint32_t sum)
{
    const uint32_t ones = 0x00010001;
    return cmlir_dsp_multiply(cmlir_dsp_odd(bytes), ones,
                              cmlir_dsp_multiply(cmlir_dsp_even(bytes), ones, sum));
}

void cmlir_row_sums_s8(
    const int8_t *data, int32_t stride, int32_t rows, int32_t depth, int32_t *sums)
{
    for (int32_t row = 0; row < rows; row++, data += stride) {
        uint32_t sum = 0;
        int32_t k = 0;
        for (; k + 16 <= depth; k += 16) {
            sum = add(cmlir_dsp_load(data + k), sum);
            sum = add(cmlir_dsp_load(data + k + 4), sum);
            sum = add(cmlir_dsp_load(data + k + 8), sum);
            sum = add(cmlir_dsp_load(data + k + 12), sum);
        }
        for (; k + 4 <= depth; k += 4) {
            sum = add(cmlir_dsp_load(data + k), sum);
        }
        for (; k < depth; k++) {
            sum += (uint32_t)data[k];
        }
        sums[row] = (int32_t)sum;
    }
}

#endif
