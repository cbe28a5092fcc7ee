/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * cmlir's extension kernels: what programs need and the CMSIS-NN API lacks. The conventions at the
 * top of arm_nnfunctions.h hold here as well; all functions return ARM_CMSIS_NN_SUCCESS unless an
 * error is named.
 *
 * Elementwise functions (`size` elements) may work in place: the output may be an input itself if
 * both have the same element size. Float arithmetic is IEEE binary32, rounded after every single
 * operation: compile with -ffp-contract=off and without -ffast-math.
 */
#ifndef CMLIR_NN_H
#define CMLIR_NN_H

#include "arm_nn_types.h"
#include "cmlir_nn_f32.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * output = clamp(rint(input * inv_scale) + zero_point, qmin, qmax), with ties to even.
 * NaN gives clamp(zero_point, qmin, qmax); infinities saturate.
 * inv_scale finite, zero_point in -32768..32767, -128 <= qmin <= qmax <= 127.
 */
arm_cmsis_nn_status cmlir_quantize_f32_s8(const float *input,
                                          int8_t *output,
                                          int32_t size,
                                          float inv_scale,
                                          int32_t zero_point,
                                          int32_t qmin,
                                          int32_t qmax);

/* output = (float)(input - zero_point) * scale; zero_point in -32768..32767. */
arm_cmsis_nn_status cmlir_dequantize_s8_f32(
    const int8_t *input, float *output, int32_t size, float scale, int32_t zero_point);

/* out = clamp(REQ(in + input_offset, multiplier, shift) + output_offset, act_min, act_max) */
arm_cmsis_nn_status cmlir_requantize_s8(const int8_t *in,
                                        int8_t *out,
                                        int32_t size,
                                        int32_t input_offset,
                                        int32_t multiplier,
                                        int32_t shift,
                                        int32_t output_offset,
                                        int32_t act_min,
                                        int32_t act_max);

/* The same from int16; input_offset in -32768..32768. */
arm_cmsis_nn_status cmlir_requantize_s16_s8(const int16_t *in,
                                            int8_t *out,
                                            int32_t size,
                                            int32_t input_offset,
                                            int32_t multiplier,
                                            int32_t shift,
                                            int32_t output_offset,
                                            int32_t act_min,
                                            int32_t act_max);

/* out = table[in + 128]; the table has 256 entries. */
arm_cmsis_nn_status
cmlir_table_s8(const int8_t *in, int8_t *out, int32_t size, const int8_t *table);

/*
 * arm_elementwise_mul_s8 and arm_elementwise_add_s8 on operands that repeat along axes: element
 * [i0][i1].. of a result of shape dims[rank] comes, bit for bit as there, from
 *     input_1[i0 * strides[0] + ..] and input_2[i0 * strides[rank] + ..]
 * rank 1..8; strides in elements, may be 0 or negative, those of the last axis must be 0 or 1.
 * `out` may be an input with the strides of `out` itself; else it must not overlap what is read.
 * ARM_CMSIS_NN_ARG_ERROR for another rank, a negative dim or another last stride.
 */
arm_cmsis_nn_status cmlir_broadcast_mul_s8(const int8_t *input_1,
                                           const int8_t *input_2,
                                           int32_t rank,
                                           const int32_t *dims,
                                           const int32_t *strides,
                                           int32_t input_1_offset,
                                           int32_t input_2_offset,
                                           int8_t *out,
                                           int32_t out_offset,
                                           int32_t out_mult,
                                           int32_t out_shift,
                                           int32_t act_min,
                                           int32_t act_max);

arm_cmsis_nn_status cmlir_broadcast_add_s8(const int8_t *input_1,
                                           const int8_t *input_2,
                                           int32_t rank,
                                           const int32_t *dims,
                                           const int32_t *strides,
                                           int32_t input_1_offset,
                                           int32_t input_1_mult,
                                           int32_t input_1_shift,
                                           int32_t input_2_offset,
                                           int32_t input_2_mult,
                                           int32_t input_2_shift,
                                           int32_t left_shift,
                                           int8_t *out,
                                           int32_t out_offset,
                                           int32_t out_mult,
                                           int32_t out_shift,
                                           int32_t act_min,
                                           int32_t act_max);

/*
 * Products of matrices that need not be dense, for a batch of sizes[0] x sizes[1] of them:
 *
 *     out[n][h][i][j] = clamp(REQ(sum_k (lhs[n][h][i][k] + input_offset)
 *                                     * (rhs[n][h][j][k] + filter_offset), M, s) + output_offset)
 *
 * with the numbers of fc_params and rescale. In bytes from the pointers handed over,
 *
 *     lhs[n][h][i][k] is at n * lhs_strides[0] + h * lhs_strides[1] + i * lhs_strides[2] + k
 *     rhs[n][h][j][k] is at n * rhs_strides[0] + .. + j * rhs_strides[2] + k * rhs_strides[3]
 *     out[n][h][i][j] is at n * out_strides[0] + h * out_strides[1] + i * out_strides[2] + j
 *
 * One of the last two strides of rhs must be 1. If it is not the last one, ctx->buf needs
 * columns * depth bytes; else it is not used. ARM_CMSIS_NN_ARG_ERROR for other strides, or without
 * that buffer. `out` must not overlap what is read.
 */
typedef struct {
    int32_t sizes[5]; /* n, h, rows (i), columns (j), depth (k) */
    int32_t lhs_strides[3];
    int32_t rhs_strides[4];
    int32_t out_strides[3];
    cmsis_nn_fc_params fc_params;
    cmsis_nn_per_tensor_quant_params rescale;
} cmlir_strided_matmul_params;

arm_cmsis_nn_status cmlir_strided_matmul_s8(const cmsis_nn_context *ctx,
                                            const cmlir_strided_matmul_params *params,
                                            const int8_t *lhs,
                                            const int8_t *rhs,
                                            int8_t *out);

/* The same with results of 16 bits, and out_strides in elements of `out` */
arm_cmsis_nn_status cmlir_strided_matmul_s8_s16(const cmsis_nn_context *ctx,
                                                const cmlir_strided_matmul_params *params,
                                                const int8_t *lhs,
                                                const int8_t *rhs,
                                                int16_t *out);

/*
 * Attention without a tensor of scores: bit for bit what cmlir_strided_matmul_s8 (params->scores),
 * cmlir_softmax_table_s8 and cmlir_strided_matmul_s8 (params->context) give one after the other.
 *
 * For one matrix of a batch after the other, block_rows rows at a time have scores:
 *
 *     scores[i][j] = softmax over j of the product of query (lhs) and key (rhs)
 *     out[i][w]    = the product of scores (lhs) and value (rhs)
 *
 * scores.sizes is {n, h, rows, columns, depth}, context.sizes {n, h, rows, width, columns}. The
 * keys lie in runs: scores.rhs_strides[3] is 1. In both products the strides of the scores are
 * {0, 0, columns}. ctx->buf holds 4 * (columns + width) + block_rows * columns bytes, and width *
 * columns more if context.rhs_strides[3] is not 1; aligned to 4.
 *
 * `out` may be `query` if depth and width are equal and so are their strides.
 */
