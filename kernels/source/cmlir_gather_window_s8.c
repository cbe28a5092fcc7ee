/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_convolve.h"

static void gather_row(const cmlir_image *image, const int8_t *row, int32_t x, int8_t *window)
{
    for (int32_t j = 0; j < image->kernel_w; j++, window += image->channels) {
        const int32_t column = x + j * image->dilation_w;
        if (column < 0 || column >= image->w) {
            memset(window, image->outside, (size_t)image->channels);
        } else {
            memcpy(window, row + (ptrdiff_t)column * image->c, (size_t)image->channels);
        }
    }
}

/* The same for pixels that are neighbours and read whole: three pieces, of which two may be empty */
static void gather_run(const cmlir_image *image, const int8_t *row, int32_t x, int8_t *window)
{
    const int32_t first = cmlir_clamp(-x, 0, image->kernel_w);
    const int32_t end = cmlir_clamp(image->w - x, first, image->kernel_w);
    const size_t c = (size_t)image->c;
    memset(window, image->outside, (size_t)first * c);
    if (end > first) {
        memcpy(window + (size_t)first * c, row + (ptrdiff_t)(x + first) * image->c,
               (size_t)(end - first) * c);
    }
    memset(window + (size_t)end * c, image->outside, (size_t)(image->kernel_w - end) * c);
}

void cmlir_gather_window_s8(const cmlir_image *image, int32_t y, int32_t x, int8_t *window)
{
    const bool run = image->dilation_w == 1 && image->channels == image->c;
    const int32_t row_bytes = image->kernel_w * image->channels;
    for (int32_t i = 0; i < image->kernel_h; i++, window += row_bytes) {
        const int32_t line = y + i * image->dilation_h;
        if (line < 0 || line >= image->h) {
            memset(window, image->outside, (size_t)row_bytes);
            continue;
        }
        const int8_t *row = image->data + (ptrdiff_t)line * image->w * image->c;
        if (run) {
            gather_run(image, row, x, window);
        } else {
            gather_row(image, row, x, window);
        }
    }
}
