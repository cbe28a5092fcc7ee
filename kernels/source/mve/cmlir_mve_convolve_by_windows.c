/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve_rows.h"

#if defined(CMLIR_MVE)

/*
 * `count` windows side by side: of each `bytes` bytes from `in` on, 16 at a time. What is written
 * behind them is either overwritten later or never looked at.
 */
static void copy_lines(
    const int8_t *in, int32_t in_step, int32_t count, int32_t bytes, int8_t *to, int32_t to_step)
{
    for (int32_t i = 0; i < bytes; i += 16) {
        const int8_t *from = in + i;
        int8_t *out = to + i;
        __asm__ volatile("wls lr, %[count], 2f\n"
                         "1:\n"
                         "vldrb.u8 q0, [%[from]]\n"
                         "add %[from], %[from], %[in_step]\n"
                         "vstrb.8 q0, [%[out]]\n"
                         "add %[out], %[out], %[to_step]\n"
                         "le lr, 1b\n"
                         "2:\n"
                         : [from] "+r"(from), [out] "+r"(out)
                         : [count] "r"(count), [in_step] "r"(in_step), [to_step] "r"(to_step)
                         : CMLIR_MVE_CLOBBERS);
    }
}

/* The windows x.., `count` of them, of row y of the result */
static void copy_windows(const cmlir_convolution *c,
                         cmlir_mve_rows *rows,
                         int32_t y,
                         int32_t x,
                         int32_t count,
                         int8_t *to,
                         int32_t pitch)
{
    const cmsis_nn_dims *filter = c->filter_dims;
    const int32_t step = c->params->stride.w * filter->c;
    const int32_t bytes = filter->w * filter->c;
    const int32_t top = y * c->params->stride.h - c->params->padding.h;
    cmlir_mve_load_rows(rows, top, top + filter->h);
    const int8_t *line = cmlir_mve_line(rows, top);
    const int8_t *end = rows->memory + rows->slots * rows->row_bytes;
    for (int32_t i = 0; i < filter->h; i++, to += bytes) {
        copy_lines(line + x * step, step, count, bytes, to, pitch);
        line += rows->row_bytes;
        line = line == end ? rows->memory : line;
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
    const int32_t all = cmlir_pixels(output);
    cmlir_mve_rows rows = {
        .image = c->input,
        .h = input->h,
        .w = input->w,
        .c = input->c,
        .pad_h = c->params->padding.h,
        .pad_w = c->params->padding.w,
        .memory = memory + most * pitch,
        .slots = c->filter_dims->h,
        .row_bytes = line_bytes,
        .columns = line_bytes / input->c,
        .outside = (int8_t)-c->params->input_offset,
    };
    cmlir_matmul_nt_s8_args matmul = cmlir_convolution_matmul(c, 0, output->c, sums);
    matmul.lhs = memory;
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
            copy_windows(c, &rows, y, x, count, memory + matmul.rows * pitch, pitch);
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
    }
}

#endif
