/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"

#include "../cmlir_wide.h"
#include "cmlir_mve_wide.h"

#if defined(CMLIR_MVE)

arm_cmsis_nn_status cmlir_mul_wide(const void *input_1,
                                   const void *input_2,
                                   int32_t size,
                                   const cmlir_mul_params *params,
                                   void *out)
{
    const int32x4_t least = vdupq_n_s32(params->activation.min);
    const int32x4_t most = vdupq_n_s32(params->activation.max);
    if (!cmlir_is_code_size(params->input_1_bytes) || !cmlir_is_code_size(params->input_2_bytes)
        || !cmlir_is_code_size(params->out_bytes)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    int32_t i = 0;
    for (; i + 4 <= size; i += 4) {
        const int32x4_t x = vaddq_n_s32(cmlir_mve_load_codes(input_1, params->input_1_bytes, i),
                                        params->input_1_offset);
        const int32x4_t y = vaddq_n_s32(cmlir_mve_load_codes(input_2, params->input_2_bytes, i),
                                        params->input_2_offset);
        const int32x4_t product =
            cmlir_mve_requantize(vmulq_s32(x, y), params->multiplier, params->shift);
        const int32x4_t code = vaddq_n_s32(product, params->out_offset);
        cmlir_mve_store_codes(out, params->out_bytes, i,
                              vminq_s32(vmaxq_s32(code, least), most));
    }
    for (; i < size; i++) {
        const int32_t code = cmlir_mul_codes(params, input_1, input_2, i);
        cmlir_store_code(out, params->out_bytes, i, code);
    }
    return ARM_CMSIS_NN_SUCCESS;
}

#endif
