/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"

/* Memory may hold any type of that size: the stores must not promise the compiler otherwise. */
typedef uint16_t __attribute__((may_alias)) any16_t;
typedef uint32_t __attribute__((may_alias)) any32_t;
typedef uint64_t __attribute__((may_alias)) any64_t;

#define DEFINE_FILL(type)                                                                          \
    static void fill_##type(type *out, int32_t size, const type *value)                            \
    {                                                                                              \
        for (int32_t i = 0; i < size; i++) {                                                       \
            out[i] = *value;                                                                       \
        }                                                                                          \
    }
DEFINE_FILL(uint8_t)
DEFINE_FILL(any16_t)
DEFINE_FILL(any32_t)
DEFINE_FILL(any64_t)

arm_cmsis_nn_status cmlir_fill(void *out, int32_t element_size, int32_t size, const void *value)
{
    switch (element_size) {
    case 1:
        fill_uint8_t(out, size, value);
        break;
    case 2:
        fill_any16_t(out, size, value);
        break;
    case 4:
        fill_any32_t(out, size, value);
        break;
    case 8:
        fill_any64_t(out, size, value);
        break;
    default:
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    return ARM_CMSIS_NN_SUCCESS;
}
