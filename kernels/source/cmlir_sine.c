/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

typedef struct {
    double rest; /* -pi / 4 .. pi / 4 */
    int64_t quarters;
} reduced;

/* Below 2^20: the first two parts of pi / 2 have so few bits that their multiples are exact. */
static reduced reduce(double x)
{
    const double n = cmlir_rint(x * 0.6366197723675814);
    const double upper = (x - n * 1.5707963267341256) - n * 6.077100506303966e-11;
    const double rest = upper - n * 2.0222662487959506e-21;
    return (reduced){rest, (int64_t)n};
}

/*
 * x = m * 2^k in turns, of which only the fraction counts: m times those bits of 1 / (2 pi) that
 * are 2^-1 and less after shifting by k. The table has 32 bits before the point.
 */
static reduced reduce_large(float x)
{
    static const uint32_t inverse[8] = {
        0x00000000u, 0x28be60dbu, 0x9391054au, 0x7f09d5f4u,
        0x7d4d3770u, 0x36d8a566u, 0x4f10e410u, 0x7f9458eau,
    };
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    const uint64_t m = (bits & 0x7fffffu) | 0x800000u;
    const uint32_t first = ((bits >> 23) & 0xffu) - 150u + 32u;
    const uint32_t *word = inverse + (first >> 5);
    const uint32_t left = first & 31u;
    uint32_t part[3];
    for (int i = 0; i < 3; i++) {
        const uint64_t both = ((uint64_t)word[i] << 32) | word[i + 1];
        part[i] = (uint32_t)((both << left) >> 32);
    }
    const uint64_t turns = m * (((uint64_t)part[0] << 32) | part[1]) + ((m * part[2]) >> 32);
    const uint64_t quarters = (turns + ((uint64_t)1 << 61)) >> 62;
    const double rest = (double)(int64_t)(turns - (quarters << 62)) * 3.406121580086554e-19;
    return x < 0.0f ? (reduced){-rest, -(int64_t)quarters} : (reduced){rest, (int64_t)quarters};
}

static double series(double square, double first, int steps, int start)
{
    double sum = first;
    double term = first;
    for (int n = 0; n < steps; n++) {
        term = -term * square / ((2 * n + start) * (2 * n + start + 1));
        sum = sum + term;
    }
    return sum;
}

double cmlir_sine(float x, int32_t quarters)
{
    const double wide = (double)x;
    if (!(cmlir_magnitude(wide) <= 3.4028234663852886e38)) {
        return __builtin_nan("");
    }
    const reduced angle = cmlir_magnitude(wide) < 1048576.0 ? reduce(wide) : reduce_large(x);
    const int64_t turn = (angle.quarters + quarters) & 3;
    const double square = angle.rest * angle.rest;
    const double result =
        turn & 1 ? series(square, 1.0, 8, 1) : series(square, angle.rest, 8, 2);
    return turn & 2 ? -result : result;
}
