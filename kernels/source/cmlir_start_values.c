/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_core.h"

#if !defined(CMLIR_MVE)

void cmlir_start_values(const cmlir_matmul_nt_s8_args *args,
                        int32_t lhs_offset,
                        const int32_t *bias,
                        int32_t *sums)
{
    const int32_t offsets = cmlir_mul_wrapping(args->depth, args->rhs_offset);
    if (lhs_offset == 0) { /* nothing depends on the data: spare the pass over them */
        memset(sums, 0, (size_t)args->cols * sizeof *sums);
    } else {
        cmlir_row_sums_s8(args->rhs, args->rhs_stride, args->cols, args->depth, sums);
    }
    for (int32_t col = 0; col < args->cols; col++) {
        const int32_t sum = cmlir_add_wrapping(sums[col], offsets);
        sums[col] = cmlir_mul_wrapping(lhs_offset, sum);
    }
    if (bias == NULL) {
        return;
    }
    for (int32_t col = 0; col < args->cols; col++) {
        sums[col] = cmlir_add_wrapping(sums[col], bias[col]);
    }
}

#endif
