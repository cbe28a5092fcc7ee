/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

CMLIR_UNARY_F32(cmlir_sigmoid_f32, 1.0 / (1.0 + cmlir_exp(-x)))
