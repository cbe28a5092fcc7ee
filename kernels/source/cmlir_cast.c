/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_integers.h"
#include "cmlir_nn.h"

static int32_t size_of(cmlir_element element)
{
    return element == CMLIR_S64 ? 8 : (element == CMLIR_S32 ? 4 : 1);
}

static int64_t integer_at(const void *in, cmlir_element element, int32_t i)
{
    const int64_t value = cmlir_read_integer(in, size_of(element), i);
    return element == CMLIR_BOOL ? value != 0 : value;
}

/* Towards 0; what 64 bits cannot hold becomes the nearest that they can, NaN 0. */
static int64_t whole(float x)
{
    if (x != x) {
        return 0;
    }
    if (x >= 9223372036854775808.0f) {
        return INT64_MAX;
    }
    return x < -9223372036854775808.0f ? INT64_MIN : (int64_t)x;
}

arm_cmsis_nn_status
cmlir_cast(const void *in, cmlir_element from, void *out, cmlir_element to, int32_t size)
{
    for (int32_t i = 0; i < size; i++) {
        if (to == CMLIR_F32) {
            ((float *)out)[i] = (float)integer_at(in, from, i);
            continue;
        }
        const int64_t value = from == CMLIR_F32 ? whole(((const float *)in)[i])
                                                : integer_at(in, from, i);
        cmlir_write_integer(out, size_of(to), i, value);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
