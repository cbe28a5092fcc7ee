/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve_rows.h"

#if defined(CMLIR_MVE)

enum { GROUPS = CMLIR_SWEPT_GROUPS, PAIR_WORDS = 8 * GROUPS };
enum { LINES = 16 + 2 * (GROUPS - 1) }; /* what cmlir_sweeps_rows allows, and stride 2 */

typedef struct {
    const cmlir_convolution *c;
    const int32_t *sums;
    int8_t *out; /* [h][w][c] */
    cmlir_mve_rows rows;
    const int8_t *lines[LINES]; /* of the windows of the rows y.. */
    int32_t y;
    int32_t count;  /* of rows, from y on */
    int32_t group;  /* the first of groups of four windows */
    int32_t groups; /* of a row; all of them if there is more than one row */
    cmlir_mve_sweep_args sweep;
    cmlir_mve_windows windows;
    uint32_t direct_offset[4]; /* of a group's windows in the result */
    int32_t acc[2 * PAIR_WORDS];
} sweep_t;

/* Output channels o and other */
static void sweep_pair(sweep_t *s, int32_t o, int32_t other, int32_t *acc)
{
    const cmsis_nn_dims *filter = s->c->filter_dims;
    const int32_t depth = cmlir_window_bytes(filter);
    s->sweep.acc = acc;
    s->sweep.start[0] = s->sums[o];
    s->sweep.start[1] = s->sums[other];
    s->sweep.kernel_h = filter->h;
    s->sweep.lines = s->lines;
    s->sweep.weights[0] = s->c->filter + (ptrdiff_t)o * depth;
    s->sweep.weights[1] = s->c->filter + (ptrdiff_t)other * depth;
    cmlir_mve_sweep(&s->sweep);
}

/* From acc to the result, `groups` groups from acc[first] on, which begin at `pixel` */
static void rescale_directly(
    sweep_t *s, int32_t o, int32_t first, int32_t groups, int32_t pixel, int32_t mask)
{
    cmlir_mve_windows *windows = &s->windows;
    const cmsis_nn_per_channel_quant_params *quant = s->c->quant;
    const int32_t channels = s->c->output_dims->c;
    if (groups == 0) {
        return;
    }
    windows->multipliers = quant->multiplier + o;
    windows->shifts = quant->shift + o;
    windows->acc = s->acc + 8 * first;
    windows->out = s->out + (ptrdiff_t)pixel * channels + o;
    windows->out_step = 4 * channels;
    windows->groups = groups;
    windows->mask = mask;
    windows->whole = cmlir_mve_is_whole(windows);
    cmlir_mve_rescale_windows(windows);
}

/* Four output channels that are words of the result */
static void rescale_rows(sweep_t *s, int32_t o, int32_t exact)
{
    const int32_t width = s->c->output_dims->w;
    const int32_t x = 4 * s->group;
    const int32_t rest = width % 4;
    const int32_t partial = rest > 0 && x + 4 * s->groups > width ? 1 : 0;
    s->windows.exact = exact;
    vstrwq_u32(s->windows.window_offset, vldrwq_u32(s->direct_offset));
    if (partial == 0) { /* rows follow one another */
        rescale_directly(s, o, 0, s->groups * s->count, s->y * width + x, UINT16_MAX);
        return;
    }
    const int32_t whole = s->groups - 1;
    for (int32_t row = 0; row < s->count; row++) {
        const int32_t pixel = (s->y + row) * width + x;
        rescale_directly(s, o, row * s->groups, whole, pixel, UINT16_MAX);
        rescale_directly(s, o, row * s->groups + whole, 1, pixel + 4 * whole,
                         (1 << 4 * rest) - 1);
    }
}

/* The words in acc, one for each window, to `count` channels from o on */
static void copy_channels(const sweep_t *s, int32_t o, int32_t count)
{
    const cmsis_nn_dims *output = s->c->output_dims;
    const int8_t *bytes = (const int8_t *)s->acc;
    for (int32_t row = 0; row < s->count; row++) {
        for (int32_t x = 4 * s->group; x < 4 * (s->group + s->groups); x++, bytes += 4) {
            if (x < output->w) {
                int8_t *to = s->out + ((ptrdiff_t)(s->y + row) * output->w + x) * output->c + o;
                memcpy(to, bytes, (size_t)count);
            }
        }
    }
}

/* Any four output channels, of which the first `count` are wanted */
static void rescale_by_words(sweep_t *s, int32_t o, int32_t count)
{
    static const uint32_t offset[4] = {0, 4, 8, 12};
    const cmsis_nn_per_channel_quant_params *quant = s->c->quant;
    cmlir_mve_windows *windows = &s->windows;
    int32_t multiplier[4];
    int32_t shift[4];
    for (int32_t i = 0; i < 4; i++) {
        multiplier[i] = quant->multiplier[o + (i < count ? i : count - 1)];
        shift[i] = quant->shift[o + (i < count ? i : count - 1)];
    }
    const cmlir_mve_shifts kind = cmlir_mve_kind_of_shifts(shift);
    windows->multipliers = multiplier;
    windows->shifts = shift;
    windows->acc = s->acc;
    windows->out = (int8_t *)s->acc;
    windows->out_step = sizeof offset;
    windows->groups = s->groups * s->count;
    windows->exact = kind == CMLIR_MVE_EXACT_SHIFTS;
    windows->mask = UINT16_MAX;
    windows->whole = cmlir_mve_is_whole(windows);
    vstrwq_u32(windows->window_offset, vldrwq_u32(offset));
    if (kind == CMLIR_MVE_OTHER) {
        cmlir_mve_rescale_any(windows, multiplier, shift);
    } else {
        cmlir_mve_rescale_windows(windows);
    }
    copy_channels(s, o, count);
}

