/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_core.h"
#include "cmlir_nn.h"

arm_cmsis_nn_status cmlir_pick(const cmsis_nn_dims *input_dims,
                               const void *input,
                               int32_t element_size,
                               const int32_t *rows,
                               const int32_t *columns,
                               const cmsis_nn_dims *output_dims,
                               void *output)
{
    const size_t pixel = (size_t)input_dims->c * (size_t)element_size;
    const size_t row = (size_t)input_dims->w * pixel;
    const char *image = input;
    char *out = output;
    for (int32_t n = 0; n < input_dims->n; n++, image += (size_t)input_dims->h * row) {
        for (int32_t y = 0; y < output_dims->h; y++) {
            const char *line = image + (size_t)rows[y] * row;
            int32_t x = 0;
            while (x < output_dims->w) {
                int32_t end = x + 1; /* neighbours stay neighbours */
                while (end < output_dims->w && columns[end] == columns[end - 1] + 1) {
                    end++;
                }
                const size_t bytes = (size_t)(end - x) * pixel;
                memcpy(out, line + (size_t)columns[x] * pixel, bytes);
                out += bytes;
                x = end;
            }
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}
