/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

static void some_columns(const cmlir_matmul_nt_s8_args *args,
                         int32_t lhs_offset,
                         int32_t constant,
                         int32_t *sums)
{
    const int32_t stride = args->rhs_stride;
    const int32_t quads = args->cols / 4;
    cmlir_mve_scaled_sums(args->rhs, stride, 4 * stride, quads, args->depth, lhs_offset, constant,
                          sums);
    for (int32_t col = 4 * quads; col < args->cols; col++) {
        int32_t sum;
        cmlir_row_sums_s8(args->rhs + (ptrdiff_t)col * stride, stride, 1, args->depth, &sum);
        sums[col] = cmlir_add_wrapping(cmlir_mul_wrapping(lhs_offset, sum), constant);
    }
}

void cmlir_start_values(const cmlir_matmul_nt_s8_args *args,
                        int32_t lhs_offset,
                        const int32_t *bias,
                        int32_t *sums)
{
    const int32_t offsets = cmlir_mul_wrapping(args->depth, args->rhs_offset);
    if (lhs_offset == 0) { /* nothing depends on the data: spare the pass over them */
        memset(sums, 0, (size_t)args->cols * sizeof *sums);
    } else {
        some_columns(args, lhs_offset, cmlir_mul_wrapping(lhs_offset, offsets), sums);
    }
    for (int32_t col = 0; bias != NULL && col < args->cols; col++) {
        sums[col] = cmlir_add_wrapping(sums[col], bias[col]);
    }
}

#endif
