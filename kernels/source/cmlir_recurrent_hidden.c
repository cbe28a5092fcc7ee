/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_recurrent.h"

arm_cmsis_nn_status cmlir_recurrent_hidden(const int8_t *in,
                                           const int8_t *hidden,
                                           const int16_t *cell,
                                           const cmlir_recurrent_weights *weights,
                                           const cmlir_recurrent_params *params,
                                           cmlir_recurrent_step_function *step,
                                           int32_t gates,
                                           void *scratch,
                                           int8_t *out)
{
    const int32_t units = params->hidden_size;
    int32_t *work = scratch;
    int16_t *kept = (int16_t *)(work + gates);
    for (int32_t b = 0; b < params->batch; b++) {
        const int8_t *before = hidden + (ptrdiff_t)b * units;
        memcpy(kept, cell + (ptrdiff_t)b * units, (size_t)units * sizeof *kept);
        for (int32_t index = 0; index < params->steps; index++) {
            const int32_t t = cmlir_recurrent_step(params, index);
            int8_t *after = out + cmlir_recurrent_place(params, t, b, units);
            step(in + cmlir_recurrent_place(params, t, b, params->input_size), before, weights,
                 params, work, kept, after);
            before = after;
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
