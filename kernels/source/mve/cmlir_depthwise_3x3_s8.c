/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "../cmlir_bytes.h"
#include "../cmlir_depthwise.h"
#include "cmlir_mve_depthwise.h"

#if defined(CMLIR_MVE)

/*
 * Tiles of channels, and within a tile strips of rows: first the pixels that a strip needs go to
 * the planes of their channels, then the windows of four channels at a time are summed and rescaled
 * (cmlir_mve_depthwise_quads), GROUPS groups of windows each.
 */
enum { TILE = CMLIR_DEPTHWISE_TILE, GROUPS = CMLIR_MVE_MOST_GROUPS };
enum { COLUMN = CMLIR_MVE_COLUMN_BYTES };

typedef struct {
    const cmlir_depthwise *d;
    const int32_t *sums;
    const int8_t *data; /* the image */
    int8_t *out;        /* its result */
    int8_t *planes;
    int32_t plane_bytes;
    int32_t stride;
    int32_t channel; /* the tile's first */
    int32_t channels;
    int32_t filled_first; /* rows of the planes that may hold pixels of the image */
    int32_t filled_end;
    int32_t y;     /* the strip's first row */
    int32_t valid; /* rows of the strip inside the result */
    bool aligned;  /* fours of channels are words of the result */

    int32_t form;  /* of the groups; -1 before there are any */
    int32_t rows;  /* of a strip: windows of a group one below the other */
    int32_t step;  /* columns from a group to the next */
    int32_t whole; /* groups that lie inside the result, if the rows do */
    int32_t all;
    uint32_t direct_offset[4]; /* of a group's windows in the result */

    int32_t ready_channel; /* args are as they were for these */
    int32_t ready_group;
    int32_t ready_valid;
    ptrdiff_t ready_out; /* in a row of the result */

    cmlir_mve_shifts shifts[TILE / 4]; /* what those of four channels are like */
    int32_t quads[TILE / 4]; /* so many fours from here on go to the result in one call */
    cmlir_mve_depthwise_pair pairs[TILE / 2];
    cmlir_mve_depthwise_pixels pixels;
    cmlir_mve_depthwise_args args;
    int32_t acc[16 * GROUPS];
} strip_t;

/* Nothing but pixels outside the image, in as many planes as a tile has at most */
static void clear_planes(strip_t *s)
{
    const int32_t channels = s->d->output_dims->c < TILE ? s->d->output_dims->c : TILE;
    cmlir_fill_bytes(s->planes, (int8_t)-s->d->params->input_offset, channels * s->plane_bytes);
    s->filled_first = INT32_MAX;
    s->filled_end = 0;
}

/*
 * What of the strip lies inside the image goes to the planes. Those hold nothing else but pixels
 * outside the image, or those of another strip, in rows that are filled again or that no window has.
 */
static void fill_planes(strip_t *s)
{
    const cmsis_nn_dims *input = s->d->input_dims;
    const int32_t rows = (s->rows - 1) * s->stride + 3;
    const int32_t top = s->y * s->stride - s->d->params->padding.h;
    const int32_t first = top < 0 ? -top : 0;
    const int32_t end = top + rows > input->h ? input->h - top : rows;
    if (first > s->filled_first || (end < s->filled_end && end < rows)) {
        clear_planes(s);
    }
    if (first >= end || s->pixels.count <= 0) {
        return;
    }
    s->filled_first = first;
    s->filled_end = end > s->filled_end ? end : s->filled_end;
    s->pixels.in = s->data + (ptrdiff_t)(top + first) * s->pixels.row_bytes + s->channel;
    s->pixels.rows = end - first;
    s->pixels.channels = s->channels;
    s->pixels.to = s->planes + COLUMN * s->d->params->padding.w + first;
    cmlir_mve_depthwise_scatter(&s->pixels);
}

/* The rescaled bytes of groups group.. from acc to what of them lies inside the result */
static void copy_windows(const strip_t *s, int32_t first, int32_t count, int32_t group, int32_t groups)
{
    const cmsis_nn_dims *output = s->d->output_dims;
    const int8_t *bytes = (const int8_t *)s->acc;
    for (int32_t i = 0; i < 4 * groups; i++, bytes += 4) {
        const int32_t row = i % 4 % s->rows;
        const int32_t x = (group + i / 4) * s->step + i % 4 / s->rows;
        if (row < s->valid && x < output->w) {
            int8_t *to = s->out + ((ptrdiff_t)(s->y + row) * output->w + x) * output->c;
            memcpy(to + s->channel + first, bytes, (size_t)count);
        }
    }
}

