/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Functions of real numbers for the float kernels, the same bits everywhere: no mathematical
 * library is called, and every operation is an addition, multiplication or division of IEEE
 * binary64, rounded after each one. Results have an error of some 2^-45 of their size, so that
 * rounding them to float gives the float nearest to the real value in all but one of millions of
 * cases.
 *
 * NaN gives NaN; infinities give the limit.
 */
#ifndef CMLIR_REAL_H
#define CMLIR_REAL_H

#include <stdint.h>
#include <string.h>

#include "cmlir_float.h"
#include "cmlir_nn.h"

/* e^x; infinite above 709, 0 below -708 */
double cmlir_exp(double x);

/* e^x - 1, also near 0 */
double cmlir_expm1(double x);

/* ln(x); x not subnormal */
double cmlir_log(double x);

/* ln(1 + x), also near 0 */
double cmlir_log1p(double x);

/* 2 / sqrt(pi) times the integral of e^(-t^2) from x on: 1 - erf(x) */
double cmlir_erfc(double x);

/* erf(x), also near 0 */
double cmlir_erf(double x);

/* tanh(x) */
double cmlir_tanh(double x);

/* ln(1 + e^x) */
double cmlir_softplus(double x);

/* x^y */
double cmlir_pow(double x, double y);

/* sin(x + quarters * pi / 2), for x of any size */
double cmlir_sine(float x, int32_t quarters);

/* arctan(x) */
double cmlir_atan(double x);

/* What a / b, rounded towards 0, leaves of a: exact, with the sign of a */
float cmlir_fmod(float a, float b);

/* The square root, rounded as IEEE 754 asks */
float cmlir_sqrt(float x);

/* The square root to 45 bits: one step of Newton's from that of the nearest float */
double cmlir_sqrt_f64(double x);

/* x rounded to an integer, ties to even, for |x| < 2^51 */
static inline double cmlir_rint(double x)
{
    const double no_fraction = 6755399441055744.0; /* 1.5 * 2^52 */
    return (x + no_fraction) - no_fraction;
}

static inline double cmlir_magnitude(double x)
{
    return x < 0.0 ? -x : x;
}

/* (e^r - 1) / r for |r| < 0.35, by Taylor's series */
static inline double cmlir_exp_series(double r)
{
    static const double coefficients[13] = {
        1.0 / 6227020800.0, 1.0 / 479001600.0, 1.0 / 39916800.0, 1.0 / 3628800.0,
        1.0 / 362880.0,     1.0 / 40320.0,     1.0 / 5040.0,     1.0 / 720.0,
        1.0 / 120.0,        1.0 / 24.0,        1.0 / 6.0,        1.0 / 2.0,
        1.0,
    };
    double sum = coefficients[0];
    for (int i = 1; i < 13; i++) {
        sum = sum * r + coefficients[i];
    }
    return sum;
}

/* A kernel (in, out, size) with out = (float)(y), y being an expression in the double x */
#define CMLIR_UNARY_F32(name, y)                                                                   \
    arm_cmsis_nn_status name(const float *in, float *out, int32_t size)                            \
    {                                                                                              \
        for (int32_t i = 0; i < size; i++) {                                                       \
            const double x = (double)in[i];                                                        \
            out[i] = (float)(y);                                                                   \
            CMLIR_ONE_AT_A_TIME();                                                                 \
        }                                                                                          \
        return ARM_CMSIS_NN_SUCCESS;                                                               \
    }

/* The same in single precision: y is an expression in the float x */
#define CMLIR_UNARY_SINGLE(name, y)                                                                \
    arm_cmsis_nn_status name(const float *in, float *out, int32_t size)                            \
    {                                                                                              \
        for (int32_t i = 0; i < size; i++) {                                                       \
            const float x = in[i];                                                                 \
            out[i] = (y);                                                                          \
            CMLIR_ONE_AT_A_TIME();                                                                 \
        }                                                                                          \
        return ARM_CMSIS_NN_SUCCESS;                                                               \
    }

#endif