/* All output channels of the groups group.. of the rows y.. */
static void sweep_block(sweep_t *s)
{
    const int32_t channels = s->c->output_dims->c;
    const bool aligned = (((uintptr_t)s->out | (uint32_t)channels) & 3) == 0;
    s->sweep.groups = s->groups;
    s->sweep.rows = s->count;
    s->sweep.offset = s->group * 4 * s->c->params->stride.w * 16;
    for (int32_t o = 0; o < channels; o += 4) {
        const int32_t count = channels - o < 4 ? channels - o : 4;
        sweep_pair(s, o, count > 1 ? o + 1 : o, s->acc);
        if (count > 2) {
            sweep_pair(s, o + 2, count > 3 ? o + 3 : o + 2, s->acc + PAIR_WORDS);
        }
        const cmlir_mve_shifts kind =
            aligned ? cmlir_mve_kind_of_shifts(s->c->quant->shift + o) : CMLIR_MVE_OTHER;
        if (kind == CMLIR_MVE_OTHER) {
            rescale_by_words(s, o, count);
        } else {
            rescale_rows(s, o, kind == CMLIR_MVE_EXACT_SHIFTS);
        }
    }
}

/* The rows y.. of the result, `count` of them */
static void sweep_rows(sweep_t *s)
{
    const cmlir_convolution *c = s->c;
    const int32_t top = s->y * c->params->stride.h - c->params->padding.h;
    const int32_t lines = (s->count - 1) * c->params->stride.h + c->filter_dims->h;
    const int32_t all = cmlir_row_groups(c->output_dims);
    cmlir_mve_load_rows(&s->rows, top, top + lines);
    for (int32_t i = 0; i < lines; i++) {
        s->lines[i] = cmlir_mve_line(&s->rows, top + i);
    }
    for (s->group = 0; s->group < all; s->group += GROUPS) {
        s->groups = all - s->group < GROUPS ? all - s->group : GROUPS;
        sweep_block(s);
    }
}

static void start_sweep(sweep_t *s, int8_t *memory)
{
    const cmlir_convolution *c = s->c;
    const cmsis_nn_dims *input = c->input_dims;
    const int32_t channels = (input->c + 15) & ~15;
    const int32_t columns = cmlir_swept_columns(c->params, c->filter_dims, c->output_dims);
    s->rows = (cmlir_mve_rows){
        .h = input->h,
        .w = input->w,
        .c = input->c,
        .pad_h = c->params->padding.h,
        .pad_w = c->params->padding.w,
        .memory = memory,
        .slots = cmlir_swept_lines(c->params, c->filter_dims, c->output_dims),
        .row_bytes = columns * channels,
        .columns = columns,
        .blocked = true,
        .outside = (int8_t)-c->params->input_offset,
    };
    s->sweep.line_step = (int32_t)sizeof(int8_t *) * c->params->stride.h;
    s->sweep.stride = c->params->stride.w;
    s->sweep.channels = input->c;
    s->sweep.block_bytes = 16 * columns;
    s->sweep.kernel_w = c->filter_dims->w;
    s->windows.pair_words = PAIR_WORDS;
    s->windows.output_offset = c->params->output_offset;
    vstrbq_s8(s->windows.act_min, vdupq_n_s8((int8_t)c->params->activation.min));
    vstrbq_s8(s->windows.act_max, vdupq_n_s8((int8_t)c->params->activation.max));
    vstrwq_u32(s->direct_offset,
               vmulq_n_u32(vidupq_n_u32(0, 1), (uint32_t)c->output_dims->c));
}

void cmlir_mve_convolve_by_rows(const cmlir_convolution *convolution,
                                const int32_t *sums,
                                int8_t *memory)
{
    const cmsis_nn_dims *input = convolution->input_dims;
    const cmsis_nn_dims *output = convolution->output_dims;
    const int32_t at_once = cmlir_swept_rows(output);
    sweep_t s;
    s.c = convolution;
    s.sums = sums;
    start_sweep(&s, memory);
    for (int32_t n = 0; n < output->n; n++) {
        s.rows.image = convolution->input + (ptrdiff_t)n * input->h * input->w * input->c;
        s.out = convolution->output + (ptrdiff_t)n * output->h * output->w * output->c;
        cmlir_mve_start_rows(&s.rows);
        for (s.y = 0; s.y < output->h; s.y += at_once) {
            s.count = output->h - s.y < at_once ? output->h - s.y : at_once;
            sweep_rows(&s);
        }
    }
}

#endif
