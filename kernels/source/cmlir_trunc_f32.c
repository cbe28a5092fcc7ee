/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_round.h"

CMLIR_UNARY_SINGLE(cmlir_trunc_f32, cmlir_truncated(x))
