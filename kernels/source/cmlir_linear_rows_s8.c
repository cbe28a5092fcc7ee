/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_row_blocks.h"

void cmlir_linear_rows_s8(const cmlir_layer_t *layer, const int8_t *in, int32_t rows, int8_t *out)
{
    const cmlir_linear_params *params = layer->params;
    const cmlir_matmul_nt_s8_args args = {
        .lhs = in,
        .lhs_stride = layer->depth,
        .rhs = layer->weights,
        .rhs_stride = layer->depth,
        .sums = layer->sums,
        .rhs_offset = params->weights_offset,
        .out = out,
        .out_stride = layer->cols,
        .rows = rows,
        .cols = layer->cols,
        .depth = layer->depth,
        .multiplier = params->multiplier,
        .shift = params->shift,
        .per_channel = params->per_channel,
        .output_offset = params->out_offset,
        .act_min = params->activation.min,
        .act_max = params->activation.max,
        .table = layer->table,
    };
    cmlir_matmul_nt_s8(&args);
#if !defined(CMLIR_MVE)
    if (layer->table != NULL) {
        (void)cmlir_table_s8(out, out, rows * layer->cols, layer->table);
    }
#endif
}
