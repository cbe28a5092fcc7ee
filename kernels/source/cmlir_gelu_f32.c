/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

CMLIR_UNARY_F32(cmlir_gelu_f32, 0.5 * x * cmlir_erfc(-0.7071067811865476 * x))