typedef struct {
    cmlir_strided_matmul_params scores;
    cmlir_strided_matmul_params context;
    int32_t block_rows;
} cmlir_attention_params;

arm_cmsis_nn_status cmlir_attention_s8(const cmsis_nn_context *ctx,
                                       const cmlir_attention_params *params,
                                       const int8_t *query,
                                       const int8_t *key,
                                       const int8_t *value,
                                       const int32_t *exponentials,
                                       int8_t *out);

/*
 * The same with cmlir_masked_softmax_s8 between the products: bit for bit what that gives with the
 * mask and the diagonal, and without output_scale. Columns that the diagonal hides from all rows of
 * a block are not computed. ARM_CMSIS_NN_ARG_ERROR for another last stride of the mask than 0 or 1.
 */
typedef struct {
    const uint8_t *kept; /* element [n][h][i][j] is left out if 0; NULL: none is */
    int32_t strides[4];  /* of `kept` in bytes, from n to j */
    int32_t diagonal;    /* as for cmlir_masked_softmax_s8 */
} cmlir_attention_mask;

arm_cmsis_nn_status cmlir_masked_attention_s8(const cmsis_nn_context *ctx,
                                              const cmlir_attention_params *params,
                                              const int8_t *query,
                                              const int8_t *key,
                                              const int8_t *value,
                                              const cmlir_attention_mask *mask,
                                              const int32_t *exponentials,
                                              int8_t *out);

/*
 * The same with scores of 16 bits: bit for bit what cmlir_strided_matmul_s8_s16,
 * cmlir_softmax_s16_s8 with its exponentials, and cmlir_strided_matmul_s8 give. With kept NULL and
 * the diagonal INT32_MAX nothing is left out. ctx->buf has the scores of a block besides: 2 *
 * block_rows * columns bytes more, made up to a multiple of 4.
 */
arm_cmsis_nn_status cmlir_wide_attention_s8(const cmsis_nn_context *ctx,
                                            const cmlir_attention_params *params,
                                            const int8_t *query,
                                            const int8_t *key,
                                            const int8_t *value,
                                            const cmlir_attention_mask *mask,
                                            const int32_t *exponentials,
                                            int8_t *out);

/*
 * Softmax with freely chosen output parameters: bit for bit what arm_softmax_s8_s16 followed by
 * cmlir_requantize_s16_s8 (input_offset 32768, clamp -128..127) gives, without the int16 tensor
 * between them. Parameters as there; `out` may be `in` itself. Uses about 1 KiB of stack.
 */
arm_cmsis_nn_status cmlir_softmax_s8(const int8_t *in,
                                     int32_t num_rows,
                                     int32_t row_size,
                                     int32_t mult,
                                     int32_t shift,
                                     int32_t diff_min,
                                     int32_t output_multiplier,
                                     int32_t output_shift,
                                     int32_t output_offset,
                                     int8_t *out);

/*
 * arm_softmax_s8, bit for bit, with the exponentials computed beforehand: exponentials[255 + d] is
 * that of an element d = -255..0 below the maximum of its row, Q0.31 as arm_softmax_s8 computes it
 * for its mult and shift, 0 below its diff_min. `out` may be `in` itself.
 */
arm_cmsis_nn_status cmlir_softmax_table_s8(const int8_t *in,
                                           int32_t num_rows,
                                           int32_t row_size,
                                           const int32_t *exponentials,
                                           int8_t *out);

/*
 * The numbers of the two norms below. With e = eps / scale^2, eps being the norm's and scale that
 * of the input's codes, t comes with an error below 2^-23 of the largest possible one.
 */
typedef struct {
    int64_t epsilon;      /* row_size^2 * e * 2^epsilon_bits; 0 or more */
    int32_t epsilon_bits; /* even, -62..30, so that V below is less than 2^63 */
    int32_t range_bits;   /* |t| <= 2^range_bits in every row; -60..16 */
    int32_t shift;        /* 0..29 */
    cmsis_nn_activation activation; /* within the output's type */
} cmlir_norm_params;

/*
 * Layer norm of num_rows rows of row_size codes, with a multiplier and a bias for each column:
 *
 *     t = (in - mean) / sqrt(variance + e)       mean and variance of the row's codes, exact
 *     out = clamp((t * 2^(29 - range_bits) * multipliers / 2^31 + bias) >> shift, activation)
 *
 * So for the weight g and the bias b of a column, an output scale s and zero point z,
 *
 *     multipliers = g / s * 2^(2 + range_bits + shift)
 *     bias = (b / s + z) * 2^shift + 2^(shift - 1)
 *
 * rounded to integers. The two together must stay below 2^31; |t * 2^(29 - range_bits)| <= 2^29.
 * In a row whose codes are all alike t is 0, also if e is 0. Integer arithmetic throughout:
 *
 *     u = row_size * in - sum(in)
 *     V = (row_size * sum(in^2) - sum(in)^2) * 2^epsilon_bits + epsilon
 *     V = v * 4^p * 2^epsilon_bits with v in [1/4, 1), r = 1 / sqrt(v) in Q1.30
 *     t * 2^(29 - range_bits) = DHM(u * 2^(30 - range_bits - p), r)
 *
 * where r is cut to fewer bits instead if that power of two is negative (all this is in
 * cmlir_norm_scale). multipliers > -2^31, row_size 1..65536. `out` may be `in` itself.
 */
arm_cmsis_nn_status cmlir_layer_norm_s8(const int8_t *in,
                                        int32_t num_rows,
                                        int32_t row_size,
                                        const cmlir_norm_params *params,
                                        const int32_t *multipliers,
                                        const int32_t *bias,
                                        int8_t *out);

/*
 * RMS norm: the same with the input's own zero in place of the mean,
 *
 *     t = x / sqrt(mean(x^2) + e), x = in + input_offset
 *     u = row_size * x
 *     V = row_size * sum(x^2) * 2^epsilon_bits + epsilon
 *
 * input_offset in -127..128.
 */
arm_cmsis_nn_status cmlir_rms_norm_s8(const int8_t *in,
                                      int32_t num_rows,
                                      int32_t row_size,
                                      int32_t input_offset,
                                      const cmlir_norm_params *params,
                                      const int32_t *multipliers,
                                      const int32_t *bias,
                                      int8_t *out);

/*
 * Logarithm of softmax:
 *     L = log2 of the sum of exponentials that softmax computes, with 16 fraction bits
 *     out = clamp((((in - max) * output_multiplier - L * log_multiplier + 2^(output_shift - 1))
 *                  >> output_shift) + output_offset, act_min, act_max)
 * in 64 bits. For the scale s of the codes and an output scale t that is
 *     output_multiplier = s / t * 2^output_shift
 *     log_multiplier = ln(2) / t * 2^(output_shift - 16)
 * both 0 to 2^31 - 1; output_shift 1..40. The other parameters are those of arm_softmax_s8; `out`
 * may be `in` itself. Uses about 1 KiB of stack.
 */
