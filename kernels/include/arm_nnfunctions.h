/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The functions of the CMSIS-NN int8 API that cmlir provides, by their published names and
 * signatures. A program that calls them may link Arm's library instead and gets the same bits;
 * where Arm's library is known to misbehave, the note "Arm" below says so.
 *
 * Conventions, for every function here and in cmlir_nn.h
 *   - real value = scale * (code - zero_point).
 *   - Input and filter offsets are minus the zero point (-127..128), output offsets are plus the
 *     zero point (-128..127).
 *   - REQ(x, multiplier, shift), the rescaling, is
 *     RDP(DHM(x * 2^max(shift, 0), multiplier), max(-shift, 0)), where DHM(a, b) is
 *     a * b / 2^31 rounded to nearest, ties up, and RDP(x, n) is x / 2^n rounded to nearest, ties
 *     away from zero (the "double rounding" of TensorFlow Lite).
 *   - Accumulators are int32 and wrap on overflow.
 *   - Sizes and dims may be zero; then nothing is written. Negative ones are not allowed.
 *   - Data need only the alignment of their element type. Nothing is read or written outside the
 *     documented extents.
 *   - Input and output must not overlap unless the function says so.
 *   - No function allocates memory or keeps state between calls.
 */
#ifndef ARM_NNFUNCTIONS_H
#define ARM_NNFUNCTIONS_H

#include "arm_nn_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------- fully connected ---
 *
 * output[b][o] = clamp(REQ(bias[o] + sum_k (input[b][k] + input_offset)
 *                                        * (filter[o][k] + filter_offset), M[o], s[o])
 *                      + output_offset)
 *
 *   input   int8 [batch][depth]     batch = input_dims->n
 *   filter  int8 [channels][depth]  depth = filter_dims->n
 *   bias    int32 [channels]        or NULL for zeros
 *   output  int8 [batch][channels]  channels = output_dims->c
 * The other members of the dims, and bias_dims, are not read.
 *
 * ctx->buf, if not NULL, holds int32 [channels]: what arm_vector_sum_s8 computes from the filter,
 * both offsets and the bias. It is only read, and the bias argument is then ignored. Builds for
 * MVE need it and return ARM_CMSIS_NN_ARG_ERROR if it is NULL; others then use `bias`.
 *
 * Arm: only MVE builds read ctx->buf; the others need `bias`, so hand over both to suit every
 * library. Per channel with a filter_offset other than 0 is wrong on MVE.
 */

/* Per tensor: M and s are the same for all channels. */
arm_cmsis_nn_status arm_fully_connected_s8(const cmsis_nn_context *ctx,
                                           const cmsis_nn_fc_params *fc_params,
                                           const cmsis_nn_per_tensor_quant_params *quant_params,
                                           const cmsis_nn_dims *input_dims,
                                           const int8_t *input_data,
                                           const cmsis_nn_dims *filter_dims,
                                           const int8_t *filter_data,
                                           const cmsis_nn_dims *bias_dims,
                                           const int32_t *bias_data,
                                           const cmsis_nn_dims *output_dims,
                                           int8_t *output_data);

/* Per channel: M and s are arrays of `channels` elements. */
arm_cmsis_nn_status
arm_fully_connected_per_channel_s8(const cmsis_nn_context *ctx,
                                   const cmsis_nn_fc_params *fc_params,
                                   const cmsis_nn_per_channel_quant_params *quant_params,
                                   const cmsis_nn_dims *input_dims,
                                   const int8_t *input_data,
                                   const cmsis_nn_dims *filter_dims,
                                   const int8_t *filter_data,
                                   const cmsis_nn_dims *bias_dims,
                                   const int32_t *bias_data,
                                   const cmsis_nn_dims *output_dims,
                                   int8_t *output_data);

/* Either, as quant_params->is_per_channel says. */
arm_cmsis_nn_status arm_fully_connected_wrapper_s8(const cmsis_nn_context *ctx,
                                                   const cmsis_nn_fc_params *fc_params,
                                                   const cmsis_nn_quant_params *quant_params,
                                                   const cmsis_nn_dims *input_dims,
                                                   const int8_t *input_data,
                                                   const cmsis_nn_dims *filter_dims,
                                                   const int8_t *filter_data,
                                                   const cmsis_nn_dims *bias_dims,
                                                   const int32_t *bias_data,
                                                   const cmsis_nn_dims *output_dims,
                                                   int8_t *output_data);

