/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

#if defined(__ARM_FP) && (__ARM_FP & 4)

float cmlir_sqrt(float x)
{
    float root;
    __asm__("vsqrt.f32 %0, %1" : "=t"(root) : "t"(x));
    return root;
}

#else

/* Bit by bit: the integer root of the significand, shifted to 25 bits of result, of which the last
 * and the remainder decide the rounding. */
float cmlir_sqrt(float x)
{
    if (!(x > 0.0f)) {
        return x < 0.0f ? __builtin_nanf("") : x;
    }
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    int32_t exponent = (int32_t)(bits >> 23);
    if (exponent == 255) {
        return x;
    }
    uint64_t m = bits & 0x7fffffu;
    if (exponent == 0) {
        exponent = 1;
        while (m < 0x800000u) {
            m <<= 1;
            exponent--;
        }
    }
    m |= 0x800000u;
    exponent -= 127;
    /* x = m * 2^(exponent - 23): an even power of two is left outside */
    m <<= (exponent & 1) ? 26 : 25;
    exponent = (exponent - (exponent & 1)) / 2;
    uint64_t root = 0;
    for (uint64_t bit = (uint64_t)1 << 24; bit != 0; bit >>= 1) {
        const uint64_t next = root | bit;
        if (next * next <= m) {
            root = next;
        }
    }
    const int exact = root * root == m;
    const uint64_t half = root & 1;
    uint32_t result = (uint32_t)(root >> 1);
    result += (uint32_t)(half && (!exact || (result & 1)));
    bits = result + ((uint32_t)(exponent + 126) << 23);
    memcpy(&x, &bits, sizeof x);
    return x;
}

#endif
