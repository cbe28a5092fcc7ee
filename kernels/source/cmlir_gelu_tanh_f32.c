/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_real.h"

CMLIR_UNARY_F32(cmlir_gelu_tanh_f32,
                x / (1.0 + cmlir_exp(-1.5957691216057308 * (x + 0.044715 * (x * x * x)))))
