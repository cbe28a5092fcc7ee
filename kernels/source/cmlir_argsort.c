/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdbool.h>
#include <stddef.h>

#include "cmlir_integers.h"
#include "cmlir_nn.h"

typedef struct {
    const void *row;
    cmlir_element element;
    bool descending;
} ordered;

static int64_t integer_at(const ordered *values, int64_t i)
{
    switch (values->element) {
    case CMLIR_BOOL:
    case CMLIR_S8:
        return cmlir_read_integer(values->row, 1, (ptrdiff_t)i);
    case CMLIR_S32:
        return cmlir_read_integer(values->row, 4, (ptrdiff_t)i);
    default:
        return cmlir_read_integer(values->row, 8, (ptrdiff_t)i);
    }
}

/* Whether element i goes before element j; NaN is the largest number. */
static bool goes_before(const ordered *values, int64_t i, int64_t j)
{
    const int64_t lower = values->descending ? j : i;
    const int64_t upper = values->descending ? i : j;
    if (values->element != CMLIR_F32) {
        return integer_at(values, lower) < integer_at(values, upper);
    }
    const float a = ((const float *)values->row)[lower];
    const float b = ((const float *)values->row)[upper];
    return a < b || (b != b && a == a);
}

/* Each element goes to its place among the first ones so far, behind those that are equal. */
static void sort_row(const ordered *values, int32_t size, int32_t count, int64_t *out)
{
    for (int32_t i = 0; i < size; i++) {
        int32_t place = i < count ? i : count;
        while (place > 0 && goes_before(values, i, out[place - 1])) {
            if (place < count) {
                out[place] = out[place - 1];
            }
            place--;
        }
        if (place < count) {
            out[place] = i;
        }
    }
}

arm_cmsis_nn_status cmlir_argsort(const void *in,
                                  cmlir_element element,
                                  int32_t rows,
                                  int32_t size,
                                  int32_t count,
                                  int32_t descending,
                                  int64_t *out)
{
    if (count < 0 || count > size) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    static const uint8_t bytes[] = {
        [CMLIR_BOOL] = 1, [CMLIR_S8] = 1, [CMLIR_S32] = 4, [CMLIR_S64] = 8, [CMLIR_F32] = 4,
    };
    ordered values = {in, element, descending != 0};
    for (int32_t r = 0; r < rows; r++) {
        sort_row(&values, size, count, out);
        values.row = (const char *)values.row + (ptrdiff_t)size * bytes[element];
        out += count;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
