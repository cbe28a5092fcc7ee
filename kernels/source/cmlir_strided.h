/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * Products of matrices that lie anywhere, for the kernels that take cmlir_strided_matmul_params.
 */
#ifndef CMLIR_STRIDED_H
#define CMLIR_STRIDED_H

#include "cmlir_nn.h"

#include "cmlir_core.h"

/* The two factors of one product, and where it goes to */
typedef struct {
    const int8_t *lhs;
    const int8_t *rhs;
    int8_t *out;
} cmlir_matrices_t;

/* The factors alone; where the product goes to stays as it is */
static inline cmlir_matrices_t cmlir_strided_factors(const cmlir_strided_matmul_params *params,
                                                     cmlir_matrices_t first,
                                                     int32_t n,
                                                     int32_t h)
{
    const cmlir_matrices_t found = {
        first.lhs + (ptrdiff_t)n * params->lhs_strides[0] + (ptrdiff_t)h * params->lhs_strides[1],
        first.rhs + (ptrdiff_t)n * params->rhs_strides[0] + (ptrdiff_t)h * params->rhs_strides[1],
        first.out,
    };
    return found;
}

static inline cmlir_matrices_t cmlir_strided_matrices(const cmlir_strided_matmul_params *params,
                                                      cmlir_matrices_t first,
                                                      int32_t n,
                                                      int32_t h)
{
    cmlir_matrices_t found = cmlir_strided_factors(params, first, n, h);
    found.out += (ptrdiff_t)n * params->out_strides[0] + (ptrdiff_t)h * params->out_strides[1];
    return found;
}

static inline int cmlir_strided_transposes(const cmlir_strided_matmul_params *params)
{
    return params->rhs_strides[3] != 1;
}

/* One product without start values. If the columns of rhs do not lie in runs, they are gathered in
 * `turned` [cols][depth]. */
cmlir_matmul_nt_s8_args cmlir_strided_product(const cmlir_strided_matmul_params *params,
                                              cmlir_matrices_t matrices,
                                              int8_t *turned);

#endif
