/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

CMLIR_UNARY_SINGLE(cmlir_sqrt_f32, cmlir_sqrt(x))
