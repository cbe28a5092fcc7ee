/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * How the sources are laid out, and the routines inside that public functions share.
 *
 * One file, one symbol: each .c file defines exactly one external function, and is named after it.
 * So an image holds only what it calls, and the files that a function needs can be read off the
 * sources (cmlir.kernels.sources_for).
 *
 * Twins: a function that has a vector version exists twice under the same name.
 *     source/NAME.c      plain C, its whole body inside  #if !defined(CMLIR_MVE)
 *     source/mve/NAME.c  vectors, its whole body inside  #if defined(CMLIR_MVE)
 * Both files are always given to the compiler; the target decides which one is empty. All other
 * files in source/ are for every target. Parts that only the plain or only the vector versions
 * share are guarded in the same way, without a twin. The functions with twins are:
 *
 *     cmlir_matmul_nt_s8, cmlir_row_sums_s8, cmlir_column_sums_s8,
 *     cmlir_transpose_s8, cmlir_start_values                        (declared below)
 *     arm_softmax_s8, arm_softmax_s8_s16, cmlir_softmax_s8, cmlir_softmax_table_s8,
 *     cmlir_masked_softmax_s8
 *     arm_elementwise_add_s8, arm_elementwise_mul_s8
 *     cmlir_requantize_s8, cmlir_requantize_s16_s8, cmlir_table_s8
 *     cmlir_row_moments_s8, cmlir_inverse_sqrt,
 *     cmlir_norm_row_s8, cmlir_norm_two_rows_s8                     (declared below)
 *     cmlir_matmul_nt_s8_s16                                        (declared below)
 *     cmlir_softmax_s16_s8, cmlir_add_wide, cmlir_mul_wide
 *     cmlir_gate_half                                        (cmlir_recurrent.h)
 *     cmlir_convolve_rows_s8, cmlir_depthwise_3x3_s8         (cmlir_convolve.h, cmlir_depthwise.h)
 *     cmlir_row_moments_wide, cmlir_norm_row_wide            (cmlir_wide.h)
 *     cmlir_dot_1x2_s16                                      (cmlir_s16.h)
 *     cmlir_quantize_f32_s8, cmlir_dequantize_s8_f32         (CMLIR_MVE_FLOAT instead of CMLIR_MVE)
 *
 * Some of them have a third version for processors with the DSP extension:
 *     source/dsp/NAME.c  its whole body inside  #if defined(CMLIR_DSP)
 *                        and that of the plain version inside
 *                            #if !defined(CMLIR_MVE) && !defined(CMLIR_DSP)
 * They are cmlir_matmul_nt_s8 and cmlir_row_sums_s8.
 *
 * Everything that decides a value is in cmlir_arithmetic.h, and both twins give the same bits.
 */
#ifndef CMLIR_CORE_H
#define CMLIR_CORE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "arm_nn_types.h"
#include "cmlir_arithmetic.h"

/*
 * out[r][c] = clamp(REQ(sums[c] + sum_k lhs[r][k] * rhs[c][k] + rhs_offset * sum_k lhs[r][k],
 *                       multiplier, shift) + output_offset, act_min, act_max)
 *
 * Strides are in bytes from one row to the next. Any of rows, cols and depth may be 0; for depth 0
 * the sums alone are rescaled.
 */
typedef struct {
    const int8_t *lhs; /* [rows][depth] */
    int32_t lhs_stride;
    const int8_t *rhs; /* [cols][depth] */
    int32_t rhs_stride;
    const int32_t *sums; /* [cols] start values, bias + lhs_offset * (sum_k rhs[c][k]
                            + depth * rhs_offset), as arm_vector_sum_s8 computes; NULL: zeros */
    int32_t rhs_offset;
    int8_t *out; /* [rows][cols] */
    int32_t out_stride;
    int32_t rows;
    int32_t cols;
    int32_t depth;
    const int32_t *multiplier; /* [cols] if per_channel, else [1] */
    const int32_t *shift;
    int32_t per_channel;
    int32_t output_offset;
    int32_t act_min;
    int32_t act_max;
    bool lhs_goes_on; /* rows may be read to a multiple of 16 bytes, whatever is there */
    const int8_t *table; /* results are table[code + 128] unless this is NULL; only the vector version
                            of cmlir_matmul_nt_s8 reads it: see cmlir_linear_rows_s8 */
} cmlir_matmul_nt_s8_args;

void cmlir_matmul_nt_s8(const cmlir_matmul_nt_s8_args *args);

/* The same with results of 16 bits: `out` stands in for args->out, with args->out_stride elements
 * from one row to the next. */
void cmlir_matmul_nt_s8_s16(const cmlir_matmul_nt_s8_args *args, int16_t *out);

/* cmlir_matmul_nt_s8 with the start values computed from lhs_offset and bias [cols] (or NULL for
 * zeros) instead of being read from args->sums. */
void cmlir_matmul_bias_s8(const cmlir_matmul_nt_s8_args *args,
                          int32_t lhs_offset,
                          const int32_t *bias);

/* The start values of args->rhs: sums[c] = bias[c] + lhs_offset * (sum_k rhs[c][k] + depth *
 * rhs_offset); without a bias if that is NULL. args->sums is not read. */
void cmlir_start_values(const cmlir_matmul_nt_s8_args *args,
                        int32_t lhs_offset,
                        const int32_t *bias,
                        int32_t *sums);