arm_cmsis_nn_status cmlir_log_softmax_s8(const int8_t *in,
                                         int32_t num_rows,
                                         int32_t row_size,
                                         int32_t mult,
                                         int32_t shift,
                                         int32_t diff_min,
                                         int32_t output_multiplier,
                                         int32_t log_multiplier,
                                         int32_t output_shift,
                                         int32_t output_offset,
                                         int32_t act_min,
                                         int32_t act_max,
                                         int8_t *out);

/*
 * Reductions of in [outer][reduced][inner] to out [outer][inner], over r of in[o][r][i]:
 *     cmlir_sum_s8     clamp(REQ(sum of (in + input_offset), multiplier, shift) + output_offset,
 *                      act_min, act_max): a mean too, with its factor in the multiplier. The sums,
 *                      shifted left by a positive shift, must have 32 bits. Uses 256 bytes of stack
 *     cmlir_max_s8, cmlir_min_s8     the largest and the smallest code
 *     cmlir_argmax_s8, cmlir_argmin_s8   the first r of the largest and of the smallest code
 * reduced is 1 or more. `out` must not overlap `in`.
 */
arm_cmsis_nn_status cmlir_sum_s8(const int8_t *in,
                                 int32_t outer,
                                 int32_t reduced,
                                 int32_t inner,
                                 int32_t input_offset,
                                 int32_t multiplier,
                                 int32_t shift,
                                 int32_t output_offset,
                                 int32_t act_min,
                                 int32_t act_max,
                                 int8_t *out);
arm_cmsis_nn_status
cmlir_max_s8(const int8_t *in, int32_t outer, int32_t reduced, int32_t inner, int8_t *out);
arm_cmsis_nn_status
cmlir_min_s8(const int8_t *in, int32_t outer, int32_t reduced, int32_t inner, int8_t *out);
arm_cmsis_nn_status
cmlir_argmax_s8(const int8_t *in, int32_t outer, int32_t reduced, int32_t inner, int64_t *out);
arm_cmsis_nn_status
cmlir_argmin_s8(const int8_t *in, int32_t outer, int32_t reduced, int32_t inner, int64_t *out);

/*
 * out[i0][i1].. = in[i0 * strides[0] + i1 * strides[1] + ..]: gathers any strided view (transpose,
 * slice, reverse, broadcast) into a dense tensor of shape dims[rank].
 *   element_size  1, 2, 4 or 8 bytes; both pointers aligned to it
 *   rank          0..8; 0 copies one element, and dims and strides are not read
 *   strides       in elements of `in`; may be 0 or negative, and `in` then is the address of the
 *                 element with all indices 0, not the lowest one
 * `out` must not overlap the elements read. ARM_CMSIS_NN_ARG_ERROR for another element_size or rank
 * or a negative dim.
 */
arm_cmsis_nn_status cmlir_strided_copy(const void *in,
                                       void *out,
                                       int32_t element_size,
                                       int32_t rank,
                                       const int32_t *dims,
                                       const int32_t *strides);

/*
 * Concatenation of elements of any type: each row of `out` is the row of all parts, one after the
 * other. parts[k] has `rows` rows of part_bytes[k] bytes. ARM_CMSIS_NN_ARG_ERROR for a negative
 * size.
 */
arm_cmsis_nn_status cmlir_concatenate(const void *const *parts,
                                      const int32_t *part_bytes,
                                      int32_t num_parts,
                                      int32_t rows,
                                      void *out);

/*
 * out[i] = table[indices[i]], rows of row_bytes bytes; `count` indices of index_size 4 (int32_t) or
 * 8 (int64_t) bytes, aligned to it. ARM_CMSIS_NN_ARG_ERROR for another index_size, a negative
 * num_rows or row_bytes, or an index outside of 0..num_rows - 1: the rows before it are written
 * then. `out` must not overlap the table and the indices.
 */
arm_cmsis_nn_status cmlir_embedding(const void *table,
                                    int32_t num_rows,
                                    int32_t row_bytes,
                                    const void *indices,
                                    int32_t index_size,
                                    int32_t count,
                                    void *out);

/* Types of elements; truth values are bytes, 0 for false */
typedef enum { CMLIR_BOOL, CMLIR_S8, CMLIR_S32, CMLIR_S64, CMLIR_F32 } cmlir_element;

/*
 * The indices of the first `count` elements of each row [rows][size] in ascending or descending
 * order, those of equal elements in ascending order; NaN is the largest number. `count` times
 * `size` steps. ARM_CMSIS_NN_ARG_ERROR if there are not so many elements.
 */
arm_cmsis_nn_status cmlir_argsort(const void *in,
                                  cmlir_element element,
                                  int32_t rows,
                                  int32_t size,
                                  int32_t count,
                                  int32_t descending,
                                  int64_t *out);

/*
 * out = in with slices replaced: out[o][indices[i]] = source[o][i] for each o and then each i.
 *   in, out       outer x size slices of slice_bytes bytes; `out` may be `in` itself, and then only
 *                 the slices are written
 *   source        outer x count slices
 *   indices       `count` of index_size 4 (int32_t) or 8 (int64_t) bytes, aligned to it; a negative
 *                 one counts from the end
 * ARM_CMSIS_NN_ARG_ERROR for another index_size, a negative size, or an index outside of
 * -size..size - 1: nothing is written then. `out` must not overlap source and indices.
 */
arm_cmsis_nn_status cmlir_index_copy(const void *in,
                                     const void *source,
                                     const void *indices,
                                     int32_t index_size,
                                     int32_t count,
                                     int32_t outer,
                                     int32_t size,
                                     int32_t slice_bytes,
                                     void *out);

/*
 * The same, but slices are added to those that are there, in order; elements are floats, or
 * integers that keep their lower bits, of type `element` (not CMLIR_BOOL). `slice` is their number
 * in a slice.
 */
arm_cmsis_nn_status cmlir_index_add(const void *in,
                                    const void *source,
                                    const void *indices,
                                    int32_t index_size,
                                    int32_t count,
                                    int32_t outer,
                                    int32_t size,
                                    int32_t slice,
                                    cmlir_element element,
                                    void *out);

/*
 * Indices (index_size 4 or 8 bytes, also those of `out`) of an axis of `size` elements, those that
 * count from its end as ones from its start. ARM_CMSIS_NN_ARG_ERROR for an index outside of the
 * axis, or one below 0 if from_end is 0. `out` may be `in`.
 */
arm_cmsis_nn_status cmlir_check_indices(
    const void *in, int32_t index_size, int32_t count, int32_t size, int32_t from_end, void *out);

/* Sets `size` elements of element_size (1, 2, 4 or 8; else ARM_CMSIS_NN_ARG_ERROR) bytes to *value;
 * both pointers aligned to element_size. */
arm_cmsis_nn_status cmlir_fill(void *out, int32_t element_size, int32_t size, const void *value);

/*
 * The counterpart of arm_elementwise_mul_s8 for quotients, on operands as in cmlir_broadcast_add_s8,
 * but with any last strides: with {m, n} = factors[2 * (input_2 + 128)] and
 * x = input_1 + input_1_offset,
 *     out = clamp(REQ(x, m, n) + out_offset), for m < 0 clamp(REQ(-x, -m, n) + out_offset)
 * The factors, one pair for each of the 256 codes of input_2, are the code's reciprocal times the
 * scales, at most 2^20; m > -2^31. `out` may be an input with the strides of `out` itself.
 */
