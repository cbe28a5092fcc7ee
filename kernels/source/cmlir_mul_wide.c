/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"
#include "cmlir_wide.h"

#if !defined(CMLIR_MVE)

arm_cmsis_nn_status cmlir_mul_wide(const void *input_1,
                                   const void *input_2,
                                   int32_t size,
                                   const cmlir_mul_params *params,
                                   void *out)
{
    if (!cmlir_is_code_size(params->input_1_bytes) || !cmlir_is_code_size(params->input_2_bytes)
        || !cmlir_is_code_size(params->out_bytes)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    for (int32_t i = 0; i < size; i++) {
        const int32_t code = cmlir_mul_codes(params, input_1, input_2, i);
        cmlir_store_code(out, params->out_bytes, i, code);
    }
    return ARM_CMSIS_NN_SUCCESS;
}

#endif
