/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_recurrent.h"

void cmlir_lstm_output(int32_t *o,
                       const int16_t *cell,
                       const cmlir_recurrent_params *params,
                       int32_t *tanhs,
                       int8_t *out)
{
    const int32_t units = params->hidden_size;
    for (int32_t i = 0; i < units; i++) {
        tanhs[i] = cmlir_shift_left_saturating(cell[i], CMLIR_GATE_BITS - params->cell_bits);
    }
    cmlir_gate_tanh(tanhs, units);
    cmlir_gate_sigmoid(o, units);
    for (int32_t i = 0; i < units; i++) {
        out[i] = cmlir_recurrent_code(params, cmlir_doubling_high_multiply(o[i], tanhs[i]));
    }
}
