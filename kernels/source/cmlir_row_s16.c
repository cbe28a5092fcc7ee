/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_s16.h"

void cmlir_row_s16(const cmlir_row_s16_args *args, const int16_t *row, int16_t *out)
{
    const int8_t *filter = args->filter;
    int64_t sums[2];
    for (int32_t o = 0; o < args->channels; o += 2, filter += 2 * (ptrdiff_t)args->depth) {
        const bool is_pair = o + 1 < args->channels;
        const int8_t *second = is_pair ? filter + args->depth : filter;
        cmlir_dot_1x2_s16(row, filter, second, args->depth, sums);
        out[o] = cmlir_finish_s16(args, sums[0], o);
        if (is_pair) {
            out[o + 1] = cmlir_finish_s16(args, sums[1], o + 1);
        }
    }
}