arm_cmsis_nn_status cmlir_broadcast_div_s8(const int8_t *input_1,
                                           const int8_t *input_2,
                                           int32_t rank,
                                           const int32_t *dims,
                                           const int32_t *strides,
                                           int32_t input_1_offset,
                                           const int32_t *factors,
                                           int8_t *out,
                                           int32_t out_offset,
                                           int32_t act_min,
                                           int32_t act_max);

/*
 * Integers that are no codes, signed and of element_size 1, 4 or 8 bytes, with operands as in
 * cmlir_broadcast_div_s8. Sums, differences and products keep their lower bits. `out` may be an
 * input with the strides of `out` itself. FLOOR_DIVIDE and TRUNC_DIVIDE round down and towards 0,
 * REMAINDER and FMOD are what they leave; SHIFT_RIGHT keeps the sign. ARM_CMSIS_NN_ARG_ERROR for a
 * division by 0, another size, a rank outside 1..8 or a negative dim.
 */
typedef enum {
    CMLIR_ADD,
    CMLIR_SUB,
    CMLIR_MUL,
    CMLIR_MAXIMUM,
    CMLIR_MINIMUM,
    CMLIR_FLOOR_DIVIDE,
    CMLIR_TRUNC_DIVIDE,
    CMLIR_REMAINDER,
    CMLIR_FMOD,
    CMLIR_BITWISE_AND,
    CMLIR_BITWISE_OR,
    CMLIR_BITWISE_XOR,
    CMLIR_SHIFT_LEFT,
    CMLIR_SHIFT_RIGHT
} cmlir_integer_function;

arm_cmsis_nn_status cmlir_broadcast_integer(const void *input_1,
                                            const void *input_2,
                                            int32_t element_size,
                                            cmlir_integer_function function,
                                            int32_t rank,
                                            const int32_t *dims,
                                            const int32_t *strides,
                                            void *out);

/*
 * out[o][r][i] = function of in[o][0..r][i], in order, of in [outer][size][inner]. The function is
 * ADD, MUL, MAXIMUM or MINIMUM, else ARM_CMSIS_NN_ARG_ERROR. `out` may be `in`.
 */
arm_cmsis_nn_status cmlir_cumulate_integer(const void *in,
                                           int32_t element_size,
                                           cmlir_integer_function function,
                                           int32_t outer,
                                           int32_t size,
                                           int32_t inner,
                                           void *out);

/* Sums of in [outer][reduced][inner] to out [outer][inner]; no overlap. */
arm_cmsis_nn_status cmlir_sum_integer(const void *in,
                                      int32_t element_size,
                                      int32_t outer,
                                      int32_t reduced,
                                      int32_t inner,
                                      void *out);

/*
 * Elements of one type as another one, which is not CMLIR_BOOL and not the same. Floats go towards
 * 0, saturating at 64 bits, NaN to 0; then integers keep their lower bits. No overlap.
 */
arm_cmsis_nn_status
cmlir_cast(const void *in, cmlir_element from, void *out, cmlir_element to, int32_t size);

/* out = a * b, out = a * scalar b, out = a + b */
arm_cmsis_nn_status cmlir_mul_f32(const float *a, const float *b, float *out, int32_t size);
arm_cmsis_nn_status cmlir_mul_scalar_f32(const float *a, float b, float *out, int32_t size);
arm_cmsis_nn_status cmlir_add_f32(const float *a, const float *b, float *out, int32_t size);

/* ----------------------------------------------------------------------------- 16-bit codes ---
 *
 * What is said above of int8 codes holds here for int16 ones. A `wide` function takes codes of
 * either size, `bytes` 1 or 2 (else ARM_CMSIS_NN_ARG_ERROR); it works in place where the sizes of
 * input and output are equal.
 */

/* output = clamp(rint(input * inv_scale) + zero_point, qmin, qmax), as cmlir_quantize_f32_s8;
 * -32768 <= qmin <= qmax <= 32767. */
arm_cmsis_nn_status cmlir_quantize_f32_s16(const float *input,
                                           int16_t *output,
                                           int32_t size,
                                           float inv_scale,
                                           int32_t zero_point,
                                           int32_t qmin,
                                           int32_t qmax);

/* output = (float)(input - zero_point) * scale; zero_point in -32768..32767. */
arm_cmsis_nn_status cmlir_dequantize_s16_f32(
    const int16_t *input, float *output, int32_t size, float scale, int32_t zero_point);

/* As cmlir_requantize_s8 */
arm_cmsis_nn_status cmlir_requantize_s16(const int16_t *in,
                                         int16_t *out,
                                         int32_t size,
                                         int32_t input_offset,
                                         int32_t multiplier,
                                         int32_t shift,
                                         int32_t output_offset,
                                         int32_t act_min,
                                         int32_t act_max);
arm_cmsis_nn_status cmlir_requantize_s8_s16(const int8_t *in,
                                            int16_t *out,
                                            int32_t size,
                                            int32_t input_offset,
                                            int32_t multiplier,
                                            int32_t shift,
                                            int32_t output_offset,
                                            int32_t act_min,
                                            int32_t act_max);

typedef struct {
    int32_t bytes;
    int32_t offset; /* -32767..32768 */
    int32_t multiplier;
    int32_t shift;
} cmlir_add_operand;

typedef struct {
    cmlir_add_operand input_1;
    cmlir_add_operand input_2;
    int32_t left_shift; /* 0..14 */
    int32_t subtract;   /* 0: A + B, else A - B */
    int32_t out_bytes;
    int32_t out_offset;
    int32_t multiplier;
    int32_t shift;
    cmsis_nn_activation activation;
} cmlir_add_params;

/*
 * out = clamp(REQ(A + B, multiplier, shift) + out_offset, activation)
 *     A = REQ((input_1 + input_1.offset) << left_shift, input_1.multiplier, input_1.shift)
 *     B the same of input_2
 * As arm_elementwise_add_s8, on codes of 8 or 16 bits; with `subtract` A - B. Multipliers are 0 or
 * more.
 */
arm_cmsis_nn_status cmlir_add_wide(const void *input_1,
                                   const void *input_2,
                                   int32_t size,
                                   const cmlir_add_params *params,
                                   void *out);

typedef struct {
    int32_t input_1_bytes;
    int32_t input_1_offset; /* -32767..32768 */
    int32_t input_2_bytes;
    int32_t input_2_offset;
    int32_t out_bytes;
    int32_t out_offset;
    int32_t multiplier; /* 0 or more */
    int32_t shift;
    cmsis_nn_activation activation;
} cmlir_mul_params;

/*
 * out = clamp(REQ((input_1 + input_1_offset) * (input_2 + input_2_offset), multiplier, shift)
 *             + out_offset, activation)
 * As arm_elementwise_mul_s8, on codes of 8 or 16 bits. The largest product, shifted to the left by
 * `shift` where that is positive, must fit into 32 bits: with two inputs of 16 bits both offsets
 * are 0 or nearly so.
 */
