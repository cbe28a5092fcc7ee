/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

CMLIR_UNARY_F32(cmlir_exp2_f32, cmlir_exp(x * 0.6931471805599453))
