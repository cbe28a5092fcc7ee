/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_reduce_f32.h"

static float mean(const float *x, int32_t count, int32_t stride)
{
    return (float)(cmlir_column_sum(x, count, stride) / (double)count);
}

CMLIR_REDUCE_F32(cmlir_mean_f32, mean, float)
