/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_bytes.h"
#include "cmlir_convolve.h"

/* Pixel by pixel: some channels of each, or with gaps */
static int8_t *gather_pixels(const cmlir_image *image, const int8_t *row, int32_t x, int8_t *window)
{
    for (int32_t j = 0; j < image->kernel_w; j++) {
        const int32_t column = x + j * image->dilation_w;
        if (column < 0 || column >= image->w) {
            window = cmlir_fill_bytes(window, image->outside, image->channels);
        } else {
            const int8_t *pixel = row + (ptrdiff_t)column * image->c;
            window = cmlir_copy_bytes(window, pixel, image->channels);
        }
    }
    return window;
}

/* Pixels that are neighbours and read whole: of each row left, inside and right of the image */
static void gather_runs(const cmlir_image *image, int32_t y, int32_t x, int8_t *window)
{
    const int32_t c = image->c;
    const int32_t first = cmlir_clamp(-x, 0, image->kernel_w);
    const int32_t end = cmlir_clamp(image->w - x, first, image->kernel_w);
    const int32_t left = first * c;
    const int32_t inside = (end - first) * c;
    const int32_t right = (image->kernel_w - end) * c;
    const ptrdiff_t row_bytes = (ptrdiff_t)image->w * c;
    const ptrdiff_t step = row_bytes * image->dilation_h;
    const int8_t *row = image->data + y * row_bytes + (ptrdiff_t)(x + first) * c;
    int32_t line = y;
    for (int32_t i = 0; i < image->kernel_h; i++, line += image->dilation_h, row += step) {
        if (line < 0 || line >= image->h) {
            window = cmlir_fill_bytes(window, image->outside, left + inside + right);
            continue;
        }
        if (left > 0) {
            window = cmlir_fill_bytes(window, image->outside, left);
        }
        window = cmlir_copy_bytes(window, row, inside);
        if (right > 0) {
            window = cmlir_fill_bytes(window, image->outside, right);
        }
    }
}

void cmlir_gather_window_s8(const cmlir_image *image, int32_t y, int32_t x, int8_t *window)
{
    if (image->dilation_w == 1 && image->channels == image->c) {
        gather_runs(image, y, x, window);
        return;
    }
    const int32_t row_bytes = image->kernel_w * image->channels;
    for (int32_t i = 0; i < image->kernel_h; i++) {
        const int32_t line = y + i * image->dilation_h;
        if (line < 0 || line >= image->h) {
            window = cmlir_fill_bytes(window, image->outside, row_bytes);
            continue;
        }
        const int8_t *row = image->data + (ptrdiff_t)line * image->w * image->c;
        window = gather_pixels(image, row, x, window);
    }
}
