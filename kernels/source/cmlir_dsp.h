/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Four bytes at a time, for processors with the DSP extension: two signed halfwords from each word
 * of bytes, and two multiply-accumulates in one instruction. On others CMLIR_DSP is not defined.
 */
#ifndef CMLIR_DSP_H
#define CMLIR_DSP_H

#include <stdint.h>
#include <string.h>

#if defined(__ARM_FEATURE_DSP) && !defined(__ARM_FEATURE_MVE)
#define CMLIR_DSP 1

/* Four bytes of any alignment */
static inline uint32_t cmlir_dsp_load(const int8_t *data)
{
    uint32_t word;
    memcpy(&word, data, sizeof word);
    return word;
}

/* Bytes 0 and 2 as halfwords */
static inline uint32_t cmlir_dsp_even(uint32_t bytes)
{
    uint32_t halfwords;
    __asm__("sxtb16 %0, %1" : "=r"(halfwords) : "r"(bytes));
    return halfwords;
}

/* Bytes 1 and 3 */
static inline uint32_t cmlir_dsp_odd(uint32_t bytes)
{
    uint32_t halfwords;
    __asm__("sxtb16 %0, %1, ror #8" : "=r"(halfwords) : "r"(bytes));
    return halfwords;
}

/* sum + a0 * b0 + a1 * b1, mod 2^32 */
static inline uint32_t cmlir_dsp_multiply(uint32_t a, uint32_t b, uint32_t sum)
{
    uint32_t result;
    __asm__("smlad %0, %1, %2, %3" : "=r"(result) : "r"(a), "r"(b), "r"(sum));
    return result;
}

#endif

#endif
