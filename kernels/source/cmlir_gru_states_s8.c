/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_recurrent.h"

arm_cmsis_nn_status cmlir_gru_states_s8(const int8_t *in,
                                        const int8_t *hidden,
                                        const int16_t *cell,
                                        const cmlir_recurrent_weights *weights,
                                        const cmlir_recurrent_params *params,
                                        void *scratch,
                                        int16_t *out)
{
    return cmlir_recurrent_cells(in, hidden, cell, weights, params, cmlir_gru_step,
                                6 * params->hidden_size, scratch, out);
}