/*
 * Weights of 4 bits, -8..7, in filter_data: two in a byte, [channels][depth] one after the other without
 * gaps, the code of even index in the low half. One M and s; without offset on weights, and `ctx` is
 * not used: the bias is, on every target.
 */
arm_cmsis_nn_status arm_fully_connected_s4(const cmsis_nn_context *ctx,
                                           const cmsis_nn_fc_params *fc_params,
                                           const cmsis_nn_per_tensor_quant_params *quant_params,
                                           const cmsis_nn_dims *input_dims,
                                           const int8_t *input_data,
                                           const cmsis_nn_dims *filter_dims,
                                           const int8_t *filter_data,
                                           const cmsis_nn_dims *bias_dims,
                                           const int32_t *bias_data,
                                           const cmsis_nn_dims *output_dims,
                                           int8_t *output_data);

/* Bytes of ctx->buf that the build at hand needs: 4 * filter_dims->c on MVE, else 0. */
int32_t arm_fully_connected_s8_get_buffer_size(const cmsis_nn_dims *filter_dims);

/* The same for a named kind of target, whatever this build is for. */
int32_t arm_fully_connected_s8_get_buffer_size_mve(const cmsis_nn_dims *filter_dims);
int32_t arm_fully_connected_s8_get_buffer_size_dsp(const cmsis_nn_dims *filter_dims);

/*
 * vector_sum_buf[r] = bias_data[r] + lhs_offset * (sum_c vector_data[r][c]
 *                                                  + vector_cols * rhs_offset)
 *
 *   vector_data  int8 [vector_rows][vector_cols]
 *   bias_data    int32 [vector_rows], or NULL for zeros
 */
arm_cmsis_nn_status arm_vector_sum_s8(int32_t *vector_sum_buf,
                                      const int32_t vector_cols,
                                      const int32_t vector_rows,
                                      const int8_t *vector_data,
                                      const int32_t lhs_offset,
                                      const int32_t rhs_offset,
                                      const int32_t *bias_data);

/* ---------------------------------------------------------------------------- batch matmul ---
 *
 * output[n][h][i][j] = clamp(REQ(sum_k (lhs[n][h][i][k] + input_offset)
 *                                    * (rhs[n][h][j][k] + filter_offset), M, s)
 *                            + output_offset)
 *
 *   lhs     int8 [N][H][W = rows][C = depth]
 *   rhs     int8 [N][H][W = columns][C = depth]: the second operand ALREADY TRANSPOSED
 *   output  int8 [N][H][W = rows][C = columns]
 * N and H are those of output_dims; an operand whose n or h is 1 is repeated along that axis.
 * adj_x and adj_y are ignored, as Arm's library does.
 *
 * ctx->buf is scratch, int32 [columns], on MVE builds (NULL gives ARM_CMSIS_NN_ARG_ERROR); its
 * size is arm_fully_connected_s8_get_buffer_size(output_dims). Other builds do not touch it.
 */
arm_cmsis_nn_status arm_batch_matmul_s8(const cmsis_nn_context *ctx,
                                        const cmsis_nn_bmm_params *bmm_params,
                                        const cmsis_nn_per_tensor_quant_params *quant_params,
                                        const cmsis_nn_dims *input_lhs_dims,
                                        const int8_t *input_lhs,
                                        const cmsis_nn_dims *input_rhs_dims,
                                        const int8_t *input_rhs,
                                        const cmsis_nn_dims *output_dims,
                                        int8_t *output);

/* --------------------------------------------------------------------------------- softmax ---
 *
 * Softmax over each row of int8 [num_rows][row_size], in the fixed-point arithmetic of
 * TensorFlow Lite.
 *   mult, shift  the frexp pair of min(beta * input_scale * 2^26, 2^31 - 1); shift in 0..26
 *   diff_min     -floor(31 * 2^26 / 2^shift), at most 0; an element further than this below the
 *                maximum of its row counts as probability 0
 *   output       arm_softmax_s8: scale 1/256, zero point -128; it may be `input` itself.
 *                arm_softmax_s8_s16: scale 1/65536, zero point -32768
 * Uses about 1 KiB of stack.
 *
 * Arm: arm_softmax_s8 returns wrong values for rows in which the sum of exp(x - max) reaches 512.
 */
