/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_recurrent.h"

void cmlir_keep_cells(const int32_t *a,
                      const int32_t *b,
                      const int32_t *n,
                      int32_t bits,
                      int16_t *cell,
                      int32_t size)
{
    for (int32_t i = 0; i < size; i++) {
        const int32_t kept = cmlir_doubling_high_multiply(a[i], (int32_t)cell[i] * 65536);
        const int32_t taken = cmlir_rounding_divide_by_power_of_two(
            cmlir_doubling_high_multiply(b[i], n[i]), 15 - bits);
        const int32_t sum = cmlir_add_saturating(kept, taken);
        const int32_t code = cmlir_rounding_divide_by_power_of_two(sum, 16);
        cell[i] = (int16_t)cmlir_clamp(code, INT16_MIN, INT16_MAX);
    }
}
