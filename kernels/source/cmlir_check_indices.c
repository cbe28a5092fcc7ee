/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_integers.h"
#include "cmlir_nn.h"

arm_cmsis_nn_status cmlir_check_indices(
    const void *in, int32_t index_size, int32_t count, int32_t size, int32_t from_end, void *out)
{
    if ((index_size != 4 && index_size != 8) || size < 0) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const int64_t least = from_end ? -(int64_t)size : 0;
    for (int32_t i = 0; i < count; i++) {
        const int64_t index = cmlir_read_integer(in, index_size, i);
        if (index < least || index >= size) {
            return ARM_CMSIS_NN_ARG_ERROR;
        }
        cmlir_write_integer(out, index_size, i, index < 0 ? index + size : index);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
