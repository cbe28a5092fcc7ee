/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"

#include <string.h>

arm_cmsis_nn_status cmlir_receive(const void *in, void *out, int32_t size)
{
    if (in != out && size > 0) {
        memcpy(out, in, (size_t)size);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
