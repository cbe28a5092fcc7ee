/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

CMLIR_UNARY_SINGLE(cmlir_sign_f32, x > 0.0f ? 1.0f : (x < 0.0f ? -1.0f : x))
