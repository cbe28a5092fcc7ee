/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_core.h"

#if !defined(CMLIR_MVE) && !defined(CMLIR_DSP)

/* Products are at most 2^14 in size, so 32 bits hold them; the sums wrap, as the API demands. */
static uint32_t dot(const int8_t *lhs, const int8_t *rhs, int32_t depth, uint32_t sum)
{
    for (int32_t k = 0; k < depth; k++) {
        sum += (uint32_t)(lhs[k] * rhs[k]);
    }
    return sum;
}

/* Two rows against two columns: each byte loaded is used twice. sums[row][column] */
static void dot_2x2(const cmlir_matmul_nt_s8_args *a,
                    const int8_t *lhs,
                    const int8_t *rhs,
                    uint32_t sums[2][2])
{
    const int8_t *const rows[2] = {lhs, lhs + a->lhs_stride};
    const int8_t *const columns[2] = {rhs, rhs + a->rhs_stride};
    uint32_t s00 = sums[0][0];
    uint32_t s01 = sums[0][1];
    uint32_t s10 = sums[1][0];
    uint32_t s11 = sums[1][1];
    for (int32_t k = 0; k < a->depth; k++) {
        const int32_t l0 = rows[0][k];
        const int32_t l1 = rows[1][k];
        const int32_t r0 = columns[0][k];
        const int32_t r1 = columns[1][k];
        s00 += (uint32_t)(l0 * r0);
        s01 += (uint32_t)(l0 * r1);
        s10 += (uint32_t)(l1 * r0);
        s11 += (uint32_t)(l1 * r1);
    }
    sums[0][0] = s00;
    sums[0][1] = s01;
    sums[1][0] = s10;
    sums[1][1] = s11;
}

static int8_t finish(const cmlir_matmul_nt_s8_args *a, int32_t col, uint32_t sum)
{
    const int32_t channel = a->per_channel != 0 ? col : 0;
    const int32_t rescaled =
        cmlir_requantize((int32_t)sum, a->multiplier[channel], a->shift[channel]);
    const int32_t code = cmlir_add_wrapping(rescaled, a->output_offset);
    return (int8_t)cmlir_clamp(code, a->act_min, a->act_max);
}

static uint32_t start_value(const cmlir_matmul_nt_s8_args *a, int32_t col)
{
    return a->sums == NULL ? 0 : (uint32_t)a->sums[col];
}

/* What rhs_offset contributes to every output of `row` */
static uint32_t row_term(const cmlir_matmul_nt_s8_args *a, const int8_t *lhs)
{
    int32_t sum = 0;
    if (a->rhs_offset != 0) {
        cmlir_row_sums_s8(lhs, a->lhs_stride, 1, a->depth, &sum);
    }
    return (uint32_t)a->rhs_offset * (uint32_t)sum;
}

static void one_row(const cmlir_matmul_nt_s8_args *a, int32_t row)
{
    const int8_t *lhs = a->lhs + (ptrdiff_t)row * a->lhs_stride;
    int8_t *out = a->out + (ptrdiff_t)row * a->out_stride;
    const uint32_t term = row_term(a, lhs);
    const int8_t *rhs = a->rhs;
    for (int32_t col = 0; col < a->cols; col++, rhs += a->rhs_stride) {
        out[col] = finish(a, col, dot(lhs, rhs, a->depth, start_value(a, col) + term));
    }
}

static void two_rows(const cmlir_matmul_nt_s8_args *a, int32_t row)
{
    const int8_t *lhs = a->lhs + (ptrdiff_t)row * a->lhs_stride;
    const int8_t *lhs1 = lhs + a->lhs_stride;
    int8_t *out = a->out + (ptrdiff_t)row * a->out_stride;
    int8_t *out1 = out + a->out_stride;
    const uint32_t term = row_term(a, lhs);
    const uint32_t term1 = row_term(a, lhs1);
    const int8_t *rhs = a->rhs;
    int32_t col = 0;
    for (; col + 1 < a->cols; col += 2, rhs += 2 * (ptrdiff_t)a->rhs_stride) {
        const uint32_t start = start_value(a, col);
        const uint32_t start1 = start_value(a, col + 1);
        uint32_t sums[2][2] = {{start + term, start1 + term}, {start + term1, start1 + term1}};
        dot_2x2(a, lhs, rhs, sums);
        out[col] = finish(a, col, sums[0][0]);
        out[col + 1] = finish(a, col + 1, sums[0][1]);
        out1[col] = finish(a, col, sums[1][0]);
        out1[col + 1] = finish(a, col + 1, sums[1][1]);
    }
    if (col < a->cols) {
        const uint32_t start = start_value(a, col);
        out[col] = finish(a, col, dot(lhs, rhs, a->depth, start + term));
        out1[col] = finish(a, col, dot(lhs1, rhs, a->depth, start + term1));
    }
}

void cmlir_matmul_nt_s8(const cmlir_matmul_nt_s8_args *args)
{
    int32_t row = 0;
    for (; row + 1 < args->rows; row += 2) {
        two_rows(args, row);
    }
    if (row < args->rows) {
        one_row(args, row);
    }
}

#endif
