/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parts that softmax kernels on floats share.
 */
#ifndef CMLIR_SOFTMAX_ROW_F32_H
#define CMLIR_SOFTMAX_ROW_F32_H

#include "cmlir_real.h"

/* out = e / sum of all e with e = e^(in - largest), rounded to float, but not in the sum */
void cmlir_softmax_row_f32(const float *in, int32_t size, float largest, float *out);

#endif
