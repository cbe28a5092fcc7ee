/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_cumulate_f32.h"

CMLIR_CUMULATE_F32(cmlir_cummin_f32, x < a || x != x ? x : a)
