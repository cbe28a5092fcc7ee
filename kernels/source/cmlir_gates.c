/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_recurrent.h"

void cmlir_gates(const int8_t *in,
                 const int8_t *hidden,
                 const cmlir_recurrent_weights *weights,
                 const cmlir_recurrent_params *params,
                 int32_t first,
                 int32_t rows,
                 int32_t *gates,
                 int32_t *halves)
{
    const cmlir_gate_half_args of_input =
        cmlir_gate_of_input(in, weights, params, first, rows);
    const cmlir_gate_half_args of_hidden =
        cmlir_gate_of_hidden(hidden, weights, params, first, rows);
    const int32_t *bias = weights->bias + first;
    cmlir_gate_half(&of_input, gates);
    cmlir_gate_half(&of_hidden, halves);
    for (int32_t j = 0; j < rows; j++) {
        gates[j] = cmlir_add_saturating(cmlir_add_saturating(gates[j], bias[j]), halves[j]);
    }
}
