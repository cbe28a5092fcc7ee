/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_recurrent.h"

void cmlir_gate_tanh(int32_t *gates, int32_t size)
{
    for (int32_t i = 0; i < size; i++) {
        const int32_t half = cmlir_logistic(gates[i], 1) - ((int32_t)1 << 30);
        const int32_t magnitude = half > 0 ? 2 * half : 0;
        gates[i] = gates[i] < 0 ? -magnitude : magnitude;
    }
}
