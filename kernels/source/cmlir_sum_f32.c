/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_reduce_f32.h"

static float sum(const float *x, int32_t count, int32_t stride)
{
    return (float)cmlir_column_sum(x, count, stride);
}

CMLIR_REDUCE_F32(cmlir_sum_f32, sum, float)
