/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

/* A term is at most 2^19, so the sum of so many fits 32 bits. */
enum { CHUNK = 4096 };

#define ADD_TERMS(input)                                                                           \
    "vldrb.s32 q0, [" input "], #4\n"                                                              \
    "vldrw.u32 q1, [%[exp], q0, uxtw #2]\n"                                                        \
    "vrshr.u32 q1, q1, #12\n"                                                                      \
    "vaddva.u32 %[sum], q1\n"

/* Adds cmlir_softmax_term over the elements at `input`; exp is not negative, so VRSHR rounds as RDP
 * does. */
#define SUM_OF_TERMS(input)                                                                        \
    "wls lr, %[blocks], 4f\n"                                                                      \
    "3:\n" ADD_TERMS(input) ADD_TERMS(input) ADD_TERMS(input) ADD_TERMS(input) "le lr, 3b\n"       \
    "4:\n"                                                                                         \
    "wlstp.32 lr, %[rest], 6f\n"                                                                   \
    "5:\n" ADD_TERMS(input) "letp lr, 5b\n"                                                        \
    "6:\n"

/* size <= CHUNK */
static uint32_t sum_of_terms(uintptr_t exp, const int8_t *input, int32_t size)
{
    uint32_t sum = 0;
    __asm__ volatile(SUM_OF_TERMS("%[input]")
                     : [sum] "+Te"(sum), [input] "+l"(input)
                     : [blocks] "r"(size / 16), [rest] "r"(size % 16), [exp] "r"(exp)
                     : CMLIR_MVE_CLOBBERS);
    return sum;
}

/* The maximum of a row of at most CHUNK elements, as rows->exp, and the sum */
static uint32_t
maximum_and_sum(const int32_t *table, const int8_t *input, int32_t size, uintptr_t *exp_of_row)
{
    const int8_t *again = input;
    uint32_t sum = 0;
    int32_t maximum = INT8_MIN;
    uintptr_t exp = (uintptr_t)(table + 255);
    __asm__ volatile("wlstp.8 lr, %[size], 2f\n"
                     "1:\n"
                     "vldrb.u8 q0, [%[input]], #16\n"
                     "vmaxv.s8 %[maximum], q0\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     "sub %[exp], %[exp], %[maximum], lsl #2\n" SUM_OF_TERMS("%[again]")
                     : [sum] "+Te"(sum), [input] "+l"(input), [again] "+l"(again),
                       [maximum] "+r"(maximum), [exp] "+r"(exp)
                     : [size] "r"(size), [blocks] "r"(size / 16), [rest] "r"(size % 16)
                     : CMLIR_MVE_CLOBBERS);
    *exp_of_row = exp;
    return sum;
}

/* The same for rows of any size: the sum as 32 bits * 2^excess, cut off as cmlir_softmax_scale
 * does */
static uint32_t long_row(const int32_t *table,
                         const int8_t *input,
                         int32_t size,
                         uintptr_t *exp_of_row,
                         int32_t *excess)
{
    const int32_t maximum = cmlir_mve_maximum(input, size);
    const uintptr_t exp = (uintptr_t)(table + 255) - (uintptr_t)(4 * maximum);
    uint64_t sum = 0;
    for (int32_t first = 0; first < size; first += CHUNK) {
        const int32_t left = size - first;
        sum += sum_of_terms(exp, input + first, left < CHUNK ? left : CHUNK);
    }
    const uint32_t high = (uint32_t)(sum >> 32);
    *excess = high == 0 ? 0 : 32 - __builtin_clz(high);
    *exp_of_row = exp;
    return (uint32_t)(sum >> *excess);
}

int32_t cmlir_mve_softmax_scale(const int32_t table[256],
                                const int8_t *input,
                                int32_t num_rows,
                                int32_t row_size,
                                cmlir_mve_softmax_rows *rows)
{
    const int32_t count = num_rows < CMLIR_MVE_SOFTMAX_ROWS ? num_rows : CMLIR_MVE_SOFTMAX_ROWS;
    uint32_t sums[CMLIR_MVE_SOFTMAX_ROWS] = {1, 1, 1, 1};
    int32_t excess[CMLIR_MVE_SOFTMAX_ROWS] = {0, 0, 0, 0};
    for (int32_t row = 0; row < count; row++, input += row_size) {
        if (row_size <= CHUNK) {
            sums[row] = maximum_and_sum(table, input, row_size, &rows->exp[row]);
        } else {
            sums[row] = long_row(table, input, row_size, &rows->exp[row], &excess[row]);
        }
    }
    cmlir_mve_softmax_reciprocals(sums, excess, rows);
    return count;
}

#endif
