/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_int4.h"
#include "cmlir_nn.h"

int32_t cmlir_linear_s4_get_buffer_size(int32_t cols, int32_t depth)
{
    return cmlir_int4_bytes(depth * cmlir_int4_channels(cols, depth, CMLIR_INT4_LINEAR_BYTES));
}
