/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_reduce_f32.h"

/* NaN where there is one */
static float largest(const float *x, int32_t count, int32_t stride)
{
    float found = *x;
    for (int32_t r = 1; r < count; r++) {
        x += stride;
        if (*x > found || *x != *x) {
            found = *x;
        }
        CMLIR_ONE_AT_A_TIME();
    }
    return found;
}

CMLIR_REDUCE_F32(cmlir_max_f32, largest, float)
