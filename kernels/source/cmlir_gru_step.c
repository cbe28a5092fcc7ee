/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_recurrent.h"

/* n[j] = n[j] + bias[j] + r[j] * (old[j] + bias[units + j]); z becomes 1 - z in old. */
static void candidates(const int32_t *bias, int32_t units, int32_t *gates, int32_t *old)
{
    const int32_t *r = gates;
    const int32_t *z = r + units;
    int32_t *n = gates + 2 * units;
    for (int32_t j = 0; j < units; j++) {
        const int32_t mine = cmlir_add_saturating(n[j], bias[j]);
        const int32_t theirs = cmlir_add_saturating(old[j], bias[units + j]);
        n[j] = cmlir_add_saturating(mine, cmlir_doubling_high_multiply(r[j], theirs));
        old[j] = INT32_MAX - z[j];
    }
}

void cmlir_gru_step(const int8_t *in,
                    const int8_t *hidden,
                    const cmlir_recurrent_weights *weights,
                    const cmlir_recurrent_params *params,
                    int32_t *gates,
                    int16_t *cell,
                    int8_t *out)
{
    const int32_t units = params->hidden_size;
    int32_t *n = gates + 2 * units;
    int32_t *halves = n + units;
    const cmlir_gate_half_args of_input =
        cmlir_gate_of_input(in, weights, params, 2 * units, units);
    const cmlir_gate_half_args of_hidden =
        cmlir_gate_of_hidden(hidden, weights, params, 2 * units, units);
    cmlir_gates(in, hidden, weights, params, 0, 2 * units, gates, halves);
    cmlir_gate_sigmoid(gates, 2 * units);
    cmlir_gate_half(&of_input, n);
    cmlir_gate_half(&of_hidden, halves);
    candidates(weights->bias + 2 * (ptrdiff_t)units, units, gates, halves);
    cmlir_gate_tanh(n, units);
    cmlir_keep_cells(gates + units, halves, n, params->cell_bits, cell, units);
    if (out == NULL) {
        return;
    }
    for (int32_t j = 0; j < units; j++) {
        out[j] = cmlir_recurrent_code(params, cell[j]);
    }
}
