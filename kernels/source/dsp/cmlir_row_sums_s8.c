/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_dsp.h"

#if defined(CMLIR_DSP)

/* Words whose bytes two sums of 16 bits can hold: 2 * 64 * 128 = 2^14 */
enum { MOST_WORDS = 64 };

/* Adds two bytes to each half. */
static uint32_t add(uint32_t halves, uint32_t bytes)
{
    __asm__("sxtab16 %0, %0, %1" : "+r"(halves) : "r"(bytes));
    __asm__("sxtab16 %0, %0, %1, ror #8" : "+r"(halves) : "r"(bytes));
    return halves;
}

/* At most MOST_WORDS */
static uint32_t sum_of_words(const int8_t *data, int32_t words)
{
    uint32_t halves = 0;
    for (; words >= 4; words -= 4, data += 16) {
        halves = add(halves, cmlir_dsp_load(data));
        halves = add(halves, cmlir_dsp_load(data + 4));
        halves = add(halves, cmlir_dsp_load(data + 8));
        halves = add(halves, cmlir_dsp_load(data + 12));
    }
    for (; words > 0; words--, data += 4) {
        halves = add(halves, cmlir_dsp_load(data));
    }
    return cmlir_dsp_multiply(halves, 0x00010001, 0);
}

static uint32_t sum_of_row(const int8_t *data, int32_t depth)
{
    uint32_t sum = 0;
    while (depth >= 4) {
        const int32_t words = depth / 4 < MOST_WORDS ? depth / 4 : MOST_WORDS;
        sum += sum_of_words(data, words);
        data += 4 * words;
        depth -= 4 * words;
    }
    for (; depth > 0; depth--, data++) {
        sum += (uint32_t)*data;
    }
    return sum;
}

void cmlir_row_sums_s8(
    const int8_t *data, int32_t stride, int32_t rows, int32_t depth, int32_t *sums)
{
    for (int32_t row = 0; row < rows; row++, data += stride) {
        sums[row] = (int32_t)sum_of_row(data, depth);
    }
}

#endif
