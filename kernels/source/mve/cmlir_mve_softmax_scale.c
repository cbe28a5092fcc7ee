/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

/* A term is at most 2^19, so the sum of so many fits 32 bits. */
enum { CHUNK = 4096 };

#define ADD_TERMS(input)                                                                           \
    "vldrb.s32 q0, " input "\n"                                                                    \
    "vldrw.u32 q1, [%[exp], q0, uxtw #2]\n"                                                        \
    "vrshr.u32 q1, q1, #12\n"                                                                      \
    "vaddva.u32 %[sum], q1\n"

/* Sum of cmlir_softmax_term over size <= CHUNK elements; exp is not negative, so VRSHR rounds as
 * RDP does. */
static uint32_t sum_of_terms(uintptr_t exp, const int8_t *input, int32_t size)
{
    uint32_t sum = 0;
    __asm__ volatile("wls lr, %[blocks], 2f\n"
                     "1:\n" ADD_TERMS("[%[input]]") ADD_TERMS("[%[input], #4]")
                         ADD_TERMS("[%[input], #8]") ADD_TERMS("[%[input], #12]")
                     "adds %[input], #16\n"
                     "le lr, 1b\n"
                     "2:\n"
                     "wlstp.32 lr, %[rest], 4f\n"
                     "3:\n" ADD_TERMS("[%[input]], #4")
                     "letp lr, 3b\n"
                     "4:\n"
                     : [sum] "+Te"(sum), [input] "+l"(input)
                     : [blocks] "r"(size / 16), [rest] "r"(size % 16), [exp] "r"(exp)
                     : CMLIR_MVE_CLOBBERS);
    return sum;
}

/* The sum as 32 bits * 2^excess, cut off as cmlir_softmax_scale does */
static uint32_t sum_of_row(uintptr_t exp, const int8_t *input, int32_t size, int32_t *excess)
{
    uint64_t sum = 0;
    if (size <= CHUNK) {
        return sum_of_terms(exp, input, size);
    }
    for (int32_t first = 0; first < size; first += CHUNK) {
        const int32_t left = size - first;
        sum += sum_of_terms(exp, input + first, left < CHUNK ? left : CHUNK);
    }
    const uint32_t high = (uint32_t)(sum >> 32);
    *excess = high == 0 ? 0 : 32 - __builtin_clz(high);
    return (uint32_t)(sum >> *excess);
}

int32_t cmlir_mve_softmax_scale(const cmlir_mve_softmax *softmax,
                                const int8_t *input,
                                int32_t num_rows,
                                int32_t row_size,
                                cmlir_mve_softmax_rows *rows)
{
    const int32_t count = num_rows < CMLIR_MVE_SOFTMAX_ROWS ? num_rows : CMLIR_MVE_SOFTMAX_ROWS;
    uint32_t sums[CMLIR_MVE_SOFTMAX_ROWS] = {1, 1, 1, 1};
    int32_t excess[CMLIR_MVE_SOFTMAX_ROWS] = {0, 0, 0, 0};
    for (int32_t row = 0; row < count; row++, input += row_size) {
        const int32_t maximum = cmlir_mve_maximum(input, row_size);
        rows->exp[row] = (uintptr_t)(softmax->table + 255) - (uintptr_t)(4 * maximum);
        sums[row] = sum_of_row(rows->exp[row], input, row_size, &excess[row]);
    }
    cmlir_mve_softmax_reciprocals(sums, excess, rows);
    return count;
}

#endif
