/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise kernels on operands that repeat: the loops around a kernel for dense operands.
 */
#ifndef CMLIR_BROADCAST_H
#define CMLIR_BROADCAST_H

#include <stdbool.h>

#include "cmlir_core.h"

/* out[i] = f(a[i], b[i]) for `size` elements; out may be a or b */
typedef void cmlir_broadcast_run(
    const void *parameters, const int8_t *a, const int8_t *b, int8_t *out, int32_t size);

typedef struct {
    const int8_t *input[2];
    int8_t *out;
    int32_t rank;
    const int32_t *dims;    /* [rank] */
    const int32_t *strides; /* [2][rank] */
    cmlir_broadcast_run *run;
    const void *parameters;
} cmlir_broadcast_args;

/* See cmlir_broadcast_add_s8 in cmlir_nn.h. What does not lie as the result does is brought into
 * its order in buffers of 256 bytes, so that `run` has many elements at a time, and dense ones. */
arm_cmsis_nn_status cmlir_broadcast_s8(const cmlir_broadcast_args *args);

#endif
