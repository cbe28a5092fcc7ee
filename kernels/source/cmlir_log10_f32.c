/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

CMLIR_UNARY_F32(cmlir_log10_f32, cmlir_log(x) * 0.4342944819032518)