/* The windows of groups group.., of which the first is like all others, that lie inside the result,
 * four bits each */
static int32_t windows_inside(const strip_t *s, int32_t group)
{
    if (group < s->whole && s->valid == s->rows) {
        return UINT16_MAX;
    }
    const int32_t column = (1 << 4 * s->valid) - 1;
    return group < s->whole && s->rows == 2 ? column | column << 8 : column;
}

/* What the calls for `quads` fours of channels from `first` (of the tile) on and for groups group..
 * have in common */
static void start_quads(strip_t *s, int32_t first, int32_t quads, int32_t group, int32_t groups)
{
    cmlir_mve_depthwise_args *args = &s->args;
    const int32_t group_bytes = s->step * s->stride * COLUMN;
    args->planes = s->planes + first * s->plane_bytes + group * group_bytes;
    args->groups = groups;
    args->gap = s->plane_bytes - groups * group_bytes;
    args->group_step = group_bytes;
    args->pairs = s->pairs + first / 2;
    args->pairs_end = args->pairs + 2 * quads;
    args->acc_second = s->acc + 8 * groups;
    args->exact_whole = s->shifts[first / 4] == CMLIR_MVE_EXACT_SHIFTS;
}

/* The same for whole fours of channels that are words of the result, with shifts of one kind */
static void
start_directly(strip_t *s, int32_t first, int32_t quads, int32_t group, int32_t groups)
{
    cmlir_mve_depthwise_args *args = &s->args;
    const int32_t channel = s->channel + first;
    const int32_t pitch = s->d->output_dims->c;
    start_quads(s, first, quads, group, groups);
    args->multipliers = s->d->quant->multiplier + channel;
    args->shifts = s->d->quant->shift + channel;
    args->out_step = s->step * pitch;
    args->mask = windows_inside(s, group);
    if (args->mask == UINT16_MAX && args->act_min[0] == INT8_MIN && args->act_max[0] == INT8_MAX) {
        args->exact_whole |= 2;
    }
    vstrwq_u32(args->window_offset, vldrwq_u32(s->direct_offset));
    s->ready_channel = channel;
    s->ready_group = group;
    s->ready_valid = s->valid;
    s->ready_out = (ptrdiff_t)group * args->out_step + channel;
}

static void quads_directly(strip_t *s, int32_t first, int32_t quads, int32_t group, int32_t groups)
{
    const cmsis_nn_dims *output = s->d->output_dims;
    if (s->ready_channel != s->channel + first || s->ready_group != group ||
        s->ready_valid != s->valid) {
        start_directly(s, first, quads, group, groups);
    }
    s->args.out = s->out + (ptrdiff_t)s->y * output->w * output->c + s->ready_out;
    cmlir_mve_depthwise_quads(&s->args);
}

/* Channels first.. of the tile, `count` of them (1..4), by way of acc */
static void
four_channels(strip_t *s, int32_t first, int32_t count, int32_t group, int32_t groups)
{
    cmlir_mve_depthwise_args *args = &s->args;
    const cmsis_nn_per_channel_quant_params *quant = s->d->quant;
    const bool any = s->shifts[first / 4] == CMLIR_MVE_OTHER;
    int32_t multiplier[4];
    int32_t shift[4];
    for (int32_t c = 0; c < 4; c++) {
        const int32_t channel = s->channel + first + (c < count ? c : count - 1);
        multiplier[c] = quant->multiplier[channel];
        shift[c] = quant->shift[channel];
    }
    start_quads(s, first, 1, group, groups);
    args->multipliers = any ? NULL : multiplier;
    args->shifts = shift;
    args->out = (int8_t *)s->acc;
    args->out_step = 4 * sizeof(int32_t);
    args->mask = UINT16_MAX;
    vstrwq_u32(args->window_offset, vidupq_n_u32(0, 4));
    s->ready_channel = -1;
    cmlir_mve_depthwise_quads(args);
    if (any) {
        const cmlir_mve_windows windows = {
            .out = (int8_t *)s->acc,
            .acc = s->acc,
            .output_offset = args->output_offset,
            .groups = groups,
            .act_min = {args->act_min[0]},
            .act_max = {args->act_max[0]},
            .pair_words = 8 * groups,
        };
        cmlir_mve_rescale_any(&windows, multiplier, shift);
    }
    copy_windows(s, first, count, group, groups);
}

