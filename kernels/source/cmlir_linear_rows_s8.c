/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_linear.h"
#include "cmlir_row_blocks.h"

void cmlir_linear_rows_s8(const cmlir_layer_t *layer, const int8_t *in, int32_t rows, int8_t *out)
{
    const cmlir_matmul_nt_s8_args args =
        cmlir_linear_matmul(in, layer->weights, layer->sums, rows, layer->cols, layer->depth,
                            layer->params, out, layer->table);
    cmlir_matmul_nt_s8(&args);
#if !defined(CMLIR_MVE)
    if (layer->table != NULL) {
        (void)cmlir_table_s8(out, out, rows * layer->cols, layer->table);
    }
#endif
}
