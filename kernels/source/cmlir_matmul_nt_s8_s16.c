/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_core.h"

#if !defined(CMLIR_MVE)

/* Products are at most 2^14 in size, so 32 bits hold them; the sums wrap, as those of s8 do. */
static uint32_t dot(const int8_t *lhs, const int8_t *rhs, int32_t depth, uint32_t sum)
{
    for (int32_t k = 0; k < depth; k++) {
        sum += (uint32_t)(lhs[k] * rhs[k]);
    }
    return sum;
}

/* What rhs_offset contributes to every output of a row */
static uint32_t row_term(const cmlir_matmul_nt_s8_args *args, const int8_t *lhs)
{
    int32_t sum = 0;
    if (args->rhs_offset != 0) {
        cmlir_row_sums_s8(lhs, args->lhs_stride, 1, args->depth, &sum);
    }
    return (uint32_t)args->rhs_offset * (uint32_t)sum;
}

void cmlir_matmul_nt_s8_s16(const cmlir_matmul_nt_s8_args *args, int16_t *out)
{
    const int8_t *lhs = args->lhs;
    for (int32_t row = 0; row < args->rows; row++) {
        const uint32_t term = row_term(args, lhs);
        const int8_t *rhs = args->rhs;
        for (int32_t col = 0; col < args->cols; col++, rhs += args->rhs_stride) {
            const int32_t channel = args->per_channel != 0 ? col : 0;
            const uint32_t start = args->sums == NULL ? 0 : (uint32_t)args->sums[col];
            const uint32_t sum = dot(lhs, rhs, args->depth, term + start);
            const int32_t scaled = cmlir_requantize((int32_t)sum, args->multiplier[channel],
                                                    args->shift[channel]);
            out[col] = (int16_t)cmlir_clamp(cmlir_add_wrapping(scaled, args->output_offset),
                                            args->act_min, args->act_max);
        }
        lhs += args->lhs_stride;
        out += args->out_stride;
    }
}

#endif