arm_cmsis_nn_status cmlir_mul_wide(const void *input_1,
                                   const void *input_2,
                                   int32_t size,
                                   const cmlir_mul_params *params,
                                   void *out);

typedef struct {
    int32_t weights_offset;
    const int32_t *multiplier; /* one, or with per_channel one for each column; 0 or more */
    const int32_t *shift;
    int32_t per_channel;
    int32_t out_offset;
    cmsis_nn_activation activation;
} cmlir_linear_params;

/*
 * A linear layer from int8 to int16: for in [rows][depth], weights [cols][depth], out [rows][cols]
 *
 *     out[r][c] = clamp(REQ(sums[c] + sum_k in[r][k] * (weights[c][k] + weights_offset),
 *                           multiplier, shift) + out_offset, activation)
 *
 * sums[c] is the bias + input_offset * sum_k (weights[c][k] + weights_offset), on every target.
 */
arm_cmsis_nn_status cmlir_linear_s8_s16(const int8_t *in,
                                        const int8_t *weights,
                                        const int32_t *sums,
                                        int32_t rows,
                                        int32_t cols,
                                        int32_t depth,
                                        const cmlir_linear_params *params,
                                        int16_t *out);

/*
 * The same to int8, with weights of 4 bits, packed as for arm_fully_connected_s4, without offset. They
 * are unpacked in ctx->buf, some channels at a time: cmlir_linear_s4_get_buffer_size bytes.
 */
arm_cmsis_nn_status cmlir_linear_s4(const cmsis_nn_context *ctx,
                                    const int8_t *in,
                                    const int8_t *weights,
                                    const int32_t *sums,
                                    int32_t rows,
                                    int32_t cols,
                                    int32_t depth,
                                    const cmlir_linear_params *params,
                                    int8_t *out);

int32_t cmlir_linear_s4_get_buffer_size(int32_t cols, int32_t depth);

/*
 * A linear layer of int16 with zero point 0: arm_fully_connected_s16, but with one or more factors
 * and a bias of 32 or 64 bits, with which sums and rescaling are those of arm_convolve_wrapper_s16:
 *
 *     out[r][c] = clamp(REQ or REQ64(bias[c] + sum_k in[r][k] * weights[c][k], multiplier, shift),
 *                       activation)
 *
 * The offsets of the params are not read.
 */
arm_cmsis_nn_status cmlir_linear_s16(const int16_t *in,
                                     const int8_t *weights,
                                     const cmsis_nn_bias_data *bias,
                                     int32_t rows,
                                     int32_t cols,
                                     int32_t depth,
                                     const cmlir_linear_params *params,
                                     int16_t *out);

/*
 * arm_fully_connected_s8 or _per_channel_s8 with start values `sums` as above, block_rows rows at a
 * time: ctx->buf holds block_rows * cols bytes. A block is written when it has been read, so `out`
 * may be `in` if cols is depth.
 */
arm_cmsis_nn_status cmlir_blocked_linear_s8(const cmsis_nn_context *ctx,
                                            const int8_t *in,
                                            const int8_t *weights,
                                            const int32_t *sums,
                                            int32_t rows,
                                            int32_t cols,
                                            int32_t depth,
                                            int32_t block_rows,
                                            const cmlir_linear_params *params,
                                            int8_t *out);

/*
 * arm_fully_connected_s8 or _per_channel_s8 with start values `sums` as above, and then
 * cmlir_table_s8 on what that gives. With bounds of -128 and 127 and without an offset of the weights
 * the vector version does both in registers, for all rows but the last one to three.
 */
arm_cmsis_nn_status cmlir_linear_table_s8(const int8_t *in,
                                          const int8_t *weights,
                                          const int32_t *sums,
                                          int32_t rows,
                                          int32_t cols,
                                          int32_t depth,
                                          const cmlir_linear_params *params,
                                          const int8_t *table,
                                          int8_t *out);

/*
 * Two linear layers and, between them, cmlir_table_s8 unless `table` is NULL, block_rows rows at a
 * time: in [rows][depth], out [rows][cols], hidden_weights [hidden][depth], weights [cols][hidden],
 * sums as above. ctx->buf holds block_rows * hidden bytes. `out` may be `in` if cols is depth.
 */
typedef struct {
    int32_t rows;
    int32_t depth;
    int32_t hidden;
    int32_t cols;
    int32_t block_rows;
    cmlir_linear_params first;
    cmlir_linear_params second;
} cmlir_feed_forward_params;

arm_cmsis_nn_status cmlir_feed_forward_s8(const cmsis_nn_context *ctx,
                                          const cmlir_feed_forward_params *params,
                                          const int8_t *in,
                                          const int8_t *hidden_weights,
                                          const int32_t *hidden_sums,
                                          const int8_t *table,
                                          const int8_t *weights,
                                          const int32_t *sums,
                                          int8_t *out);

/*
 * cmlir_layer_norm_s8 and cmlir_rms_norm_s8 on codes of 8 or 16 bits: the same arithmetic, with sums
 * of squares in 64 bits. row_size 1..16384; input_offset in -32767..32768.
 */
arm_cmsis_nn_status cmlir_layer_norm_wide(const void *in,
                                          int32_t in_bytes,
                                          int32_t num_rows,
                                          int32_t row_size,
                                          const cmlir_norm_params *params,
                                          const int32_t *multipliers,
                                          const int32_t *bias,
                                          void *out,
                                          int32_t out_bytes);
arm_cmsis_nn_status cmlir_rms_norm_wide(const void *in,
                                        int32_t in_bytes,
                                        int32_t num_rows,
                                        int32_t row_size,
                                        int32_t input_offset,
                                        const cmlir_norm_params *params,
                                        const int32_t *multipliers,
                                        const int32_t *bias,
                                        void *out,
                                        int32_t out_bytes);

/* ------------------------------------------------------------------------------------ masks ---
 *
 * Truth values are bytes, 0 for false; those that a function writes are 0 and 1.
 */

/*
 * Softmax of what a mask leaves of each row. All else gets probability 0, also in a row of which
 * nothing is left.
 *   in, out       int8 dims[0]..dims[rank - 1], rank 1..8; rows lie along the last axis; `out` may
 *                 be `in` itself
 *   mask          element [i0][i1].. is left out if mask[i0 * mask_strides[0] + ..] is 0. Strides
 *                 are in bytes and may be 0, the last one must be 0 or 1. NULL: the mask leaves out
 *                 nothing, and mask_strides is not read
 *   diagonal      element j of row i, counted along the axis before the last (0 with rank 1), is
 *                 left out if j > i + diagonal; from row_size - 1 on that is none
 *   exponentials  as for cmlir_softmax_table_s8
 *   output_scale  NULL: the result has the scale 1/256 and the zero point -128, and is, for what is
 *                 left of a row, bit for bit that of arm_softmax_s8 on a row of these elements
 *                 alone. Else the same as cmlir_softmax_s8 with these parameters; output_offset is
 *                 the code of probability 0
 * ARM_CMSIS_NN_ARG_ERROR for another rank, a negative dim or another last stride.
 */
