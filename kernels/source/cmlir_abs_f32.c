/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

CMLIR_UNARY_SINGLE(cmlir_abs_f32, x < 0.0f ? -x : x + 0.0f)
