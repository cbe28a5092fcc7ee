/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_round.h"

CMLIR_UNARY_SINGLE(cmlir_floor_f32, cmlir_rounded_down(x))
