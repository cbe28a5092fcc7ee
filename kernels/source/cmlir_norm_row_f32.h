/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * One row of a layer norm or RMS norm.
 */
#ifndef CMLIR_NORM_ROW_F32_H
#define CMLIR_NORM_ROW_F32_H

#include "cmlir_real.h"

/* out = (in - center) / sqrt(mean((in - center)^2) + epsilon) * weight + bias; a NULL weight is 1
 * throughout, a NULL bias is left out. Sums go in order; all is double precision but in and out. */
void cmlir_norm_row_f32(const float *in,
                        int32_t size,
                        double center,
                        double epsilon,
                        const float *weight,
                        const float *bias,
                        float *out);

#endif
