/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_recurrent.h"

arm_cmsis_nn_status cmlir_lstm_hidden_s8(const int8_t *in,
                                         const int8_t *hidden,
                                         const int16_t *cells,
                                         const cmlir_recurrent_weights *weights,
                                         const cmlir_recurrent_params *params,
                                         void *scratch,
                                         int8_t *out)
{
    const int32_t units = params->hidden_size;
    int32_t *gates = scratch;
    int32_t *halves = gates + units;
    for (int32_t b = 0; b < params->batch; b++) {
        const int8_t *before = hidden + (ptrdiff_t)b * units;
        for (int32_t index = 0; index < params->steps; index++) {
            const int32_t t = cmlir_recurrent_step(params, index);
            const ptrdiff_t place = cmlir_recurrent_place(params, t, b, units);
            cmlir_gates(in + cmlir_recurrent_place(params, t, b, params->input_size), before,
                        weights, params, 3 * units, units, gates, halves);
            cmlir_lstm_output(gates, cells + place, params, halves, out + place);
            before = out + place;
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