void arm_softmax_s8(const int8_t *input,
                    const int32_t num_rows,
                    const int32_t row_size,
                    const int32_t mult,
                    const int32_t shift,
                    const int32_t diff_min,
                    int8_t *output);

void arm_softmax_s8_s16(const int8_t *input,
                        const int32_t num_rows,
                        const int32_t row_size,
                        const int32_t mult,
                        const int32_t shift,
                        const int32_t diff_min,
                        int16_t *output);

/* ----------------------------------------------------------------------------- elementwise ---
 *
 * block_size elements; no broadcasting. The output may be either input itself.
 */

/* output = clamp(REQ((input_1 + input_1_offset) * (input_2 + input_2_offset), out_mult, out_shift)
 *                + out_offset) */
arm_cmsis_nn_status arm_elementwise_mul_s8(const int8_t *input_1_vect,
                                           const int8_t *input_2_vect,
                                           const int32_t input_1_offset,
                                           const int32_t input_2_offset,
                                           int8_t *output,
                                           const int32_t out_offset,
                                           const int32_t out_mult,
                                           const int32_t out_shift,
                                           const int32_t out_activation_min,
                                           const int32_t out_activation_max,
                                           const int32_t block_size);

/* A = REQ((input_1 + input_1_offset) * 2^left_shift, input_1_mult, input_1_shift), B likewise from
 * input_2; output = clamp(REQ(A + B, out_mult, out_shift) + out_offset).
 * Arm: on targets with DSP instructions wrong for a left_shift below 16; take 20. */
arm_cmsis_nn_status arm_elementwise_add_s8(const int8_t *input_1_vect,
                                           const int8_t *input_2_vect,
                                           const int32_t input_1_offset,
                                           const int32_t input_1_mult,
                                           const int32_t input_1_shift,
                                           const int32_t input_2_offset,
                                           const int32_t input_2_mult,
                                           const int32_t input_2_shift,
                                           const int32_t left_shift,
                                           int8_t *output,
                                           const int32_t out_offset,
                                           const int32_t out_mult,
                                           const int32_t out_shift,
                                           const int32_t out_activation_min,
                                           const int32_t out_activation_max,
                                           const int32_t block_size);

/* ----------------------------------------------------------------------------- convolution ---
 *
 * output[n][y][x][o] = clamp(REQ(bias[o] + sum_{i,j,c} (P(n, row, column, g + c) + input_offset)
 *                                                      * filter[o][i][j][c], M[o], s[o])
 *                            + output_offset)
 * with row    = y * stride.h - padding.h + i * dilation.h,
 *      column = x * stride.w - padding.w + j * dilation.w.
 *
 * P is the input, and -input_offset outside of it.
 *   input   int8 [n][h][w][c]                   input_dims
 *   filter  int8 [o][h][w][c / groups]          filter_dims {o, h, w, c / groups}
 *   bias    int32 [o]                           or NULL for zeros
 *   output  int8 [n][h][w][o]                   output_dims
 * The dims say how many groups there are; g is the first channel of the group of o. bias_dims are
 * not read. ctx->buf is working memory of the size that the *_get_buffer_size function says;
 * ARM_CMSIS_NN_ARG_ERROR if it is NULL and the size is not 0, or if channels do not divide into
 * groups. upscale_dims must be NULL.
 *
 * Arm: grouped convolution needs a bias, and so may depthwise convolution; the wrapper is wrong for
 * some convolutions along one row (input and filter height 1) on MVE.
 */
arm_cmsis_nn_status arm_convolve_s8(const cmsis_nn_context *ctx,
                                    const cmsis_nn_conv_params *conv_params,
                                    const cmsis_nn_per_channel_quant_params *quant_params,
                                    const cmsis_nn_dims *input_dims,
                                    const int8_t *input_data,
                                    const cmsis_nn_dims *filter_dims,
                                    const int8_t *filter_data,
                                    const cmsis_nn_dims *bias_dims,
                                    const int32_t *bias_data,
                                    const cmsis_nn_dims *upscale_dims,
                                    const cmsis_nn_dims *output_dims,
                                    int8_t *output_data);

int32_t arm_convolve_s8_get_buffer_size(const cmsis_nn_dims *input_dims,
                                        const cmsis_nn_dims *filter_dims);