/* Channels first.., all groups; returns how many channels */
static int32_t some_channels(strip_t *s, int32_t first)
{
    const int32_t quads = s->quads[first / 4];
    const int32_t left = s->channels - first;
    const int32_t end = quads > 0 ? s->whole : s->all;
    for (int32_t group = 0; group < end; group += GROUPS) {
        const int32_t groups = end - group < GROUPS ? end - group : GROUPS;
        if (quads > 0) {
            quads_directly(s, first, quads, group, groups);
        } else {
            four_channels(s, first, left < 4 ? left : 4, group, groups);
        }
    }
    if (end < s->all) {
        quads_directly(s, first, quads, end, 1);
    }
    return quads > 0 ? 4 * quads : 4;
}

/* Whether the fours of channels from `first` (of the tile) on are words of the result and have
 * shifts that cmlir_mve_depthwise_quads knows */
static bool is_direct(const strip_t *s, int32_t first)
{
    return s->aligned && first + 4 <= s->channels && s->shifts[first / 4] != CMLIR_MVE_OTHER;
}

/* What the shifts of a whole tile are like, if they are of one kind; usually they are. */
static cmlir_mve_shifts kind_of_tile(const int32_t shift[TILE])
{
    int32_t most[4];
    int32_t least[4];
    const int32x4_t a = vldrwq_s32(shift);
    const int32x4_t b = vldrwq_s32(shift + 4);
    const int32x4_t c = vldrwq_s32(shift + 8);
    const int32x4_t d = vldrwq_s32(shift + 12);
    vstrwq_s32(most, vmaxq_s32(vmaxq_s32(a, b), vmaxq_s32(c, d)));
    vstrwq_s32(least, vminq_s32(vminq_s32(a, b), vminq_s32(c, d)));
    const cmlir_mve_shifts kind = cmlir_mve_kind_of_shifts(most);
    return kind == cmlir_mve_kind_of_shifts(least) ? kind : CMLIR_MVE_OTHER;
}

/* The shifts of the tile's channels; of the last ones there may be less than four. */
static void find_shifts(strip_t *s)
{
    const int32_t *shift = s->d->quant->shift + s->channel;
    const int32_t all = (s->channels + 3) / 4;
    s->shifts[0] = s->channels == TILE && s->aligned ? kind_of_tile(shift) : CMLIR_MVE_OTHER;
    if (s->shifts[0] != CMLIR_MVE_OTHER) {
        s->quads[0] = all;
        return;
    }
    for (int32_t i = all - 1; i >= 0; i--) {
        const int32_t last = s->channels - 4 * i - 1;
        int32_t four[4];
        for (int32_t c = 0; c < 4; c++) {
            four[c] = shift[4 * i + (c < last ? c : last)];
        }
        s->shifts[i] = cmlir_mve_kind_of_shifts(four);
        const bool goes_on = i + 1 < all && s->shifts[i] == s->shifts[i + 1];
        s->quads[i] = is_direct(s, 4 * i) ? 1 + (goes_on ? s->quads[i + 1] : 0) : 0;
    }
}

static void start_form(strip_t *s, cmlir_mve_depthwise_form form)
{
    const cmsis_nn_dims *output = s->d->output_dims;
    s->form = (int32_t)form;
    s->ready_channel = -1;
    s->args.form = s->form;
    s->rows = form == CMLIR_MVE_ONE_COLUMN ? 4 : form == CMLIR_MVE_TWO_BY_TWO ? 2 : 1;
    if (form == CMLIR_MVE_ONE_ROW) { /* the last four windows lie over the first */
        s->step = output->w - 4;
        s->all = s->whole = output->w == 4 ? 1 : 2;
    } else {
        s->step = s->stride;
        s->whole = output->w / s->step;
        s->all = (output->w + s->step - 1) / s->step;
    }
    for (int32_t lane = 0; lane < 4; lane++) {
        const int32_t pixel = lane % s->rows * output->w + lane / s->rows;
        s->direct_offset[lane] = (uint32_t)(pixel * output->c);
    }
}

