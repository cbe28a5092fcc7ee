/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_broadcast_f32.h"

#include "cmlir_real.h"

CMLIR_BROADCAST_F32(cmlir_broadcast_fmod_f32, cmlir_fmod(a, b))
