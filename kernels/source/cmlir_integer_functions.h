/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Functions of two integers.
 */
#ifndef CMLIR_INTEGER_FUNCTIONS_H
#define CMLIR_INTEGER_FUNCTIONS_H

#include "cmlir_integers.h"
#include "cmlir_nn.h"

/* Towards 0; the least number by -1 is itself. b is not 0. */
static inline int64_t cmlir_quotient(int64_t a, int64_t b)
{
    return b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b;
}

static inline int64_t cmlir_rest(int64_t a, int64_t b)
{
    return b == -1 ? 0 : a % b;
}

/* Whether the quotient towards 0 is above the one rounded down */
static inline int64_t cmlir_is_above(int64_t a, int64_t b)
{
    return cmlir_rest(a, b) != 0 && (a < 0) != (b < 0);
}

static inline int64_t cmlir_shifted_left(int64_t a, int64_t b, int64_t bits)
{
    return b < 0 || b >= bits ? 0 : (int64_t)((uint64_t)a << b);
}

/* To the right of `a` there is its sign without end. */
static inline int64_t cmlir_shifted_right(int64_t a, int64_t b, int64_t bits)
{
    const int64_t steps = b < 0 || b >= bits ? bits - 1 : b;
    return a < 0 ? ~(~a >> steps) : a >> steps;
}

/* Sums, differences and products modulo 2^64 */
static inline int64_t
cmlir_of_two(cmlir_integer_function function, int64_t a, int64_t b, int64_t bits)
{
    switch (function) {
    case CMLIR_ADD:
        return (int64_t)((uint64_t)a + (uint64_t)b);
    case CMLIR_SUB:
        return (int64_t)((uint64_t)a - (uint64_t)b);
    case CMLIR_MUL:
        return (int64_t)((uint64_t)a * (uint64_t)b);
    case CMLIR_MAXIMUM:
        return a > b ? a : b;
    case CMLIR_MINIMUM:
        return a < b ? a : b;
    case CMLIR_TRUNC_DIVIDE:
        return cmlir_quotient(a, b);
    case CMLIR_FLOOR_DIVIDE:
        return (int64_t)((uint64_t)cmlir_quotient(a, b) - (uint64_t)cmlir_is_above(a, b));
    case CMLIR_FMOD:
        return cmlir_rest(a, b);
    case CMLIR_REMAINDER:
        return cmlir_rest(a, b) + cmlir_is_above(a, b) * b;
    case CMLIR_BITWISE_AND:
        return a & b;
    case CMLIR_BITWISE_OR:
        return a | b;
    case CMLIR_BITWISE_XOR:
        return a ^ b;
    case CMLIR_SHIFT_LEFT:
        return cmlir_shifted_left(a, b, bits);
    default:
        return cmlir_shifted_right(a, b, bits);
    }
}

static inline int cmlir_divides(cmlir_integer_function function)
{
    return function >= CMLIR_FLOOR_DIVIDE && function <= CMLIR_FMOD;
}

#endif
