/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

CMLIR_UNARY_SINGLE(cmlir_rsqrt_f32, 1.0f / cmlir_sqrt(x))
