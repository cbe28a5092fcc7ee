/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"

#include "../cmlir_wide.h"
#include "cmlir_mve_wide.h"

#if defined(CMLIR_MVE)

static int32x4_t scaled(const cmlir_add_operand *operand, int32x4_t x, int32_t left_shift)
{
    const int32x4_t moved = vshlq_r_s32(vaddq_n_s32(x, operand->offset), left_shift);
    return cmlir_mve_requantize(moved, operand->multiplier, operand->shift);
}

arm_cmsis_nn_status cmlir_add_wide(const void *input_1,
                                   const void *input_2,
                                   int32_t size,
                                   const cmlir_add_params *params,
                                   void *out)
{
    const cmlir_add_operand *a = &params->input_1;
    const cmlir_add_operand *b = &params->input_2;
    const int32x4_t least = vdupq_n_s32(params->activation.min);
    const int32x4_t most = vdupq_n_s32(params->activation.max);
    if (!cmlir_is_code_size(a->bytes) || !cmlir_is_code_size(b->bytes)
        || !cmlir_is_code_size(params->out_bytes)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    int32_t i = 0;
    for (; i + 4 <= size; i += 4) {
        const int32x4_t x = scaled(a, cmlir_mve_load_codes(input_1, a->bytes, i),
                                   params->left_shift);
        const int32x4_t y = scaled(b, cmlir_mve_load_codes(input_2, b->bytes, i),
                                   params->left_shift);
        const int32x4_t total = params->subtract ? vsubq_s32(x, y) : vaddq_s32(x, y);
        const int32x4_t sum = cmlir_mve_requantize(total, params->multiplier, params->shift);
        const int32x4_t code = vaddq_n_s32(sum, params->out_offset);
        cmlir_mve_store_codes(out, params->out_bytes, i,
                              vminq_s32(vmaxq_s32(code, least), most));
    }
    for (; i < size; i++) {
        const int32_t code = cmlir_add_codes(params, input_1, input_2, i);
        cmlir_store_code(out, params->out_bytes, i, code);
    }
    return ARM_CMSIS_NN_SUCCESS;
}

#endif
