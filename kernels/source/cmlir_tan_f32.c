/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

CMLIR_UNARY_F32(cmlir_tan_f32, cmlir_sine((float)x, 0) / cmlir_sine((float)x, 1))
