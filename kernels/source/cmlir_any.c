/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"

arm_cmsis_nn_status
cmlir_any(const uint8_t *in, int32_t outer, int32_t reduced, int32_t inner, uint8_t *out)
{
    for (int32_t o = 0; o < outer; o++) {
        for (int32_t i = 0; i < inner; i++) {
            const uint8_t *column = in + (o * reduced * inner + i);
            int32_t r = 0;
            while (r < reduced && column[r * inner] == 0) {
                r++;
            }
            out[o * inner + i] = r < reduced;
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
