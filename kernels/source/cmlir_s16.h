/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Sums of products of codes of 16 bits with weights of 8, for linear layers and convolutions.
 */
#ifndef CMLIR_S16_H
#define CMLIR_S16_H

#include "cmlir_core.h"

/* REQ64: x * multiplier * 2^(shift - 31) with the upper 16 bits of the multiplier, rounded to
 * nearest, ties up; shift in -31..7 */
static inline int32_t cmlir_requantize_s64(int64_t x, int32_t multiplier, int32_t shift)
{
    const int32_t reduced = multiplier < 0x7FFF0000 ? (multiplier + (1 << 15)) >> 16 : 0x7FFF;
    const int32_t doubled = (int32_t)((x * reduced) >> (14 - shift));
    return cmlir_add_wrapping(doubled, 1) >> 1;
}

/* out[o] = clamp(rescale of bias[o] + sum_k row[k] * filter[o][k]) */
typedef struct {
    const int8_t *filter; /* [channels][depth] */
    int32_t depth;
    int32_t channels;
    const void *bias;   /* [channels] or NULL for zeros */
    bool is_int32_bias; /* then sums have 32 bits, which wrap, and REQ; else 64 bits and REQ64 */
    const int32_t *multiplier; /* [channels] if per_channel, else [1] */
    const int32_t *shift;
    int32_t per_channel;
    cmsis_nn_activation activation;
} cmlir_row_s16_args;

void cmlir_row_s16(const cmlir_row_s16_args *args, const int16_t *row, int16_t *out);

/* sums[i] = sum_k row[k] * filter[i][k] for two rows of weights of `depth` bytes, which may be one */
void cmlir_dot_1x2_s16(const int16_t *row,
                       const int8_t *first,
                       const int8_t *second,
                       int32_t depth,
                       int64_t sums[2]);

/* The code of a sum of output channel o */
static inline int16_t cmlir_finish_s16(const cmlir_row_s16_args *args, int64_t sum, int32_t o)
{
    const int32_t channel = args->per_channel != 0 ? o : 0;
    const int32_t multiplier = args->multiplier[channel];
    const int32_t shift = args->shift[channel];
    int32_t scaled;
    if (args->is_int32_bias) {
        const int32_t start = args->bias == NULL ? 0 : ((const int32_t *)args->bias)[o];
        scaled = cmlir_requantize(cmlir_add_wrapping((int32_t)sum, start), multiplier, shift);
    } else {
        const int64_t start = args->bias == NULL ? 0 : ((const int64_t *)args->bias)[o];
        scaled = cmlir_requantize_s64(sum + start, multiplier, shift);
    }
    return (int16_t)cmlir_clamp(scaled, args->activation.min, args->activation.max);
}

#endif
