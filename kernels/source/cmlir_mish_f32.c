/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

CMLIR_UNARY_F32(cmlir_mish_f32, x * cmlir_tanh(cmlir_softplus(x)))
