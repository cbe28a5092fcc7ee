/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_core.h"
#include "cmlir_nn.h"

typedef struct {
    const cmsis_nn_dims *dims;
    const cmsis_nn_activation *activation;
    ptrdiff_t row_step; /* bytes from a row of a window to the next */
    ptrdiff_t column_step;
} layer;

/* The channels of one pixel of the output; window is its first element */
static void one_window(const layer *l, const int8_t *window, int32_t rows, int32_t columns, int8_t *out)
{
    for (int32_t c = 0; c < l->dims->c; c++) {
        int32_t most = l->activation->min;
        for (int32_t i = 0; i < rows; i++) {
            const int8_t *pixel = window + i * l->row_step + c;
            for (int32_t j = 0; j < columns; j++, pixel += l->column_step) {
                most = *pixel > most ? *pixel : most;
            }
        }
        out[c] = (int8_t)(most < l->activation->max ? most : l->activation->max);
    }
}

arm_cmsis_nn_status cmlir_window_max_s8(const cmsis_nn_dims *input_dims,
                                        const int8_t *input,
                                        const cmlir_span *rows,
                                        const cmlir_span *columns,
                                        int32_t row_dilation,
                                        int32_t column_dilation,
                                        const cmsis_nn_activation *activation,
                                        const cmsis_nn_dims *output_dims,
                                        int8_t *output)
{
    const ptrdiff_t row = (ptrdiff_t)input_dims->w * input_dims->c;
    const layer l = {input_dims, activation, row * row_dilation,
                     (ptrdiff_t)input_dims->c * column_dilation};
    for (int32_t n = 0; n < input_dims->n; n++, input += input_dims->h * row) {
        for (int32_t y = 0; y < output_dims->h; y++) {
            const int8_t *line = input + rows[y].start * row;
            for (int32_t x = 0; x < output_dims->w; x++, output += input_dims->c) {
                const int8_t *window = line + (ptrdiff_t)columns[x].start * input_dims->c;
                one_window(&l, window, rows[y].count, columns[x].count, output);
            }
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
