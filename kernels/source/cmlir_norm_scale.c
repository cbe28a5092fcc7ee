/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_core.h"

cmlir_norm_scale_t cmlir_norm_scale(int32_t row_size,
                                    int32_t center,
                                    int64_t deviation,
                                    int64_t epsilon,
                                    int32_t epsilon_bits,
                                    int32_t range_bits)
{
    const int64_t scaled = epsilon_bits < 0 ? deviation >> -epsilon_bits
                                            : (int64_t)((uint64_t)deviation << epsilon_bits);
    const uint64_t radicand = (uint64_t)scaled + (uint64_t)epsilon;
    if (radicand == 0) { /* u is 0 throughout the row */
        return (cmlir_norm_scale_t){0, 0, 0};
    }
    const int32_t leading_zeros = __builtin_clzll(radicand) & ~1;
    const int32_t v = (int32_t)((radicand << leading_zeros) >> 33);
    const int32_t p = (64 - leading_zeros - epsilon_bits) / 2;
    const int32_t k = 30 - range_bits - p;
    const int32_t right = cmlir_clamp(-k, 0, 31);
    const int32_t left = cmlir_clamp(k, 0, 31);
    return (cmlir_norm_scale_t){
        .step = cmlir_shift_left(row_size, left),
        .start = cmlir_shift_left(-center, left),
        .inverse = cmlir_rounding_divide_by_power_of_two(cmlir_inverse_sqrt(v), right),
    };
}
