/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_core.h"
#include "cmlir_nn.h"

static int8_t larger(int8_t a, int8_t b)
{
    return a > b ? a : b;
}

static int8_t of_row(const int8_t *row, int32_t size)
{
    int8_t found = row[0];
    for (int32_t r = 1; r < size; r++) {
        found = larger(found, row[r]);
    }
    return found;
}

static void of_columns(const int8_t *in, int32_t rows, int32_t cols, int8_t *out)
{
    memcpy(out, in, (size_t)cols);
    for (int32_t r = 1; r < rows; r++) {
        in += cols;
        for (int32_t i = 0; i < cols; i++) {
            out[i] = larger(out[i], in[i]);
        }
    }
}

arm_cmsis_nn_status
cmlir_max_s8(const int8_t *in, int32_t outer, int32_t reduced, int32_t inner, int8_t *out)
{
    for (int32_t o = 0; o < outer; o++) {
        if (inner == 1) {
            *out = of_row(in, reduced);
        } else {
            of_columns(in, reduced, inner, out);
        }
        in += (size_t)reduced * (size_t)inner;
        out += inner;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
