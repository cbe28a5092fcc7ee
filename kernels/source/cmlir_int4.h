/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Weights of 4 bits. They lie two in a byte, one after the other and without gaps between rows: the
 * code of even index in the low half. They are unpacked to int8, some channels at a time, and then
 * read by what computes with int8: a code is the same number in either.
 */
#ifndef CMLIR_INT4_H
#define CMLIR_INT4_H

#include "cmlir_core.h"

/* So much of the weights is unpacked at once, or of four channels all: convolutions gather the
 * image's windows again for each part. */
enum { CMLIR_INT4_LINEAR_BYTES = 2048, CMLIR_INT4_FILTER_BYTES = 8192 };

/* out[i] = code i of the packed ones, for `count` codes */
void cmlir_unpack_s4(const int8_t *packed, int32_t count, int8_t *out);

/* The code in the low half of a byte, and in the high one */
static inline int8_t cmlir_low_s4(int8_t pair)
{
    const int32_t half = pair & 15;
    return (int8_t)((half ^ 8) - 8);
}

static inline int8_t cmlir_high_s4(int8_t pair)
{
    const int32_t half = (pair >> 4) & 15;
    return (int8_t)((half ^ 8) - 8);
}

/* Code `index` of the packed ones */
static inline int8_t cmlir_code_s4(const int8_t *packed, int32_t index)
{
    const int8_t pair = packed[index / 2];
    return index % 2 == 0 ? cmlir_low_s4(pair) : cmlir_high_s4(pair);
}

/* Channels of `depth` weights of which `bytes` hold the unpacked ones: a multiple of 4, so that they
 * begin with a byte, or all */
static inline int32_t cmlir_int4_channels(int32_t channels, int32_t depth, int32_t bytes)
{
    const int32_t fitting = depth == 0 ? channels : (bytes / depth) & ~3;
    const int32_t most = fitting < 4 ? 4 : fitting;
    return most < channels ? most : channels;
}

/* Bytes for `count` unpacked codes, with what follows them aligned to 16 bytes */
static inline int32_t cmlir_int4_bytes(int32_t count)
{
    return (count + 15) & ~15;
}

/* Channels of a convolution whose weights are unpacked at once; with groups, all */
static inline int32_t cmlir_filter_channels(const cmsis_nn_dims *input,
                                            const cmsis_nn_dims *filter,
                                            const cmsis_nn_dims *output)
{
    const int32_t depth = filter->h * filter->w * filter->c;
    return filter->c != input->c
               ? output->c
               : cmlir_int4_channels(output->c, depth, CMLIR_INT4_FILTER_BYTES);
}

/*
 * cmlir_matmul_nt_s8 with packed args->rhs, dense rows, sums and no rhs_offset, where for few rows it is
 * better not to unpack. Returns false, having done nothing, where it is not.
 */
bool cmlir_few_rows_s4(const cmlir_matmul_nt_s8_args *args);

/* cmlir_matmul_bias_s8 with packed args->rhs, dense rows and no rhs_offset; without working memory. */
void cmlir_matmul_bias_s4(const cmlir_matmul_nt_s8_args *args,
                          int32_t lhs_offset,
                          const int32_t *bias);

#endif
