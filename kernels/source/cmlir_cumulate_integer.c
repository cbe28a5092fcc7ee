/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_integer_functions.h"

arm_cmsis_nn_status cmlir_cumulate_integer(const void *in,
                                           int32_t element_size,
                                           cmlir_integer_function function,
                                           int32_t outer,
                                           int32_t size,
                                           int32_t inner,
                                           void *out)
{
    if (!cmlir_is_integer_size(element_size) || function > CMLIR_MINIMUM || function == CMLIR_SUB) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    for (ptrdiff_t o = 0; o < outer; o++) {
        for (ptrdiff_t i = 0; i < inner; i++) {
            int64_t a = 0;
            for (ptrdiff_t r = 0; r < size; r++) {
                const ptrdiff_t place = (o * size + r) * inner + i;
                const int64_t x = cmlir_read_integer(in, element_size, place);
                a = r == 0 ? x : cmlir_of_two(function, a, x, 64);
                cmlir_write_integer(out, element_size, place, a);
            }
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
