/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_core.h"
#include "cmlir_nn.h"

static int32_t row_maximum(const int8_t *row, int32_t row_size)
{
    int32_t max = INT8_MIN;
    for (int32_t i = 0; i < row_size; i++) {
        max = row[i] > max ? row[i] : max;
    }
    return max;
}

/* The sum of the exponentials of a row, Q.19; at least 1 for the largest element */
static uint64_t
row_sum(cmlir_softmax_table_t *table, const int8_t *row, int32_t row_size, int32_t max)
{
    uint64_t sum = 0;
    for (int32_t i = 0; i < row_size; i++) {
        sum += (uint32_t)cmlir_softmax_term(cmlir_softmax_table_exp(table, max - row[i]));
    }
    return sum;
}

/* log2 of a sum of at least 1 (Q.19), with 16 fraction bits: squaring the mantissa doubles the
 * logarithm, whose next bit is whether the square reached 2 */
static int32_t log2_of_sum(uint64_t sum)
{
    const int32_t leading_bit = 63 - __builtin_clzll(sum);
    uint64_t mantissa = leading_bit > 31 ? sum >> (leading_bit - 31) : sum << (31 - leading_bit);
    int32_t log = leading_bit - 19;
    for (int32_t bit = 0; bit < 16; bit++) {
        const uint64_t square = mantissa * mantissa; /* Q2.62, below 4 */
        const int32_t is_two = (int32_t)(square >> 63);
        mantissa = square >> (31 + is_two);
        log = 2 * log + is_two;
    }
    return log;
}

static int8_t clamped(int64_t code, int32_t least, int32_t greatest)
{
    const int64_t at_least = code < least ? least : code;
    return (int8_t)(at_least > greatest ? greatest : at_least);
}

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
                                         int8_t *out)
{
    if (row_size < 1) {
        return ARM_CMSIS_NN_SUCCESS;
    }
    cmlir_softmax_table_t table;
    cmlir_softmax_table_init(&table, mult, shift, diff_min);
    for (int32_t r = 0; r < num_rows; r++, in += row_size, out += row_size) {
        const int32_t max = row_maximum(in, row_size);
        const int32_t log = log2_of_sum(row_sum(&table, in, row_size, max));
        const int64_t half = (int64_t)1 << (output_shift - 1);
        const int64_t start = half - (int64_t)log * log_multiplier;
        for (int32_t i = 0; i < row_size; i++) {
            const int64_t steps = ((int64_t)(in[i] - max) * output_multiplier + start)
                                  >> output_shift;
            out[i] = clamped(steps + output_offset, act_min, act_max);
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
