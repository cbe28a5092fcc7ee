/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The argument types of the CMSIS-NN int8 API, by their published names and layouts, as far as
 * arm_nnfunctions.h beside this file needs them.
 */
#ifndef ARM_NN_TYPES_H
#define ARM_NN_TYPES_H

#include <stdbool.h>
#include <stdint.h>

/* What a kernel returns. No kernel writes output when it returns an error. */
typedef enum {
    ARM_CMSIS_NN_SUCCESS = 0,
    ARM_CMSIS_NN_ARG_ERROR = -1,     /* an argument is outside its documented range */
    ARM_CMSIS_NN_NO_IMPL_ERROR = -2, /* valid arguments for which there is no implementation */
    ARM_CMSIS_NN_FAILURE = -3
} arm_cmsis_nn_status;

/* Scratch memory, or precomputed data, handed to a kernel. `size` (bytes) is informative only. */
typedef struct {
    void *buf;
    int32_t size;
} cmsis_nn_context;

/* The extents of a dense row-major tensor, outermost first. */
typedef struct {
    int32_t n;
    int32_t h;
    int32_t w;
    int32_t c;
} cmsis_nn_dims;

/* Inclusive bounds of an output code, applied after the output offset is added. */
typedef struct {
    int32_t min;
    int32_t max;
} cmsis_nn_activation;

/* One rescale factor, multiplier * 2^(shift - 31): multiplier 0 or in [2^30, 2^31),
 * shift in [-31, 30], positive to the left. */
typedef struct {
    int32_t multiplier;
    int32_t shift;
} cmsis_nn_per_tensor_quant_params;

/* One rescale factor for each output channel. The arrays are only read. */
typedef struct {
    int32_t *multiplier;
    int32_t *shift;
} cmsis_nn_per_channel_quant_params;

/* Either kind: arrays of one element, or of one for each output channel if `is_per_channel`. */
typedef struct {
    int32_t *multiplier;
    int32_t *shift;
    int32_t is_per_channel;
} cmsis_nn_quant_params;

/* Offsets are added to the codes: minus the zero point for inputs and filters, plus the zero
 * point for outputs. */
typedef struct {
    int32_t input_offset;
    int32_t filter_offset;
    int32_t output_offset;
    cmsis_nn_activation activation;
} cmsis_nn_fc_params;

typedef struct {
    const bool adj_x; /* ignored, see arm_batch_matmul_s8 */
    const bool adj_y; /* ignored, see arm_batch_matmul_s8 */
    cmsis_nn_fc_params fc_params;
} cmsis_nn_bmm_params;

/* The bias of a convolution of int16, or NULL; sums have as many bits. */
typedef struct {
    const void *data; /* int32_t or int64_t, one for each output channel */
    const bool is_int32_bias;
} cmsis_nn_bias_data;

/* Along both axes of an image. Mind the order. */
typedef struct {
    int32_t w;
    int32_t h;
} cmsis_nn_tile;

/* padding: elements before the first column and row; what stands behind the last ones follows from
 * the output's dims. */
typedef struct {
    int32_t input_offset;
    int32_t output_offset;
    cmsis_nn_tile stride;
    cmsis_nn_tile padding;
    cmsis_nn_tile dilation;
    cmsis_nn_activation activation;
} cmsis_nn_conv_params;

/* ch_mult: output channels for each input channel */
typedef struct {
    int32_t input_offset;
    int32_t output_offset;
    int32_t ch_mult;
    cmsis_nn_tile stride;
    cmsis_nn_tile padding;
    cmsis_nn_tile dilation;
    cmsis_nn_activation activation;
} cmsis_nn_dw_conv_params;

/* padding: elements taken away before the first column and row of the result; what is taken away or
 * added behind the last ones follows from the output's dims. padding_offsets are not read. */
typedef struct {
    int32_t input_offset;
    int32_t output_offset;
    cmsis_nn_tile stride;
    cmsis_nn_tile padding;
    cmsis_nn_tile padding_offsets;
    cmsis_nn_tile dilation;
    cmsis_nn_activation activation;
} cmsis_nn_transpose_conv_params;

typedef struct {
    cmsis_nn_tile stride;
    cmsis_nn_tile padding;
    cmsis_nn_activation activation;
} cmsis_nn_pool_params;

typedef struct {
    const int32_t num_dims;       /* 1..4; the dims occupy n, h, w, c from the left */
    const uint32_t *permutations; /* [num_dims]: output axis k is input axis permutations[k] */
} cmsis_nn_transpose_params;

#endif