/* sums[r] = sum_k data[r][k], mod 2^32; data [rows][depth] with `stride` bytes between rows */
void cmlir_row_sums_s8(
    const int8_t *data, int32_t stride, int32_t rows, int32_t depth, int32_t *sums);

/* sums[c] = sum_r data[r][c], mod 2^32; data [rows][cols] with `stride` bytes between rows */
void cmlir_column_sums_s8(
    const int8_t *data, int32_t stride, int32_t rows, int32_t cols, int32_t *sums);

/* out[c][r] = in[r][c], dense; in [rows][cols] with `stride` bytes between rows */
void cmlir_transpose_s8(
    const int8_t *in, int32_t stride, int32_t rows, int32_t cols, int8_t *out);

/* The three arm_fully_connected functions: see arm_nnfunctions.h. */
arm_cmsis_nn_status cmlir_fully_connected_s8(const cmsis_nn_context *ctx,
                                             const cmsis_nn_fc_params *fc_params,
                                             const cmsis_nn_quant_params *quant_params,
                                             const cmsis_nn_dims *input_dims,
                                             const int8_t *input,
                                             const cmsis_nn_dims *filter_dims,
                                             const int8_t *filter,
                                             const int32_t *bias,
                                             const cmsis_nn_dims *output_dims,
                                             int8_t *output);

/* Sums over a row of 1 to 65536 codes */
typedef struct {
    int32_t sum;
    int32_t squares;
} cmlir_row_moments_t;

cmlir_row_moments_t cmlir_row_moments_s8(const int8_t *row, int32_t row_size);

/* 1 / sqrt(v) in Q1.30 for v in [1/4, 1) (Q0.31); less than 2 */
int32_t cmlir_inverse_sqrt(int32_t v);

/* The scale of a row with D = deviation (cmlir_arithmetic.h) and u = row_size * x - center */
cmlir_norm_scale_t cmlir_norm_scale(int32_t row_size,
                                    int32_t center,
                                    int64_t deviation,
                                    int64_t epsilon,
                                    int32_t epsilon_bits,
                                    int32_t range_bits);

/* One row of cmlir_layer_norm_s8 and cmlir_rms_norm_s8 (cmlir_nn.h), given its scale. `out` may be
 * `in` itself. */
typedef struct {
    int32_t row_size;
    const int32_t *multipliers; /* [row_size] */
    const int32_t *bias;        /* [row_size] */
    int32_t shift;
    int32_t act_min;
    int32_t act_max;
} cmlir_norm_row_args;

void cmlir_norm_row_s8(const int8_t *in,
                       int8_t *out,
                       cmlir_norm_scale_t scale,
                       const cmlir_norm_row_args *args);

/* A row and the next, each with its scale */
void cmlir_norm_two_rows_s8(const int8_t *in,
                            int8_t *out,
                            const cmlir_norm_scale_t scale[2],
                            const cmlir_norm_row_args *args);

/* ------------------------------------------------------------ softmax, plain versions only --- */

/*
 * The exponentials of all differences to the maximum of a row, exp[max - x], each computed when it
 * first occurs: there are but 256 of them, whatever the tensor's size.
 */
typedef struct {
    int32_t exp[256]; /* Q0.31; negative: not computed yet */
    int32_t mult;
    int32_t shift;
    int32_t diff_min;
} cmlir_softmax_table_t;

typedef struct {
    int32_t max;
    cmlir_softmax_scale_t scale;
} cmlir_softmax_row_t;

static inline void cmlir_softmax_table_init(cmlir_softmax_table_t *table,
                                            int32_t mult,
                                            int32_t shift,
                                            int32_t diff_min)
{
    memset(table->exp, 0xff, sizeof table->exp); /* all -1 */
    table->mult = mult;
    table->shift = shift;
    table->diff_min = diff_min;
}

/* The exponential of an element that is `below` less than the maximum of its row */
static inline int32_t cmlir_softmax_table_exp(cmlir_softmax_table_t *table, int32_t below)
{
    int32_t *e = &table->exp[below];
    if (*e < 0) {
        *e = cmlir_softmax_exp(-below, table->mult, table->shift, table->diff_min);
    }
    return *e;
}

/* The maximum and the sum's reciprocal of a row; the table then holds all its exponentials. */
cmlir_softmax_row_t
cmlir_softmax_row_s8(cmlir_softmax_table_t *table, const int8_t *row, int32_t row_size);

/* The probability of the element x of that row as an unsigned code of `bits` bits, not clamped */
static inline int32_t cmlir_softmax_code(const cmlir_softmax_table_t *table,
                                         const cmlir_softmax_row_t *row,
                                         int32_t x,
                                         int32_t bits)
{
    return cmlir_softmax_probability(row->scale, table->exp[row->max - x], bits);
}

/* An unsigned 16-bit code, not yet clamped, in other parameters */
static inline int8_t
cmlir_softmax_rescaled(int32_t code, int32_t multiplier, int32_t shift, int32_t offset)
{
    const int32_t stored = cmlir_clamp(code, 0, UINT16_MAX);
    const int32_t out = cmlir_add_wrapping(cmlir_requantize(stored, multiplier, shift), offset);
    return (int8_t)cmlir_clamp(out, INT8_MIN, INT8_MAX);
}

#endif
