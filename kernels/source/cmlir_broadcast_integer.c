/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_integers.h"
#include "cmlir_loops.h"
#include "cmlir_nn.h"

/* Sums, differences and products modulo 2^64 */
static int64_t of_two(cmlir_integer_function function, int64_t a, int64_t b)
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
    default:
        return a < b ? a : b;
    }
}

arm_cmsis_nn_status cmlir_broadcast_integer(const void *input_1,
                                            const void *input_2,
                                            int32_t element_size,
                                            cmlir_integer_function function,
                                            int32_t rank,
                                            const int32_t *dims,
                                            const int32_t *strides,
                                            void *out)
{
    cmlir_loops loops = {rank, dims, strides, {0}, {0, 0}};
    const int32_t row = cmlir_loops_row(&loops);
    if (row < 0 || !cmlir_is_integer_size(element_size)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    if (row == 0) {
        return ARM_CMSIS_NN_SUCCESS;
    }
    ptrdiff_t place = 0;
    do {
        ptrdiff_t i_1 = loops.at[0];
        ptrdiff_t i_2 = loops.at[1];
        for (int32_t i = 0; i < row; i++) {
            const int64_t a = cmlir_read_integer(input_1, element_size, i_1);
            const int64_t b = cmlir_read_integer(input_2, element_size, i_2);
            cmlir_write_integer(out, element_size, place++, of_two(function, a, b));
            i_1 += strides[rank - 1];
            i_2 += strides[2 * rank - 1];
        }
    } while (cmlir_loops_next(&loops));
    return ARM_CMSIS_NN_SUCCESS;
}