arm_cmsis_nn_status
cmlir_masked_softmax_s8(const int8_t *in,
                        const uint8_t *mask,
                        int32_t rank,
                        const int32_t *dims,
                        const int32_t *mask_strides,
                        int32_t diagonal,
                        const int32_t *exponentials,
                        const cmsis_nn_per_tensor_quant_params *output_scale,
                        int32_t output_offset,
                        int8_t *out);

/*
 * Softmax of scores of 16 bits, of what a mask and a diagonal leave of each row: these arguments
 * are those of cmlir_masked_softmax_s8, and with mask NULL and diagonal INT32_MAX nothing is left
 * out. The result has the scale 1/256 and the zero point -128.
 *   exponentials  of differences to the maximum of a row, in Q0.31: [k] of 256 * k and [256 + k] of
 *                 k codes, k = 0..255. For d codes the product DHM of both stands for exp; from
 *                 there on the arithmetic is that of arm_softmax_s8
 * `out` must not overlap `in`. ARM_CMSIS_NN_ARG_ERROR for another rank, a negative dim or another
 * last stride.
 */
arm_cmsis_nn_status cmlir_softmax_s16_s8(const int16_t *in,
                                         const uint8_t *mask,
                                         int32_t rank,
                                         const int32_t *dims,
                                         const int32_t *mask_strides,
                                         int32_t diagonal,
                                         const int32_t *exponentials,
                                         int8_t *out);

/*
 * out[i0][i1].. = condition[i0 * strides[0] + ..] ? lhs[i0 * strides[rank] + ..]
 *                                                 : rhs[i0 * strides[2 * rank] + ..]
 * into a dense tensor of shape dims[rank], rank 0..8, of elements of element_size 1, 2, 4 or 8
 * bytes; pointers aligned to it. Strides are in elements of their operand and may be 0 or negative.
 * `out` must not overlap what is read. ARM_CMSIS_NN_ARG_ERROR as for cmlir_strided_copy.
 */
arm_cmsis_nn_status cmlir_where(const uint8_t *condition,
                                const void *lhs,
                                const void *rhs,
                                void *out,
                                int32_t element_size,
                                int32_t rank,
                                const int32_t *dims,
                                const int32_t *strides);

typedef enum {
    CMLIR_EQ,
    CMLIR_NE,
    CMLIR_LT,
    CMLIR_LE,
    CMLIR_GT,
    CMLIR_GE
} cmlir_comparison;

/*
 * out = (input_1 comparison input_2), operands as in cmlir_broadcast_div_s8; no comparison with NaN
 * holds but CMLIR_NE. `out` must not overlap an input.
 */
arm_cmsis_nn_status cmlir_broadcast_compare(const void *input_1,
                                            const void *input_2,
                                            cmlir_element element,
                                            cmlir_comparison comparison,
                                            int32_t rank,
                                            const int32_t *dims,
                                            const int32_t *strides,
                                            uint8_t *out);

/* out = in <comparison> number, for each element; NaN only is `ne` to all numbers.
 * ARM_CMSIS_NN_ARG_ERROR for what is no cmlir_comparison. */
arm_cmsis_nn_status cmlir_compare_f32(
    const float *in, uint8_t *out, int32_t size, cmlir_comparison comparison, float number);
arm_cmsis_nn_status cmlir_compare_s8(
    const int8_t *in, uint8_t *out, int32_t size, cmlir_comparison comparison, int32_t number);
arm_cmsis_nn_status cmlir_compare_s32(
    const int32_t *in, uint8_t *out, int32_t size, cmlir_comparison comparison, int32_t number);
arm_cmsis_nn_status cmlir_compare_s64(
    const int64_t *in, uint8_t *out, int32_t size, cmlir_comparison comparison, int32_t number);

/* out = lhs <comparison> rhs, element by element. ARM_CMSIS_NN_ARG_ERROR for what is no
 * cmlir_comparison. */
arm_cmsis_nn_status cmlir_compare_elements_s32(const int32_t *lhs,
                                               const int32_t *rhs,
                                               uint8_t *out,
                                               int32_t size,
                                               cmlir_comparison comparison);
arm_cmsis_nn_status cmlir_compare_elements_s64(const int64_t *lhs,
                                               const int64_t *rhs,
                                               uint8_t *out,
                                               int32_t size,
                                               cmlir_comparison comparison);

/* out = !in, a && b, a || b, !a != !b; `out` may be an input. */
arm_cmsis_nn_status cmlir_logical_not(const uint8_t *in, uint8_t *out, int32_t size);
arm_cmsis_nn_status
cmlir_logical_and(const uint8_t *a, const uint8_t *b, uint8_t *out, int32_t size);
arm_cmsis_nn_status
cmlir_logical_or(const uint8_t *a, const uint8_t *b, uint8_t *out, int32_t size);
arm_cmsis_nn_status
cmlir_logical_xor(const uint8_t *a, const uint8_t *b, uint8_t *out, int32_t size);

/* Whether any r of in [outer][reduced][inner] holds, to out [outer][inner]; `out` must not overlap. */
arm_cmsis_nn_status
cmlir_any(const uint8_t *in, int32_t outer, int32_t reduced, int32_t inner, uint8_t *out);

/*
 * arm_convolve_s8 and arm_depthwise_conv_wrapper_s8, given what depends on weights alone:
 * sums[o] = bias[o] + input_offset * the sum of the weights of o. The bits are the same. ctx->buf
 * is working memory of cmlir_convolve_s8_get_buffer_size bytes, or the depthwise function's. Where
 * there are no vectors, any size from that of a window on serves the former, in blocks that fit.
 */
arm_cmsis_nn_status cmlir_convolve_s8(const cmsis_nn_context *ctx,
                                      const cmsis_nn_conv_params *conv_params,
                                      const cmsis_nn_per_channel_quant_params *quant_params,
                                      const cmsis_nn_dims *input_dims,
                                      const int8_t *input,
                                      const cmsis_nn_dims *filter_dims,
                                      const int8_t *filter,
                                      const int32_t *sums,
                                      const cmsis_nn_dims *output_dims,
                                      int8_t *output);

int32_t cmlir_convolve_s8_get_buffer_size(const cmsis_nn_conv_params *conv_params,
                                          const cmsis_nn_dims *input_dims,
                                          const cmsis_nn_dims *filter_dims,
                                          const cmsis_nn_dims *output_dims);

arm_cmsis_nn_status cmlir_depthwise_conv_s8(const cmsis_nn_context *ctx,
                                            const cmsis_nn_dw_conv_params *dw_conv_params,
                                            const cmsis_nn_per_channel_quant_params *quant_params,
                                            const cmsis_nn_dims *input_dims,
                                            const int8_t *input,
                                            const cmsis_nn_dims *filter_dims,
                                            const int8_t *filter,
                                            const int32_t *sums,
                                            const cmsis_nn_dims *output_dims,
                                            int8_t *output);

int32_t cmlir_depthwise_conv_s8_get_buffer_size(const cmsis_nn_dw_conv_params *dw_conv_params,
                                                const cmsis_nn_dims *input_dims,
                                                const cmsis_nn_dims *filter_dims,
                                                const cmsis_nn_dims *output_dims);

/*
 * Both with filters of 4 bits, packed as for arm_fully_connected_s4. They are unpacked in ctx->buf,
 * which has the bytes that _get_buffer_size says: those of a convolution of one group some channels
 * at a time.
 */
