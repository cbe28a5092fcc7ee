/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_recurrent.h"

cmlir_gate_half_args cmlir_gate_of_input(const int8_t *in,
                                         const cmlir_recurrent_weights *weights,
                                         const cmlir_recurrent_params *params,
                                         int32_t first,
                                         int32_t rows)
{
    return (cmlir_gate_half_args){
        .codes = in,
        .weights = weights->input_weights + (ptrdiff_t)first * params->input_size,
        .sums = weights->input_sums + first,
        .multiplier = params->input_multiplier + first,
        .shift = params->input_shift + first,
        .rows = rows,
        .depth = params->input_size,
    };
}
