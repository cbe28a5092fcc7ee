/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

/* (1 - x) / (1 + x) is the square of tan(y / 2). */
CMLIR_UNARY_F32(cmlir_acos_f32, 2.0 * cmlir_atan(cmlir_sqrt_f64((1.0 - x) / (1.0 + x))))