arm_cmsis_nn_status cmlir_convolve_s4(const cmsis_nn_context *ctx,
                                      const cmsis_nn_conv_params *conv_params,
                                      const cmsis_nn_per_channel_quant_params *quant_params,
                                      const cmsis_nn_dims *input_dims,
                                      const int8_t *input,
                                      const cmsis_nn_dims *filter_dims,
                                      const int8_t *filter,
                                      const int32_t *sums,
                                      const cmsis_nn_dims *output_dims,
                                      int8_t *output);

int32_t cmlir_convolve_s4_get_buffer_size(const cmsis_nn_conv_params *conv_params,
                                          const cmsis_nn_dims *input_dims,
                                          const cmsis_nn_dims *filter_dims,
                                          const cmsis_nn_dims *output_dims);

arm_cmsis_nn_status cmlir_depthwise_conv_s4(const cmsis_nn_context *ctx,
                                      const cmsis_nn_dw_conv_params *dw_conv_params,
                                      const cmsis_nn_per_channel_quant_params *quant_params,
                                      const cmsis_nn_dims *input_dims,
                                      const int8_t *input,
                                      const cmsis_nn_dims *filter_dims,
                                      const int8_t *filter,
                                      const int32_t *sums,
                                      const cmsis_nn_dims *output_dims,
                                      int8_t *output);

int32_t cmlir_depthwise_conv_s4_get_buffer_size(const cmsis_nn_dw_conv_params *dw_conv_params,
                                          const cmsis_nn_dims *input_dims,
                                          const cmsis_nn_dims *filter_dims,
                                          const cmsis_nn_dims *output_dims);

/* Copies `size` bytes, unless they are in their place already: `out` is `in`, or does not overlap. */
arm_cmsis_nn_status cmlir_receive(const void *in, void *out, int32_t size);

/*
 * cmlir_convolve_s8, cmlir_depthwise_conv_s8 and pooling, `rows` rows of the output at a time (of a
 * pointwise convolution, as many pixels): from the first row on, or from the last one on if `rows` is
 * negative. A band of rows reads only what
 * its windows touch, and is done before the next one begins; `output` may overlap `input` if what a
 * band writes ends before all that it and later bands read, or begins behind it. One image
 * (n = 1); else, and for rows = 0, ARM_CMSIS_NN_ARG_ERROR.
 */
arm_cmsis_nn_status
cmlir_convolve_bands_s8(const cmsis_nn_context *ctx,
                      const cmsis_nn_conv_params *conv_params,
                      const cmsis_nn_per_channel_quant_params *quant_params,
                      const cmsis_nn_dims *input_dims,
                      const int8_t *input,
                      const cmsis_nn_dims *filter_dims,
                      const int8_t *filter,
                      const int32_t *sums,
                      const cmsis_nn_dims *output_dims,
                      int8_t *output,
                      int32_t rows);

arm_cmsis_nn_status
cmlir_depthwise_conv_bands_s8(const cmsis_nn_context *ctx,
                      const cmsis_nn_dw_conv_params *dw_conv_params,
                      const cmsis_nn_per_channel_quant_params *quant_params,
                      const cmsis_nn_dims *input_dims,
                      const int8_t *input,
                      const cmsis_nn_dims *filter_dims,
                      const int8_t *filter,
                      const int32_t *sums,
                      const cmsis_nn_dims *output_dims,
                      int8_t *output,
                      int32_t rows);

arm_cmsis_nn_status cmlir_max_pool_bands_s8(const cmsis_nn_context *ctx,
                                          const cmsis_nn_pool_params *pool_params,
                                          const cmsis_nn_dims *input_dims,
                                          const int8_t *input,
                                          const cmsis_nn_dims *filter_dims,
                                          const cmsis_nn_dims *output_dims,
                                          int8_t *output,
                                          int32_t rows);

arm_cmsis_nn_status cmlir_avgpool_bands_s8(const cmsis_nn_context *ctx,
                                          const cmsis_nn_pool_params *pool_params,
                                          const cmsis_nn_dims *input_dims,
                                          const int8_t *input,
                                          const cmsis_nn_dims *filter_dims,
                                          const cmsis_nn_dims *output_dims,
                                          int8_t *output,
                                          int32_t rows);

/*
 * arm_transpose_conv_wrapper_s8 with any dilation and with groups, input_dims->c / filter_dims->c
 * of them (filter_dims {c_out, kh, kw, c_in / groups}), given what depends on weights alone.
 *
 * The output pixels (y, x) with equal ((y + padding.h) % stride.h, (x + padding.w) % stride.w) are
 * a phase: the same taps (i, j) meet at them, those with i * dilation.h % stride.h and
 * j * dilation.w % stride.w equal to that pair. The filter lies phase by phase, phases in the
 * order of these pairs, each as [c_out][taps][c_in / groups] with its taps in their order;
 * sums [phases][c_out] = bias[o] + input_offset * the sum of the phase's weights of o.
 * ctx->buf is working memory of cmlir_transpose_conv_s8_get_buffer_size bytes.
 */
arm_cmsis_nn_status
cmlir_transpose_conv_s8(const cmsis_nn_context *ctx,
                        const cmsis_nn_transpose_conv_params *transpose_conv_params,
                        const cmsis_nn_per_channel_quant_params *quant_params,
                        const cmsis_nn_dims *input_dims,
                        const int8_t *input,
                        const cmsis_nn_dims *filter_dims,
                        const int8_t *filter,
                        const int32_t *sums,
                        const cmsis_nn_dims *output_dims,
                        int8_t *output);

int32_t cmlir_transpose_conv_s8_get_buffer_size(
    const cmsis_nn_transpose_conv_params *transpose_conv_params,
    const cmsis_nn_dims *input_dims,
    const cmsis_nn_dims *filter_dims,
    const cmsis_nn_dims *output_dims);

/*
 * Images of another size: input {n, h, w, c} to output {n, h', w', c}. What a row and a column of
 * the output are made of is listed, [h'] and [w'] of them. Input and output must not overlap.
 */

/* out = clamp(the largest code of each window), elements of which lie `dilation` apart */
arm_cmsis_nn_status cmlir_window_max_s8(const cmsis_nn_dims *input_dims,
                                        const int8_t *input,
                                        const cmlir_span *rows,
                                        const cmlir_span *columns,
                                        int32_t row_dilation,
                                        int32_t column_dilation,
                                        const cmsis_nn_activation *activation,
                                        const cmsis_nn_dims *output_dims,
                                        int8_t *output);

/* out = clamp(REQ(the sum of (in + input_offset) over each window, multiplier[k], shift[k])
 * + output_offset), k = row_kinds[y] + column_kinds[x]: windows may have different divisors. */
arm_cmsis_nn_status cmlir_window_mean_s8(const cmsis_nn_dims *input_dims,
                                         const int8_t *input,
                                         const cmlir_span *rows,
                                         const cmlir_span *columns,
                                         const int32_t *row_kinds,
                                         const int32_t *column_kinds,
                                         int32_t input_offset,
                                         const int32_t *multiplier,
                                         const int32_t *shift,
                                         int32_t output_offset,
                                         const cmsis_nn_activation *activation,
                                         const cmsis_nn_dims *output_dims,
                                         int8_t *output);

