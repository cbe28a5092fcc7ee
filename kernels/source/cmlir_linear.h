/*
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CMLIR_LINEAR_H
#define CMLIR_LINEAR_H

#include "cmlir_nn.h"

#include "cmlir_core.h"

/* A linear layer of int8 as a product: in [rows][depth], weights [cols][depth]; `out` and `table` may
 * be NULL. */
static inline cmlir_matmul_nt_s8_args cmlir_linear_matmul(const int8_t *in,
                                                          const int8_t *weights,
                                                          const int32_t *sums,
                                                          int32_t rows,
                                                          int32_t cols,
                                                          int32_t depth,
                                                          const cmlir_linear_params *params,
                                                          int8_t *out,
                                                          const int8_t *table)
{
    return (cmlir_matmul_nt_s8_args){
        .lhs = in,
        .lhs_stride = depth,
        .rhs = weights,
        .rhs_stride = depth,
        .sums = sums,
        .rhs_offset = params->weights_offset,
        .out = out,
        .out_stride = cols,
        .rows = rows,
        .cols = cols,
        .depth = depth,
        .multiplier = params->multiplier,
        .shift = params->shift,
        .per_channel = params->per_channel,
        .output_offset = params->out_offset,
        .act_min = params->activation.min,
        .act_max = params->activation.max,
        .table = table,
    };
}

#endif
