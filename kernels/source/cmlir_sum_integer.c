/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_integers.h"
#include "cmlir_nn.h"

arm_cmsis_nn_status cmlir_sum_integer(const void *in,
                                      int32_t element_size,
                                      int32_t outer,
                                      int32_t reduced,
                                      int32_t inner,
                                      void *out)
{
    if (!cmlir_is_integer_size(element_size)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    for (ptrdiff_t o = 0; o < outer; o++) {
        for (ptrdiff_t i = 0; i < inner; i++) {
            uint64_t sum = 0;
            for (ptrdiff_t r = 0; r < reduced; r++) {
                const ptrdiff_t place = (o * reduced + r) * inner + i;
                sum += (uint64_t)cmlir_read_integer(in, element_size, place);
            }
            cmlir_write_integer(out, element_size, o * inner + i, (int64_t)sum);
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
