/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

CMLIR_UNARY_F32(cmlir_asin_f32, cmlir_atan(x / cmlir_sqrt_f64((1.0 - x) * (1.0 + x))))
