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

enum { CMLIR_INT4_BYTES = 8192 }; /* as much of the weights is unpacked at once, or four channels */

/* out[i] = code i of the packed ones, for `count` codes */
void cmlir_unpack_s4(const int8_t *packed, int32_t count, int8_t *out);

/* Code `index` of the packed ones */
static inline int32_t cmlir_code_s4(const int8_t *packed, int32_t index)
{
    const int32_t pair = packed[index / 2];
    const int32_t half = index % 2 == 0 ? pair & 15 : (pair >> 4) & 15;
    return half < 8 ? half : half - 16;
}

/* Channels of `depth` weights that are unpacked at once: a multiple of 4, so that they begin with a
 * byte, or all */
static inline int32_t cmlir_int4_channels(int32_t channels, int32_t depth)
{
    const int32_t fitting = depth == 0 ? channels : (CMLIR_INT4_BYTES / depth) & ~3;
    const int32_t most = fitting < 4 ? 4 : fitting;
    return most < channels ? most : channels;
}

/* Bytes for `count` unpacked codes, with what follows them aligned to 16 bytes */
static inline int32_t cmlir_int4_bytes(int32_t count)
{
    return (count + 15) & ~15;
}

/* cmlir_matmul_bias_s8 with packed args->rhs, dense rows and no rhs_offset; without working memory. */
void cmlir_matmul_bias_s4(const cmlir_matmul_nt_s8_args *args,
                          int32_t lhs_offset,
                          const int32_t *bias);

#endif