/* The strip from row y on, or for a last one of few rows one that lies over the one before it;
 * returns the row behind it. */
static int32_t one_strip(strip_t *s, int32_t y)
{
    const cmsis_nn_dims *output = s->d->output_dims;
    const bool single = s->stride == 1 && y + 1 == output->h && output->w >= 4 && output->w <= 8;
    const cmlir_mve_depthwise_form form = single           ? CMLIR_MVE_ONE_ROW
                                          : s->stride == 1 ? CMLIR_MVE_ONE_COLUMN
                                                           : CMLIR_MVE_TWO_BY_TWO;
    if (s->form != (int32_t)form) {
        start_form(s, form);
    }
    const int32_t last = output->h - s->rows;
    s->y = y > last && last >= 0 ? last : y;
    s->valid = output->h - s->y < s->rows ? output->h - s->y : s->rows;
    fill_planes(s);
    for (int32_t first = 0; first < s->channels;) {
        first += some_channels(s, first);
    }
    return s->y + s->rows;
}

static void one_tile(strip_t *s)
{
    const cmlir_depthwise *d = s->d;
    cmlir_mve_depthwise_pairs(d->filter + s->channel, d->output_dims->c, s->sums + s->channel,
                              s->channels, s->pairs);
    find_shifts(s);
    s->ready_channel = -1;
    for (int32_t y = 0; y < d->output_dims->h;) {
        y = one_strip(s, y);
    }
}

/* The parts of pixels and args that are always the same */
static void start(strip_t *s)
{
    const cmlir_depthwise *d = s->d;
    const cmsis_nn_dims *input = d->input_dims;
    const int32_t columns = (d->output_dims->w - 1) * s->stride + 3 - d->params->padding.w;
    s->pixels.row_bytes = input->w * input->c;
    s->pixels.pixel_bytes = input->c;
    s->pixels.count = input->w < columns ? input->w : columns;
    s->pixels.plane_bytes = s->plane_bytes;
    s->args.plane_bytes = s->plane_bytes;
    s->args.acc = s->acc;
    s->args.output_offset = d->params->output_offset;
    vstrbq_s8(s->args.act_min, vdupq_n_s8((int8_t)d->params->activation.min));
    vstrbq_s8(s->args.act_max, vdupq_n_s8((int8_t)d->params->activation.max));
    cmlir_fill_bytes((int8_t *)s->pairs, 0, (int32_t)sizeof s->pairs);
    clear_planes(s);
}

bool cmlir_depthwise_3x3_s8(const cmlir_depthwise *depthwise, const int32_t *sums, int8_t *memory)
{
    const cmlir_depthwise *d = depthwise;
    const cmsis_nn_dims *input = d->input_dims;
    const cmsis_nn_dims *output = d->output_dims;
    const int32_t plane_bytes = cmlir_depthwise_plane_bytes(d->params->stride.h, output->w);
    strip_t s;
    if (cmlir_depthwise_3x3_bytes(d->params, d->filter_dims, output) == 0 ||
        plane_bytes > UINT16_MAX / TILE) {
        return false;
    }
    s.d = d;
    s.sums = sums;
    s.planes = memory;
    s.plane_bytes = plane_bytes;
    s.stride = d->params->stride.h;
    s.form = -1;
    start(&s);
    for (int32_t n = 0; n < output->n; n++) {
        s.data = d->input + (ptrdiff_t)n * input->h * input->w * input->c;
        s.out = d->output + (ptrdiff_t)n * output->h * output->w * output->c;
        s.aligned = (((uintptr_t)s.out | (uint32_t)output->c) & 3) == 0;
        for (s.channel = 0; s.channel < output->c; s.channel += TILE) {
            s.channels = output->c - s.channel < TILE ? output->c - s.channel : TILE;
            one_tile(&s);
        }
    }
    return true;
}

#endif
