/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_recurrent.h"

cmlir_gate_half_args cmlir_gate_of_hidden(const int8_t *hidden,
                                          const cmlir_recurrent_weights *weights,
                                          const cmlir_recurrent_params *params,
                                          int32_t first,
                                          int32_t rows)
{
    return (cmlir_gate_half_args){
        .codes = hidden,
        .weights = weights->hidden_weights + (ptrdiff_t)first * params->hidden_size,
        .sums = weights->hidden_sums + first,
        .multiplier = params->hidden_multiplier + first,
        .shift = params->hidden_shift + first,
        .rows = rows,
        .depth = params->hidden_size,
    };
}
