/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "../cmlir_bytes.h"
#include "cmlir_mve_rows.h"

#if defined(CMLIR_MVE)

/* Windows side by side */
typedef struct {
    int8_t *memory; /* of the first */
    int32_t count;
    int32_t pitch;
} windows_t;

/* 16 bytes for each window, from `in`, `in + in_step`, .. on to its byte `at` */
static void copy_vectors(const int8_t *in, int32_t in_step, const windows_t *windows, int32_t at)
{
    int8_t *out = windows->memory + at;
    __asm__ volatile("wls lr, %[count], 2f\n"
                     "1:\n"
                     "vldrb.u8 q0, [%[in]]\n"
                     "add %[in], %[in], %[in_step]\n"
                     "vstrb.8 q0, [%[out]]\n"
                     "add %[out], %[out], %[pitch]\n"
                     "le lr, 1b\n"
                     "2:\n"
                     : [in] "+r"(in), [out] "+r"(out)
                     : [count] "r"(windows->count), [in_step] "r"(in_step),
                       [pitch] "r"(windows->pitch)
                     : CMLIR_MVE_CLOBBERS);
}

/* The same for the first `bytes` of the 16 */
static void copy_parts(
    const int8_t *in, int32_t in_step, int32_t bytes, const windows_t *windows, int32_t at)
{
    int8_t *out = windows->memory + at;
    __asm__ volatile("vctp.8 %[bytes]\n"
                     "wls lr, %[count], 2f\n"
                     "1:\n"
                     "vpstt\n"
                     "vldrbt.u8 q0, [%[in]]\n"
                     "vstrbt.8 q0, [%[out]]\n"
                     "add %[in], %[in], %[in_step]\n"
                     "add %[out], %[out], %[pitch]\n"
                     "le lr, 1b\n"
                     "2:\n"
                     : [in] "+r"(in), [out] "+r"(out)
                     : [count] "r"(windows->count), [in_step] "r"(in_step),
                       [pitch] "r"(windows->pitch), [bytes] "r"(bytes)
                     : CMLIR_MVE_CLOBBERS);
}

/*
 * `bytes` bytes for each window, to its byte `at`; what is written behind them, in the window, is
 * either overwritten later or never looked at.
 */
static void
copy_lines(const int8_t *in, int32_t in_step, int32_t bytes, const windows_t *windows, int32_t at)
{
    const int32_t end = at + bytes;
    for (; at < end; at += 16, in += 16) {
        if (at + 16 <= windows->pitch) {
            copy_vectors(in, in_step, windows, at);
        } else {
            copy_parts(in, in_step, end - at, windows, at);
        }
    }
}

/* The windows x.. of row y of the result; `kept`: with a row of windows before them */
static void copy_windows(const cmlir_convolution *c,
                         cmlir_mve_rows *rows,
                         int32_t y,
                         int32_t x,
                         const windows_t *windows,
                         int32_t kept)
{
    const cmsis_nn_dims *filter = c->filter_dims;
    const int32_t step = c->params->stride.w * filter->c;
    const int32_t bytes = filter->w * filter->c;
    const int32_t top = y * c->params->stride.h - c->params->padding.h;
    const int32_t shared = kept > 0 && y > 0 ? cmlir_shared_lines(c->params, filter) : 0;
    const int32_t end = top + filter->h;
    if (shared > 0) {
        const int8_t *above = windows->memory - kept * windows->pitch;
        copy_lines(above + (filter->h - shared) * bytes, windows->pitch, shared * bytes, windows, 0);
    }
    cmlir_mve_load_rows(rows, top + shared, end);
    const int8_t *line = cmlir_mve_line(rows, top + shared);
    const int8_t *lines_end = rows->memory + rows->slots * rows->row_bytes;
    for (int32_t i = shared; i < filter->h; i++) {
        copy_lines(line + x * step, step, bytes, windows, i * bytes);
        line += rows->row_bytes;
        line = line == lines_end ? rows->memory : line;
    }
}

void cmlir_mve_convolve_by_windows(const cmlir_convolution *convolution,
                                   const int32_t *sums,
                                   int8_t *memory)
{
    const cmlir_convolution *c = convolution;
    const cmsis_nn_dims *input = c->input_dims;
    const cmsis_nn_dims *output = c->output_dims;
    const int32_t line_bytes = cmlir_line_bytes(c->params, c->filter_dims, output);
    const int32_t pitch = cmlir_window_pitch(c->filter_dims);
    const int32_t most = cmlir_window_count(c->filter_dims, output);
    const int32_t kept = cmlir_windows_kept(c->params, c->filter_dims, output);
    const int32_t all = cmlir_pixels(output);
    cmlir_mve_rows rows = {
        .image = c->input,
        .h = input->h,
        .w = input->w,
        .c = input->c,
        .pad_h = c->params->padding.h,
        .pad_w = c->params->padding.w,
        .memory = memory + (kept + most) * pitch,
        .slots = c->filter_dims->h,
        .row_bytes = line_bytes,
        .columns = line_bytes / input->c,
        .outside = (int8_t)-c->params->input_offset,
    };
    cmlir_matmul_nt_s8_args matmul = cmlir_convolution_matmul(c, 0, output->c, sums);
    int8_t *const laid_out = memory + kept * pitch;
    matmul.lhs = laid_out;
    matmul.lhs_stride = pitch;
    matmul.lhs_goes_on = true;
    cmlir_mve_start_rows(&rows);
    int32_t y = 0;
    int32_t x = 0;
    for (int32_t done = 0; done < all; done += matmul.rows) {
        matmul.rows = 0;
        const int32_t wanted = all - done < most ? all - done : most;
        while (matmul.rows < wanted) {
            const int32_t left = output->w - x;
            const int32_t room = wanted - matmul.rows;
            const int32_t count = left < room ? left : room;
            const windows_t windows = {laid_out + matmul.rows * pitch, count, pitch};
            copy_windows(c, &rows, y, x, &windows, kept);
            matmul.rows += count;
            x += count;
            if (x < output->w) {
                continue;
            }
            x = 0;
            if (++y == output->h) {
                y = 0;
                rows.image += (ptrdiff_t)input->h * input->w * input->c;
                cmlir_mve_start_rows(&rows);
            }
        }
        cmlir_matmul_nt_s8(&matmul);
        matmul.out += (ptrdiff_t)matmul.rows * matmul.out_stride;
        cmlir_copy_bytes(memory, memory + matmul.rows * pitch, kept * pitch);
    }
}

#endif
