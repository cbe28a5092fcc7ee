/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_reduce_f32.h"

/* The first NaN where there is one */
static int64_t first_of_smallest(const float *x, int32_t count, int32_t stride)
{
    float found = *x;
    int64_t index = 0;
    for (int32_t r = 1; r < count && found == found; r++) {
        x += stride;
        if (*x < found || *x != *x) {
            found = *x;
            index = r;
        }
    }
    return index;
}

CMLIR_REDUCE_F32(cmlir_argmin_f32, first_of_smallest, int64_t)
