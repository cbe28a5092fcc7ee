/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_depthwise.h"

enum { LANES = 4 }; /* channels whose sums are in registers */

/* The lines, or columns, of a window that are inside the image: first .. end - 1 */
typedef struct {
    int32_t first;
    int32_t end;
} span;

static span inside(int32_t start, int32_t step, int32_t kernel, int32_t size)
{
    span s = {0, kernel};
    while (s.first < s.end && start + s.first * step < 0) {
        s.first++;
    }
    while (s.first < s.end && start + (s.end - 1) * step >= size) {
        s.end--;
    }
    return s;
}

/* Taps of some channels that are inside the image: codes and weights of the first one, how many
 * bytes lie between two of a line and between two lines, and the numbers of both */
typedef struct {
    const int8_t *code;
    const int8_t *weight;
    int32_t code_step;
    int32_t code_line;
    int32_t weight_step;
    int32_t weight_line;
    int32_t lines;
    int32_t columns;
    int32_t offset; /* of the codes */
} taps;

static void add_one(taps t, uint32_t *sum)
{
    for (int32_t i = t.lines; i > 0; i--) {
        for (int32_t j = 0; j < t.columns; j++) {
            const int32_t code = t.code[j * t.code_step] + t.offset;
            sum[0] += (uint32_t)(code * t.weight[j * t.weight_step]);
        }
        t.code += t.code_line;
        t.weight += t.weight_line;
    }
}

static void add_four(taps t, uint32_t *sum)
{
    uint32_t a = sum[0];
    uint32_t b = sum[1];
    uint32_t c = sum[2];
    uint32_t d = sum[3];
    for (int32_t i = t.lines; i > 0; i--) {
        const int8_t *code = t.code;
        const int8_t *weight = t.weight;
        for (int32_t j = t.columns; j > 0; j--) {
            a += (uint32_t)((code[0] + t.offset) * weight[0]);
            b += (uint32_t)((code[1] + t.offset) * weight[1]);
            c += (uint32_t)((code[2] + t.offset) * weight[2]);
            d += (uint32_t)((code[3] + t.offset) * weight[3]);
            code += t.code_step;
            weight += t.weight_step;
        }
        t.code += t.code_line;
        t.weight += t.weight_line;
    }
    sum[0] = a;
    sum[1] = b;
    sum[2] = c;
    sum[3] = d;
}

static int8_t finished(const cmlir_depthwise *d, uint32_t sum, int32_t o)
{
    const int32_t rescaled =
        cmlir_requantize((int32_t)sum, d->quant->multiplier[o], d->quant->shift[o]);
    const int32_t code = cmlir_add_wrapping(rescaled, d->params->output_offset);
    return (int8_t)cmlir_clamp(code, d->params->activation.min, d->params->activation.max);
}

/* The start value of channel `o` for sums of code + offset, in which what lies outside the image is
 * 0 and may be left out: without the offset's part of it */
static uint32_t start_without_offset(const cmlir_depthwise *d, int32_t start, int32_t o)
{
    const int32_t count = d->filter_dims->h * d->filter_dims->w;
    int32_t weights = 0;
    for (int32_t i = 0; i < count; i++) {
        weights += d->filter[i * d->filter_dims->c + o];
    }
    return (uint32_t)start - (uint32_t)(d->params->input_offset * weights);
}

/* The pixels of one line of `lanes` channels from `o` on; t is that of a whole window whose first
 * pixel would be column 0 of the line. */
static void run_line(const cmlir_depthwise *d,
                     const taps *whole,
                     int32_t o,
                     int32_t lanes,
                     const uint32_t *starts,
                     int8_t *out)
{
    const cmsis_nn_dw_conv_params *p = d->params;
    int32_t x = -p->padding.w;
    for (int32_t column = 0; column < d->output_dims->w; column++, x += p->stride.w) {
        const span columns = inside(x, p->dilation.w, d->filter_dims->w, d->input_dims->w);
        taps t = *whole;
        t.code += (x + columns.first * p->dilation.w) * d->input_dims->c;
        t.weight += columns.first * t.weight_step;
        t.columns = columns.end - columns.first;
        uint32_t sums[LANES];
        memcpy(sums, starts, sizeof sums);
        if (lanes == LANES) {
            add_four(t, sums);
        } else {
            add_one(t, sums);
        }
        for (int32_t k = 0; k < lanes; k++) {
            out[k] = finished(d, sums[k], o + k);
        }
        out += d->output_dims->c;
    }
}

/* All pixels of `lanes` output channels from `o` on, which read as many channels of the input if
 * there are several */
static void
run_channels(const cmlir_depthwise *d, int32_t o, int32_t lanes, const int32_t *sums)
{
    const cmsis_nn_dims *input = d->input_dims;
    const cmsis_nn_dims *output = d->output_dims;
    const cmsis_nn_dw_conv_params *p = d->params;
    const int32_t line_bytes = input->w * input->c;
    const int8_t *data = d->input + (lanes == 1 ? o / p->ch_mult : o);
    uint32_t starts[LANES] = {0};
    for (int32_t k = 0; k < lanes; k++) {
        starts[k] = start_without_offset(d, sums[k], o + k);
    }
    taps t = {
        .code_step = p->dilation.w * input->c,
        .code_line = p->dilation.h * line_bytes,
        .weight_step = d->filter_dims->c,
        .weight_line = d->filter_dims->w * d->filter_dims->c,
        .offset = p->input_offset,
    };
    int8_t *out = d->output + o;
    for (int32_t n = 0; n < output->n; n++, data += input->h * line_bytes) {
        int32_t y = -p->padding.h;
        for (int32_t row = 0; row < output->h; row++, y += p->stride.h) {
            const span lines = inside(y, p->dilation.h, d->filter_dims->h, input->h);
            t.code = data + (ptrdiff_t)(y + lines.first * p->dilation.h) * line_bytes;
            t.weight = d->filter + lines.first * t.weight_line + o;
            t.lines = lines.end - lines.first;
            run_line(d, &t, o, lanes, starts, out);
            out += output->w * output->c;
        }
    }
}

void cmlir_depthwise_channels_s8(const cmlir_depthwise *depthwise,
                                 int32_t first,
                                 int32_t count,
                                 const int32_t *sums)
{
    const bool plain = depthwise->params->ch_mult == 1;
    for (int32_t done = 0, lanes = 0; done < count; done += lanes) {
        lanes = plain && count - done >= LANES ? LANES : 1;
        run_channels(depthwise, first + done, lanes, sums + done);
    }
}
