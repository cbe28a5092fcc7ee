/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_recurrent.h"

static void finish(int32_t *gates,
                   const cmlir_recurrent_params *params,
                   int32_t relu,
                   int8_t *out)
{
    const int32_t units = params->hidden_size;
    if (relu == 0) {
        cmlir_gate_tanh(gates, units);
    }
    for (int32_t j = 0; j < units; j++) {
        const int32_t least = relu != 0 ? 0 : INT32_MIN;
        out[j] = cmlir_recurrent_code(params, gates[j] < least ? least : gates[j]);
    }
}

arm_cmsis_nn_status cmlir_rnn_s8(const int8_t *in,
                                 const int8_t *hidden,
                                 const cmlir_recurrent_weights *weights,
                                 const cmlir_recurrent_params *params,
                                 int32_t relu,
                                 void *scratch,
                                 int8_t *out)
{
    const int32_t units = params->hidden_size;
    int32_t *gates = scratch;
    for (int32_t b = 0; b < params->batch; b++) {
        const int8_t *before = hidden + (ptrdiff_t)b * units;
        for (int32_t index = 0; index < params->steps; index++) {
            const int32_t t = cmlir_recurrent_step(params, index);
            int8_t *after = out + cmlir_recurrent_place(params, t, b, units);
            cmlir_gates(in + cmlir_recurrent_place(params, t, b, params->input_size), before,
                        weights, params, 0, units, gates, gates + units);
            finish(gates, params, relu, after);
            before = after;
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
