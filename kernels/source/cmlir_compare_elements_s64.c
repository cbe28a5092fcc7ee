/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_compare.h"

arm_cmsis_nn_status cmlir_compare_elements_s64(const int64_t *lhs,
                                               const int64_t *rhs,
                                               uint8_t *out,
                                               int32_t size,
                                               cmlir_comparison comparison)
{
    CMLIR_COMPARE_BODY(lhs[i], rhs[i])
}