arm_cmsis_nn_status arm_convolve_wrapper_s8(const cmsis_nn_context *ctx,
                                            const cmsis_nn_conv_params *conv_params,
                                            const cmsis_nn_per_channel_quant_params *quant_params,
                                            const cmsis_nn_dims *input_dims,
                                            const int8_t *input_data,
                                            const cmsis_nn_dims *filter_dims,
                                            const int8_t *filter_data,
                                            const cmsis_nn_dims *bias_dims,
                                            const int32_t *bias_data,
                                            const cmsis_nn_dims *output_dims,
                                            int8_t *output_data);

int32_t arm_convolve_wrapper_s8_get_buffer_size(const cmsis_nn_conv_params *conv_params,
                                                const cmsis_nn_dims *input_dims,
                                                const cmsis_nn_dims *filter_dims,
                                                const cmsis_nn_dims *output_dims);

/* The same with one filter [h][w][o] for each output channel, which reads input channel
 * o / ch_mult alone: filter_dims {1, h, w, o}. */
arm_cmsis_nn_status
arm_depthwise_conv_wrapper_s8(const cmsis_nn_context *ctx,
                              const cmsis_nn_dw_conv_params *dw_conv_params,
                              const cmsis_nn_per_channel_quant_params *quant_params,
                              const cmsis_nn_dims *input_dims,
                              const int8_t *input_data,
                              const cmsis_nn_dims *filter_dims,
                              const int8_t *filter_data,
                              const cmsis_nn_dims *bias_dims,
                              const int32_t *bias_data,
                              const cmsis_nn_dims *output_dims,
                              int8_t *output_data);

int32_t
arm_depthwise_conv_wrapper_s8_get_buffer_size(const cmsis_nn_dw_conv_params *dw_conv_params,
                                              const cmsis_nn_dims *input_dims,
                                              const cmsis_nn_dims *filter_dims,
                                              const cmsis_nn_dims *output_dims);

/* Both with filters of 4 bits, packed as for arm_fully_connected_s4; a convolution has one group. */
arm_cmsis_nn_status arm_convolve_wrapper_s4(const cmsis_nn_context *ctx,
                                            const cmsis_nn_conv_params *conv_params,
                                            const cmsis_nn_per_channel_quant_params *quant_params,
                                            const cmsis_nn_dims *input_dims,
                                            const int8_t *input_data,
                                            const cmsis_nn_dims *filter_dims,
                                            const int8_t *filter_data,
                                            const cmsis_nn_dims *bias_dims,
                                            const int32_t *bias_data,
                                            const cmsis_nn_dims *output_dims,
                                            int8_t *output_data);

int32_t arm_convolve_wrapper_s4_get_buffer_size(const cmsis_nn_conv_params *conv_params,
                                                const cmsis_nn_dims *input_dims,
                                                const cmsis_nn_dims *filter_dims,
                                                const cmsis_nn_dims *output_dims);

arm_cmsis_nn_status
arm_depthwise_conv_wrapper_s4(const cmsis_nn_context *ctx,
                              const cmsis_nn_dw_conv_params *dw_conv_params,
                              const cmsis_nn_per_channel_quant_params *quant_params,
                              const cmsis_nn_dims *input_dims,
                              const int8_t *input_data,
                              const cmsis_nn_dims *filter_dims,
                              const int8_t *filter_data,
                              const cmsis_nn_dims *bias_dims,
                              const int32_t *bias_data,
                              const cmsis_nn_dims *output_dims,
                              int8_t *output_data);

int32_t
arm_depthwise_conv_wrapper_s4_get_buffer_size(const cmsis_nn_dw_conv_params *dw_conv_params,
                                              const cmsis_nn_dims *input_dims,
                                              const cmsis_nn_dims *filter_dims,
                                              const cmsis_nn_dims *output_dims);

/*
 * Transposed, for one group and dilations of 1: input pixel (r, s) adds
 * (input[r][s][c] + input_offset) * filter[o][i][j][c] to output pixel
 * (r * stride.h - padding.h + i, s * stride.w - padding.w + j), where there is one; the sums start
 * with the bias and end as those of a convolution. Neither context is used.
 *
 * Arm: ctx->buf needs arm_transpose_conv_s8_get_buffer_size bytes, output_ctx->buf
 * arm_transpose_conv_s8_get_reverse_conv_buffer_size.
 */
