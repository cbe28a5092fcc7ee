/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_dsp.h"

#if defined(CMLIR_DSP)

int8_t cmlir_dsp_output_s8(const cmlir_matmul_nt_s8_args *args,
                           const cmlir_dsp_column *column,
                           int32_t sum)
{
    int32_t code;
    if (column->is_scaled) {
        code = cmlir_dsp_rescale(&column->scale, sum);
    } else {
        const int32_t rescaled = cmlir_requantize(sum, column->multiplier, column->shift);
        code = cmlir_add_wrapping(rescaled, args->output_offset);
    }
    return (int8_t)cmlir_clamp(code, args->act_min, args->act_max);
}

#endif
