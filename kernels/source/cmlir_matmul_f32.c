/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stddef.h>

#include "cmlir_float.h"
#include "cmlir_nn.h"

static float product(const float *a, const float *b, int32_t depth)
{
    float sum = 0.0f;
    for (int32_t k = 0; k < depth; k++) {
        sum = sum + a[k] * b[k];
        CMLIR_ONE_AT_A_TIME();
    }
    return sum;
}

/* One row of the result */
static void row(
    const float *lhs, const float *rhs, const float *bias, int32_t cols, int32_t depth, float *out)
{
    for (int32_t j = 0; j < cols; j++) {
        const float sum = product(lhs, rhs, depth);
        out[j] = bias ? sum + bias[j] : sum;
        rhs += depth;
    }
}

/* Where the matrix of batch (n, h) begins; an axis of size 1 repeats */
static ptrdiff_t start(const cmsis_nn_dims *dims, int32_t n, int32_t h)
{
    const ptrdiff_t batch = (ptrdiff_t)(dims->n == 1 ? 0 : n) * dims->h + (dims->h == 1 ? 0 : h);
    return batch * dims->w * dims->c;
}

arm_cmsis_nn_status cmlir_matmul_f32(const cmsis_nn_dims *lhs_dims,
                                     const float *lhs,
                                     const cmsis_nn_dims *rhs_dims,
                                     const float *rhs,
                                     const float *bias,
                                     const cmsis_nn_dims *out_dims,
                                     float *out)
{
    for (int32_t n = 0; n < out_dims->n; n++) {
        for (int32_t h = 0; h < out_dims->h; h++) {
            const float *a = lhs + start(lhs_dims, n, h);
            const float *b = rhs + start(rhs_dims, n, h);
            for (int32_t i = 0; i < out_dims->w; i++) {
                row(a, b, bias, out_dims->c, lhs_dims->c, out);
                a += lhs_dims->c;
                out += out_dims->c;
            }
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