/* out[n][y][x] = in[n][rows[y]][columns[x]], pixels of c elements of `element_size` bytes */
arm_cmsis_nn_status cmlir_pick(const cmsis_nn_dims *input_dims,
                               const void *input,
                               int32_t element_size,
                               const int32_t *rows,
                               const int32_t *columns,
                               const cmsis_nn_dims *output_dims,
                               void *output);

/* What the results along one axis are made of: weights[k][i] times element places[k][i], i < taps */
typedef struct {
    const int32_t *places;
    const int32_t *weights; /* of 16 bits */
    int32_t taps;
} cmlir_taps;

/* out[n][y][x][c] = clamp(REQ(sum_ij rows->weights[y][i] * columns->weights[x][j] *
 * (in[n][rows->places[y][i]][columns->places[x][j]][c] + input_offset), multiplier, shift)
 * + output_offset). The sums of the sizes of the weights of one result, of both axes multiplied,
 * must not exceed 2^22. */
arm_cmsis_nn_status cmlir_resample_s8(const cmsis_nn_dims *input_dims,
                                      const int8_t *input,
                                      const cmlir_taps *rows,
                                      const cmlir_taps *columns,
                                      int32_t input_offset,
                                      int32_t multiplier,
                                      int32_t shift,
                                      int32_t output_offset,
                                      const cmsis_nn_activation *activation,
                                      const cmsis_nn_dims *output_dims,
                                      int8_t *output);

/*
 * Recurrent layers: all steps of one direction of a layer with `hidden_size` units, for `batch`
 * sequences of `steps` inputs. in [steps][batch][input_size], hidden and cell [batch][hidden_size],
 * out [steps][batch][hidden_size]. `reverse`, not 0: from the last step to the first.
 *
 * A gate is a number with 24 bits behind the point, saturating to 32 bits:
 *
 *     in_j  = DHM(SHL(input_sums[j] + sum_k in[k] * input_weights[j][k], input_shift[j]),
 *                 input_multiplier[j]) + bias[j]
 *     hid_j = DHM(SHL(hidden_sums[j] + sum_k h[k] * hidden_weights[j][k], hidden_shift[j]),
 *                 hidden_multiplier[j])
 *     gate_j = in_j + hid_j
 *
 * SHL(x, n) is x * 2^n, saturating; shifts are 0..30. The sums hold what zero points contribute:
 * -zero_point * sum_k weights[j][k]. Rows j are ordered by gate, weights are
 * [gates * hidden_size][..].
 *
 *     sigmoid(x) = cmlir_one_over_one_plus(cmlir_exp_on_negative_values(-|x| * 4)), 1 minus that for
 *                  x < 0; Q0.31
 *     tanh(x)    = 2 * sigmoid(2 x) - 1; Q0.31
 *     code(x)    = clamp(REQ(x, multiplier, shift) + out_offset, activation)
 *     keep(a, c, b, n) = RDP(DHM(a, c * 2^16) + RDP(DHM(b, n), 15 - cell_bits), 16), saturating to
 *                  16 bits: a * c + b * n, for c with cell_bits (-7..15) bits behind the point
 *
 * in_j, gate_j and the sum in keep saturate to 32 bits.
 */
typedef struct {
    const int8_t *input_weights;
    const int8_t *hidden_weights;
    const int32_t *input_sums;
    const int32_t *hidden_sums;
    const int32_t *bias;
} cmlir_recurrent_weights;

typedef struct {
    int32_t steps;
    int32_t batch;
    int32_t input_size;
    int32_t hidden_size;
    int32_t reverse;
    const int32_t *input_multiplier;
    const int32_t *input_shift;
    const int32_t *hidden_multiplier;
    const int32_t *hidden_shift;
    int32_t cell_bits;
    int32_t multiplier;
    int32_t shift;
    int32_t out_offset;
    cmsis_nn_activation activation;
} cmlir_recurrent_params;

/*
 * LSTM, gates i, f, g, o:
 *     c = keep(sigmoid(f), c, sigmoid(i), tanh(g))
 *     h = code(DHM(sigmoid(o), tanh(c)))
 * cmlir_lstm_s8 gives every h, cmlir_lstm_cells_s8 every c. cmlir_lstm_hidden_s8 gives every h where
 * every c is known, cells [steps][batch][hidden_size]; it computes gate o alone.
 * `scratch`, of 16-byte alignment: 35 * hidden_size bytes, 11 * hidden_size for cmlir_lstm_hidden_s8.
 */
arm_cmsis_nn_status cmlir_lstm_s8(const int8_t *in,
                                  const int8_t *hidden,
                                  const int16_t *cell,
                                  const cmlir_recurrent_weights *weights,
                                  const cmlir_recurrent_params *params,
                                  void *scratch,
                                  int8_t *out);
arm_cmsis_nn_status cmlir_lstm_cells_s8(const int8_t *in,
                                        const int8_t *hidden,
                                        const int16_t *cell,
                                        const cmlir_recurrent_weights *weights,
                                        const cmlir_recurrent_params *params,
                                        void *scratch,
                                        int16_t *out);
arm_cmsis_nn_status cmlir_lstm_hidden_s8(const int8_t *in,
                                         const int8_t *hidden,
                                         const int16_t *cells,
                                         const cmlir_recurrent_weights *weights,
                                         const cmlir_recurrent_params *params,
                                         void *scratch,
                                         int8_t *out);

/*
 * GRU, gates r, z, n; bias has four parts, the last one of which is added to hid_n:
 *     n = in_n + DHM(sigmoid(r), hid_n + bias[3 * hidden_size + ..])
 *     c = keep(sigmoid(z), c, 1 - sigmoid(z), tanh(n))
 *     h = code(c)
 * cmlir_gru_s8 gives every h, cmlir_gru_states_s8 every c. `scratch`: 27 * hidden_size bytes.
 */
arm_cmsis_nn_status cmlir_gru_s8(const int8_t *in,
                                 const int8_t *hidden,
                                 const int16_t *cell,
                                 const cmlir_recurrent_weights *weights,
                                 const cmlir_recurrent_params *params,
                                 void *scratch,
                                 int8_t *out);
arm_cmsis_nn_status cmlir_gru_states_s8(const int8_t *in,
                                        const int8_t *hidden,
                                        const int16_t *cell,
                                        const cmlir_recurrent_weights *weights,
                                        const cmlir_recurrent_params *params,
                                        void *scratch,
                                        int16_t *out);

/*
 * One gate: h = code(tanh(gate)), with `relu` not 0 h = code(max(gate, 0)).
 * `scratch`: 11 * hidden_size bytes.
 */
arm_cmsis_nn_status cmlir_rnn_s8(const int8_t *in,
                                 const int8_t *hidden,
                                 const cmlir_recurrent_weights *weights,
                                 const cmlir_recurrent_params *params,
                                 int32_t relu,
                                 void *scratch,
                                 int8_t *out);

#ifdef __cplusplus
}
#endif

#endif
