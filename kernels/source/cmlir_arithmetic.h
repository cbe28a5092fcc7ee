/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The fixed-point primitives that all kernels are made of: the one definition of their values.
 * A vector version of a kernel may compute them in any way that gives the same bits.
 *
 * Left shifts and wrapping sums go through uint32_t, because overflow of signed integers is
 * undefined in C; >> of a negative number is arithmetic with every compiler supported here.
 */
#ifndef CMLIR_ARITHMETIC_H
#define CMLIR_ARITHMETIC_H

#include <stdint.h>

/* The vector extension, integer and float part; CMLIR_NO_MVE selects plain C nevertheless. */
#if defined(__ARM_FEATURE_MVE) && !defined(CMLIR_NO_MVE)
#if (__ARM_FEATURE_MVE & 1) != 0
#define CMLIR_MVE 1
#endif
#if (__ARM_FEATURE_MVE & 2) != 0
#define CMLIR_MVE_FLOAT 1
#endif
#endif

/* The DSP extension of processors without the vector extension (Cortex-M4, M7, M33) */
#if defined(__ARM_FEATURE_DSP) && !defined(__ARM_FEATURE_MVE) && defined(__ARM_ARCH_PROFILE)
#if __ARM_ARCH_PROFILE == 'M'
#define CMLIR_DSP 1
#endif
#endif

static inline int32_t cmlir_clamp(int32_t x, int32_t low, int32_t high)
{
    const int32_t at_least_low = x < low ? low : x;
    return at_least_low > high ? high : at_least_low;
}

/* x * 2^n mod 2^32, n in 0..31 */
static inline int32_t cmlir_shift_left(int32_t x, int32_t n)
{
    return (int32_t)((uint32_t)x << n);
}

/* x * 2^n, saturating to int32, n in 0..31 */
static inline int32_t cmlir_shift_left_saturating(int32_t x, int32_t n)
{
    const int64_t shifted = (int64_t)x * ((int64_t)1 << n);
    if (shifted > INT32_MAX) {
        return INT32_MAX;
    }
    return shifted < INT32_MIN ? INT32_MIN : (int32_t)shifted;
}

/* DHM: floor((a * b + 2^30) / 2^31), mod 2^32 (only -2^31 * -2^31 wraps) */
static inline int32_t cmlir_doubling_high_multiply(int32_t a, int32_t b)
{
    return (int32_t)(((int64_t)a * b + ((int64_t)1 << 30)) >> 31);
}

/* SDHM: the same, with 2^31 - 1 for -2^31 * -2^31 */
static inline int32_t cmlir_doubling_high_multiply_saturating(int32_t a, int32_t b)
{
    if (a == INT32_MIN && b == INT32_MIN) {
        return INT32_MAX;
    }
    return cmlir_doubling_high_multiply(a, b);
}

/* RDP: x / 2^n rounded to nearest, ties away from zero, n in 0..31 */
static inline int32_t cmlir_rounding_divide_by_power_of_two(int32_t x, int32_t n)
{
    const int32_t mask = (int32_t)(((uint32_t)1 << n) - 1);
    const int32_t threshold = (mask >> 1) + (x < 0 ? 1 : 0);
    return (x >> n) + ((x & mask) > threshold ? 1 : 0);
}

/* REQ: x * multiplier * 2^(shift - 31), shift in -31..31 */
static inline int32_t cmlir_requantize(int32_t x, int32_t multiplier, int32_t shift)
{
    const int32_t left = shift > 0 ? shift : 0;
    const int32_t right = shift > 0 ? 0 : -shift;
    const int32_t product = cmlir_doubling_high_multiply(cmlir_shift_left(x, left), multiplier);
    return cmlir_rounding_divide_by_power_of_two(product, right);
}

/* a + b mod 2^32 */
static inline int32_t cmlir_add_wrapping(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a + (uint32_t)b);
}

/* a * b mod 2^32 */
static inline int32_t cmlir_mul_wrapping(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a * (uint32_t)b);
}

/*
 * exp(v / 2^26) in Q0.31 for v <= 0 (Q5.26).
 *
 * v is split into a multiple of 1/4 and a rest in [-1/4, 0). The exponential of the rest is
 * exp(-1/8) times the Taylor polynomial of degree 4 around -1/8; each set bit of the multiple then
 * contributes a constant factor exp(-2^j), j = -2..4.
 */
static inline int32_t cmlir_exp_on_negative_values(int32_t v)
{
    static const int32_t factors[7] = {1672461947, 1302514674, 790015084, 290630308,
                                       39332535,   720401,     242};
    const int32_t exp_minus_eighth = 1895147668;
    const int32_t one_third = 715827883;
    if (v == 0) {
        return INT32_MAX;
    }
    const int32_t quarter = (int32_t)1 << 24;
    const int32_t rest = (v & (quarter - 1)) - quarter;
    const int32_t multiple = rest - v;
    const int32_t x = rest * 32 + ((int32_t)1 << 28);
    const int32_t x2 = cmlir_doubling_high_multiply(x, x);
    const int32_t x3 = cmlir_doubling_high_multiply(x2, x);
    const int32_t x4 = cmlir_doubling_high_multiply(x2, x2);
    const int32_t x4_over_4 = cmlir_rounding_divide_by_power_of_two(x4, 2);
    const int32_t high_terms = cmlir_doubling_high_multiply(x4_over_4 + x3, one_third) + x2;
    const int32_t polynomial = x + cmlir_rounding_divide_by_power_of_two(high_terms, 1);
    int32_t e = exp_minus_eighth + cmlir_doubling_high_multiply(exp_minus_eighth, polynomial);
    for (int32_t k = 0; k < 7; k++) {
        if ((multiple & (quarter << k)) != 0) {
            e = cmlir_doubling_high_multiply(e, factors[k]);
        }
    }
    return e;
}

