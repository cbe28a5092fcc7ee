/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_recurrent.h"

void cmlir_gate_sigmoid(int32_t *gates, int32_t size)
{
    for (int32_t i = 0; i < size; i++) {
        const int32_t above = cmlir_logistic(gates[i], 0);
        gates[i] = gates[i] < 0 ? (int32_t)(((uint32_t)1 << 31) - (uint32_t)above) : above;
    }
}
