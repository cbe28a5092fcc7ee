/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_integer_functions.h"
#include "cmlir_loops.h"

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
            if (b == 0 && cmlir_divides(function)) {
                return ARM_CMSIS_NN_ARG_ERROR;
            }
            const int64_t result = cmlir_of_two(function, a, b, 8 * (int64_t)element_size);
            cmlir_write_integer(out, element_size, place++, result);
            i_1 += strides[rank - 1];
            i_2 += strides[2 * rank - 1];
        }
    } while (cmlir_loops_next(&loops));
    return ARM_CMSIS_NN_SUCCESS;
}