arm_cmsis_nn_status
arm_transpose_conv_wrapper_s8(const cmsis_nn_context *ctx,
                              const cmsis_nn_context *output_ctx,
                              const cmsis_nn_transpose_conv_params *transpose_conv_params,
                              const cmsis_nn_per_channel_quant_params *quant_params,
                              const cmsis_nn_dims *input_dims,
                              const int8_t *input_data,
                              const cmsis_nn_dims *filter_dims,
                              const int8_t *filter_data,
                              const cmsis_nn_dims *bias_dims,
                              const int32_t *bias_data,
                              const cmsis_nn_dims *output_dims,
                              int8_t *output_data);

/* --------------------------------------------------------------------------------- pooling ---
 *
 * Over windows of filter_dims->h x filter_dims->w, of which the elements inside the input count.
 * Codes are taken as they are: the output has the input's scale and zero point. The average is
 * rounded to nearest, ties away from zero. ARM_CMSIS_NN_ARG_ERROR for a batch below 1 and for a
 * window that has no element inside the input. ctx is not used.
 *
 * Arm: arm_avgpool_s8 needs ctx->buf in builds with DSP instructions but no MVE, as
 * arm_avgpool_s8_get_buffer_size says.
 */
arm_cmsis_nn_status arm_avgpool_s8(const cmsis_nn_context *ctx,
                                   const cmsis_nn_pool_params *pool_params,
                                   const cmsis_nn_dims *input_dims,
                                   const int8_t *input_data,
                                   const cmsis_nn_dims *filter_dims,
                                   const cmsis_nn_dims *output_dims,
                                   int8_t *output_data);

arm_cmsis_nn_status arm_max_pool_s8(const cmsis_nn_context *ctx,
                                    const cmsis_nn_pool_params *pool_params,
                                    const cmsis_nn_dims *input_dims,
                                    const int8_t *input_data,
                                    const cmsis_nn_dims *filter_dims,
                                    const cmsis_nn_dims *output_dims,
                                    int8_t *output_data);

/* -------------------------------------------------------------------- activations of 16 bits ---
 *
 * Linear layers, convolutions and pooling of int16 codes with zero point 0: the offsets of the
 * params are not read, weights are int8. Where the bias is int64 (or NULL, but that of
 * arm_convolve_wrapper_s16 with is_int32_bias), sums have 64 bits and are rescaled by
 *
 *     REQ64(x, multiplier, shift) = x * R * 2^(shift - 15), rounded to nearest, ties up
 *
 * where R is multiplier / 2^16, rounded to nearest, at most 2^15 - 1. Sums are below 2^47 in size,
 * their products with the factor below 2^30, and shift is at most 7.
 */

/* output[b][o] = clamp(REQ64(bias[o] + sum_k input[b][k] * filter[o][k], M, s)), the dims as in
 * arm_fully_connected_s8; ctx is not used. */
arm_cmsis_nn_status arm_fully_connected_s16(const cmsis_nn_context *ctx,
                                            const cmsis_nn_fc_params *fc_params,
                                            const cmsis_nn_per_tensor_quant_params *quant_params,
                                            const cmsis_nn_dims *input_dims,
                                            const int16_t *input_data,
                                            const cmsis_nn_dims *filter_dims,
                                            const int8_t *filter_data,
                                            const cmsis_nn_dims *bias_dims,
                                            const int64_t *bias_data,
                                            const cmsis_nn_dims *output_dims,
                                            int16_t *output_data);

int32_t arm_fully_connected_s16_get_buffer_size(const cmsis_nn_dims *filter_dims);

/* As arm_convolve_wrapper_s8, without groups. With is_int32_bias sums have 32 bits, which wrap, and
 * are rescaled by REQ. ARM_CMSIS_NN_ARG_ERROR if ctx->buf is NULL. */
arm_cmsis_nn_status
arm_convolve_wrapper_s16(const cmsis_nn_context *ctx,
                         const cmsis_nn_conv_params *conv_params,
                         const cmsis_nn_per_channel_quant_params *quant_params,
                         const cmsis_nn_dims *input_dims,
                         const int16_t *input_data,
                         const cmsis_nn_dims *filter_dims,
                         const int8_t *filter_data,
                         const cmsis_nn_dims *bias_dims,
                         const cmsis_nn_bias_data *bias_data,
                         const cmsis_nn_dims *output_dims,
                         int16_t *output_data);

