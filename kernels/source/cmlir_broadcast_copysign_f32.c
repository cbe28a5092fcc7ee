/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_broadcast_f32.h"

CMLIR_BROADCAST_F32(cmlir_broadcast_copysign_f32, __builtin_copysignf(a, b))
