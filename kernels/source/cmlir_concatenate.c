/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stddef.h>
#include <string.h>

#include "cmlir_nn.h"

static int has_negative(const int32_t *values, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        if (values[i] < 0) {
            return 1;
        }
    }
    return 0;
}

arm_cmsis_nn_status cmlir_concatenate(const void *const *parts,
                                      const int32_t *part_bytes,
                                      int32_t num_parts,
                                      int32_t rows,
                                      void *out)
{
    if (num_parts < 0 || rows < 0 || has_negative(part_bytes, num_parts)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    char *target = out;
    for (int32_t row = 0; row < rows; row++) {
        for (int32_t part = 0; part < num_parts; part++) {
            const size_t size = (size_t)part_bytes[part];
            memcpy(target, (const char *)parts[part] + (size_t)row * size, size);
            target += size;
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
