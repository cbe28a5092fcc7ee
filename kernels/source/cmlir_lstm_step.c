/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_recurrent.h"

void cmlir_lstm_step(const int8_t *in,
                     const int8_t *hidden,
                     const cmlir_recurrent_weights *weights,
                     const cmlir_recurrent_params *params,
                     int32_t *gates,
                     int16_t *cell,
                     int8_t *out)
{
    const int32_t units = params->hidden_size;
    const int32_t rows = (out == NULL ? 3 : 4) * units;
    int32_t *i = gates;
    int32_t *f = i + units;
    int32_t *g = f + units;
    int32_t *o = g + units;
    int32_t *halves = o + units;
    cmlir_gates(in, hidden, weights, params, 0, rows, gates, halves);
    cmlir_gate_sigmoid(i, 2 * units);
    cmlir_gate_tanh(g, units);
    cmlir_keep_cells(f, i, g, params->cell_bits, cell, units);
    if (out != NULL) {
        cmlir_lstm_output(o, cell, params, halves, out);
    }
}