int32_t arm_convolve_wrapper_s16_get_buffer_size(const cmsis_nn_conv_params *conv_params,
                                                 const cmsis_nn_dims *input_dims,
                                                 const cmsis_nn_dims *filter_dims,
                                                 const cmsis_nn_dims *output_dims);

/* As arm_depthwise_conv_wrapper_s8, with sums of 64 bits. */
arm_cmsis_nn_status
arm_depthwise_conv_wrapper_s16(const cmsis_nn_context *ctx,
                               const cmsis_nn_dw_conv_params *dw_conv_params,
                               const cmsis_nn_per_channel_quant_params *quant_params,
                               const cmsis_nn_dims *input_dims,
                               const int16_t *input_data,
                               const cmsis_nn_dims *filter_dims,
                               const int8_t *filter_data,
                               const cmsis_nn_dims *bias_dims,
                               const int64_t *bias_data,
                               const cmsis_nn_dims *output_dims,
                               int16_t *output_data);

int32_t
arm_depthwise_conv_wrapper_s16_get_buffer_size(const cmsis_nn_dw_conv_params *dw_conv_params,
                                               const cmsis_nn_dims *input_dims,
                                               const cmsis_nn_dims *filter_dims,
                                               const cmsis_nn_dims *output_dims);

/* As arm_avgpool_s8, over windows of at most 65535 elements, and arm_max_pool_s8. */
arm_cmsis_nn_status arm_avgpool_s16(const cmsis_nn_context *ctx,
                                    const cmsis_nn_pool_params *pool_params,
                                    const cmsis_nn_dims *input_dims,
                                    const int16_t *input_data,
                                    const cmsis_nn_dims *filter_dims,
                                    const cmsis_nn_dims *output_dims,
                                    int16_t *output_data);

arm_cmsis_nn_status arm_max_pool_s16(const cmsis_nn_context *ctx,
                                     const cmsis_nn_pool_params *pool_params,
                                     const cmsis_nn_dims *input_dims,
                                     const int16_t *input_data,
                                     const cmsis_nn_dims *filter_dims,
                                     const cmsis_nn_dims *output_dims,
                                     int16_t *output_data);

/* --------------------------------------------------------------------------------- padding ---
 *
 * The input with pre_pad and post_pad elements of pad_value along each axis.
 */
arm_cmsis_nn_status arm_pad_s8(const int8_t *input,
                               int8_t *output,
                               const int8_t pad_value,
                               const cmsis_nn_dims *input_size,
                               const cmsis_nn_dims *pre_pad,
                               const cmsis_nn_dims *post_pad);

/* ------------------------------------------------------------------------------- transpose ---
 *
 * Output axis k is input axis permutations[k], 1 to 4 axes. output_dims are the permuted
 * input_dims. ARM_CMSIS_NN_ARG_ERROR if num_dims is out of range, `permutations` is no permutation
 * or output_dims do not fit.
 *
 * Arm: two axes are always swapped, whatever the permutation; on MVE four axes beginning 0, 1 are
 * always taken as 0, 1, 3, 2.
 */
arm_cmsis_nn_status arm_transpose_s8(const int8_t *input_data,
                                     int8_t *const output_data,
                                     const cmsis_nn_dims *const input_dims,
                                     const cmsis_nn_dims *const output_dims,
                                     const cmsis_nn_transpose_params *const transpose_params);

/* --------------------------------------------------------------------------- concatenation ---
 *
 * Puts one part of a concatenation along x into its place: of tensors [w][z][y][x], the output with
 * output_x >= offset_x + input_x elements along x,
 *
 *     output[w][z][y][offset_x + x] = input[w][z][y][x]
 *
 * One call for each part; elements of other parts are left alone.
 */
void arm_concatenation_s8_x(const int8_t *input,
                            const uint16_t input_x,
                            const uint16_t input_y,
                            const uint16_t input_z,
                            const uint16_t input_w,
                            int8_t *output,
                            const uint16_t output_x,
                            const uint32_t offset_x);

/* REQ(val, multiplier, shift). Arm: an inline function of a private header. */
int32_t arm_nn_requantize(const int32_t val, const int32_t multiplier, const int32_t shift);

#ifdef __cplusplus
}
#endif

#endif
