/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

CMLIR_UNARY_F32(cmlir_silu_f32, x / (1.0 + cmlir_exp(-x)))
