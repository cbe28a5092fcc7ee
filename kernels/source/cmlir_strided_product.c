/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_strided.h"

cmlir_matmul_nt_s8_args cmlir_strided_product(const cmlir_strided_matmul_params *params,
                                              cmlir_matrices_t matrices,
                                              int8_t *turned)
{
    const cmsis_nn_fc_params *fc = &params->fc_params;
    cmlir_matmul_nt_s8_args args = {
        .lhs = matrices.lhs,
        .lhs_stride = params->lhs_strides[2],
        .rhs = matrices.rhs,
        .rhs_stride = params->rhs_strides[2],
        .rhs_offset = fc->filter_offset,
        .out = matrices.out,
        .out_stride = params->out_strides[2],
        .rows = params->sizes[2],
        .cols = params->sizes[3],
        .depth = params->sizes[4],
        .multiplier = &params->rescale.multiplier,
        .shift = &params->rescale.shift,
        .output_offset = fc->output_offset,
        .act_min = fc->activation.min,
        .act_max = fc->activation.max,
    };
    if (cmlir_strided_transposes(params)) {
        cmlir_transpose_s8(matrices.rhs, params->rhs_strides[3], args.depth, args.cols, turned);
        args.rhs = turned;
        args.rhs_stride = args.depth;
    }
    return args;
}