/* 1 / (1 + a) in Q0.31 for a in [0, 1) (Q0.31): three Newton-Raphson steps from 48/17 - 32/17 h,
 * with h = (1 + a) / 2 and the iterate in Q2.29. */
static inline int32_t cmlir_one_over_one_plus(int32_t a)
{
    const int32_t half = (int32_t)(((uint32_t)a + ((uint32_t)1 << 31)) >> 1);
    const int32_t one = (int32_t)1 << 29;
    int32_t x = 1515870810 + cmlir_doubling_high_multiply(half, -1010580540);
    for (int32_t step = 0; step < 3; step++) {
        const int32_t error = one - cmlir_doubling_high_multiply(half, x);
        x += cmlir_shift_left_saturating(cmlir_doubling_high_multiply(x, error), 2);
    }
    return cmlir_shift_left_saturating(x, 1);
}

/* ------------------------------------------------------------------------- parts of softmax ---
 *
 * For d = x - max(row): e = cmlir_softmax_exp(d), S = sum over the row of cmlir_softmax_term(e),
 * p = cmlir_softmax_scale(S), and the probability is cmlir_softmax_probability(p, e, bits).
 */

/* e in Q0.31; 0 below diff_min, which gives the probability 0 as well */
static inline int32_t
cmlir_softmax_exp(int32_t d, int32_t mult, int32_t shift, int32_t diff_min)
{
    if (d < diff_min) {
        return 0;
    }
    const int32_t v = cmlir_doubling_high_multiply(cmlir_shift_left(d, shift), mult);
    return cmlir_exp_on_negative_values(v);
}

/* e of an element that is d less than the maximum, 0..65535, in steps of 256 and of 1
 * (cmlir_softmax_s16_s8) */
static inline int32_t cmlir_softmax_exp_s16(const int32_t exponentials[512], int32_t d)
{
    return cmlir_doubling_high_multiply(exponentials[d >> 8], exponentials[256 + (d & 255)]);
}

/* What e contributes to the sum of its row, Q12.19 */
static inline int32_t cmlir_softmax_term(int32_t e)
{
    return cmlir_rounding_divide_by_power_of_two(e, 12);
}

/* 1 / S as reciprocal (Q0.31) * 2^-exponent, where S is the row's sum in Q.19 */
typedef struct {
    int32_t reciprocal;
    int32_t exponent;
} cmlir_softmax_scale_t;

/* The sum is 64 bits wide so that rows of any length are right. */
static inline cmlir_softmax_scale_t cmlir_softmax_scale(uint64_t sum)
{
    if (sum == 0) { /* an empty row */
        return (cmlir_softmax_scale_t){0, 0};
    }
    const int32_t leading_bit = 63 - __builtin_clzll(sum);
    const uint64_t top_aligned = leading_bit > 31 ? sum >> (leading_bit - 31)
                                                  : sum << (31 - leading_bit);
    const int32_t fraction = (int32_t)((uint32_t)top_aligned & INT32_MAX);
    return (cmlir_softmax_scale_t){cmlir_one_over_one_plus(fraction), leading_bit - 19};
}

/* e / S as an unsigned code of `bits` (8 or 16) bits, not yet clamped: 2^bits is possible */
static inline int32_t
cmlir_softmax_probability(cmlir_softmax_scale_t scale, int32_t e, int32_t bits)
{
    const int32_t right = scale.exponent + 31 - bits;
    const int32_t quotient = cmlir_doubling_high_multiply(scale.reciprocal, e);
    /* quotient < 2^31, so more than 31 places leave less than one half */
    return right > 31 ? 0 : cmlir_rounding_divide_by_power_of_two(quotient, right);
}

/* ------------------------------------------------------------- parts of layer and RMS norm ---
 *
 * For a row with the integer deviations u = row_size * x - center and D = sum(u^2) / row_size,
 * t = u / sqrt(D + e) comes as DHM(u * 2^k, inverse); see cmlir_nn.h.
 */

/* The straight line 2.132773 - 1.218727 v in Q2.29, 1 / sqrt(v) from 1/4 to 1 with the least
 * relative error; three Newton-Raphson steps y (3 - v y^2) / 2 from there leave less than 2^-24. */
enum { CMLIR_INVERSE_SQRT_START = 1145023540, CMLIR_INVERSE_SQRT_SLOPE = -654299166 };
enum { CMLIR_INVERSE_SQRT_STEPS = 3 };

/* u * 2^k = step * x + start, mod 2^32 */
typedef struct {
    int32_t step;
    int32_t start;
    int32_t inverse;
} cmlir_norm_scale_t;

#endif
