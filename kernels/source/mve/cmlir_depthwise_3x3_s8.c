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
 * (cmlir_mve_depthwise_rescale), eight groups of windows each.
 */
enum { TILE = CMLIR_DEPTHWISE_TILE, GROUPS = CMLIR_MVE_BLOCK_ROWS / 4 };
enum { PAIR_WORDS = CMLIR_MVE_PAIR_WORDS, COLUMN = CMLIR_MVE_COLUMN_BYTES };

typedef struct {
    const cmlir_depthwise *d;
    const int32_t *sums;
    const int8_t *data; /* the image */
    int8_t *out;        /* its result */
    int8_t *planes;
    int32_t plane_bytes;
    int32_t stride;
    int32_t rows;        /* of a strip: windows one below the other */
    int32_t group_width; /* windows of a group side by side */
    int32_t channel;     /* the tile's first */
    int32_t channels;
    int32_t y;     /* the strip's first row */
    int32_t valid; /* rows of the strip inside the result */
    uint32_t direct_offset[4]; /* of a group's windows in the result, and in acc */
    uint32_t acc_offset[4];
    cmlir_mve_depthwise_weights weights[TILE];
    cmlir_mve_depthwise_rescale_args rescale;
    int32_t acc[2 * PAIR_WORDS];
} strip_t;

static void load_weights(strip_t *s)
{
    const int32_t pitch = s->d->output_dims->c;
    const uint16x8_t offsets =
        vmulq_n_u16(vidupq_n_u16(0, 1), (uint16_t)sizeof(cmlir_mve_depthwise_weights));
    cmlir_fill_bytes((int8_t *)s->weights, 0, (int32_t)sizeof s->weights);
    for (int32_t first = 0; first < s->channels; first += 8) {
        const mve_pred16_t active = vctp16q((uint32_t)(s->channels - first));
        const int8_t *weight = s->d->filter + s->channel + first;
        for (int32_t row = 0; row < 3; row++) {
            for (int32_t column = 0; column < 3; column++, weight += pitch) {
                const int16x8_t taps = vldrbq_z_s16(weight, active);
                const int32_t place = COLUMN * column + row;
                vstrbq_scatter_offset_p_s16(s->weights[first].even + place, offsets, taps, active);
                vstrbq_scatter_offset_p_s16(s->weights[first].odd + place + 1, offsets, taps,
                                            active);
            }
        }
    }
}

/* `count` pixels of a row, from `in`, to the planes at `to` */
static void scatter(const strip_t *s, const int8_t *in, int32_t count, int8_t *to)
{
    const int32_t pitch = s->d->input_dims->c;
    const uint16x8_t offsets = vmulq_n_u16(vidupq_n_u16(0, 1), (uint16_t)s->plane_bytes);
    if (s->channels == TILE) {
        int8_t *to8 = to + 8 * s->plane_bytes;
        for (int32_t i = 0; i < count; i++, in += pitch, to += COLUMN, to8 += COLUMN) {
            vstrbq_scatter_offset_s16(to, offsets, vldrbq_s16(in));
            vstrbq_scatter_offset_s16(to8, offsets, vldrbq_s16(in + 8));
        }
        return;
    }
    for (int32_t first = 0; first < s->channels; first += 8) {
        const mve_pred16_t active = vctp16q((uint32_t)(s->channels - first));
        const int8_t *from = in + first;
        int8_t *plane = to + first * s->plane_bytes;
        for (int32_t i = 0; i < count; i++, from += pitch, plane += COLUMN) {
            vstrbq_scatter_offset_p_s16(plane, offsets, vldrbq_z_s16(from, active), active);
        }
    }
}

/* Row `row` of the strip: what lies inside the image; on its sides the planes are as they were. */
static void fill_row(const strip_t *s, int32_t row)
{
    const cmlir_depthwise *d = s->d;
    const int32_t line = s->y * s->stride - d->params->padding.h + row;
    const int32_t columns = (d->output_dims->w - 1) * s->stride + 3;
    const int32_t width = d->input_dims->w;
    const int32_t pad = d->params->padding.w;
    if (line < 0 || line >= d->input_dims->h || pad >= columns) {
        return;
    }
    const int32_t inside = width < columns - pad ? width : columns - pad;
    const int8_t *in = s->data + (ptrdiff_t)line * width * d->input_dims->c + s->channel;
    scatter(s, in, inside, s->planes + COLUMN * pad + row);
}

static void clear_planes(const strip_t *s)
{
    cmlir_fill_bytes(s->planes, (int8_t)-s->d->params->input_offset, s->channels * s->plane_bytes);
}

/* The planes hold nothing but pixels outside the image, or those of another strip. */
static void fill_planes(const strip_t *s)
{
    const int32_t rows = (s->rows - 1) * s->stride + 3;
    const int32_t top = s->y * s->stride - s->d->params->padding.h;
    if (top < 0 || top + rows > s->d->input_dims->h) {
        clear_planes(s);
    }
    for (int32_t row = 0; row < rows; row++) {
        fill_row(s, row);
    }
}

/* Sums of channels i and other (of the tile), groups group.. */
static void sum_pair(
    const strip_t *s, int32_t i, int32_t other, int32_t group, int32_t groups, int32_t *acc)
{
    int32_t start[8];
    const int32_t skipped = group * s->group_width * s->stride * COLUMN;
    vstrwq_s32(start, vdupq_n_s32(s->sums[s->channel + i]));
    vstrwq_s32(start + 4, vdupq_n_s32(s->sums[s->channel + other]));
    const cmlir_mve_depthwise_args args = {
        .plane0 = s->planes + i * s->plane_bytes + skipped,
        .plane1 = s->planes + other * s->plane_bytes + skipped,
        .acc = acc,
        .start = start,
        .groups = groups,
        .weights0 = &s->weights[i],
        .weights1 = &s->weights[other],
    };
    if (s->stride == 1) {
        cmlir_mve_depthwise_stride_1(&args);
    } else {
        cmlir_mve_depthwise_stride_2(&args);
    }
}

/* Bytes from the first window of a group to window `lane` */
static int32_t lane_offset(const strip_t *s, int32_t lane)
{
    const int32_t pitch = s->d->output_dims->c;
    const int32_t row = lane % s->rows;
    const int32_t column = lane / s->rows;
    return (row * s->d->output_dims->w + column) * pitch;
}

/* What cmlir_mve_depthwise_rescale does, for any shifts; to acc */
static void rescale_slowly(strip_t *s, int32_t groups)
{
    const cmlir_mve_depthwise_rescale_args *r = &s->rescale;
    for (int32_t i = 0; i < 4 * groups; i++) {
        int8_t bytes[4];
        for (int32_t c = 0; c < 4; c++) {
            const int32_t *acc = s->acc + PAIR_WORDS * (c / 2) + 8 * (i / 4) + 4 * (c % 2) + i % 4;
            const int32_t code = cmlir_add_wrapping(
                cmlir_requantize(*acc, r->multiplier[c], r->shift[c]), r->output_offset);
            bytes[c] = (int8_t)cmlir_clamp(code, r->act_min[0], r->act_max[0]);
        }
        memcpy(s->acc + i, bytes, sizeof bytes);
    }
}

/* The rescaled bytes of groups group.. from acc to what of them lies inside the result */
static void copy_windows(const strip_t *s, int32_t first, int32_t count, int32_t group, int32_t groups)
{
    const cmsis_nn_dims *output = s->d->output_dims;
    const int8_t *bytes = (const int8_t *)s->acc;
    for (int32_t i = 0; i < 4 * groups; i++, bytes += 4) {
        const int32_t row = i % 4 % s->rows;
        const int32_t x = (group + i / 4) * s->group_width + i % 4 / s->rows;
        if (row < s->valid && x < output->w) {
            int8_t *to = s->out + ((ptrdiff_t)(s->y + row) * output->w + x) * output->c;
            memcpy(to + s->channel + first, bytes, (size_t)count);
        }
    }
}

/* Channels first.. of the tile, `count` of them (1..4), groups group.. */
static void four_channels(
    strip_t *s, int32_t first, int32_t count, int32_t group, int32_t groups, bool direct)
{
    cmlir_mve_depthwise_rescale_args *r = &s->rescale;
    const cmsis_nn_per_channel_quant_params *quant = s->d->quant;
    const int32_t o = s->channel + first;
    for (int32_t c = 0; c < 4; c++) {
        const int32_t channel = o + (c < count ? c : count - 1);
        r->multiplier[c] = quant->multiplier[channel];
        r->shift[c] = quant->shift[channel];
    }
    const int32x4_t shifts = vldrwq_s32(r->shift);
    const int32_t most = vmaxvq_s32(INT32_MIN, shifts);
    const int32_t least = vminvq_s32(INT32_MAX, shifts);
    sum_pair(s, first, first + (count > 1 ? 1 : 0), group, groups, s->acc);
    if (count > 2) {
        sum_pair(s, first + 2, first + (count > 3 ? 3 : 2), group, groups, s->acc + PAIR_WORDS);
    }
    const bool fast = most < 0 || (most == 0 && least == 0);
    r->groups = groups;
    vstrwq_u32(r->window_offset, vldrwq_u32(direct ? s->direct_offset : s->acc_offset));
    r->out = (int8_t *)s->acc;
    r->out_step = 16;
    if (direct) {
        const int32_t pixel = s->y * s->d->output_dims->w + group * s->group_width;
        r->out = s->out + (ptrdiff_t)pixel * s->d->output_dims->c + s->channel + first;
        r->out_step = s->group_width * s->d->output_dims->c;
    }
    if (!fast) {
        rescale_slowly(s, groups);
    } else {
        r->exact = most == 0;
        cmlir_mve_depthwise_rescale(r);
    }
    if (!direct || !fast) {
        copy_windows(s, first, count, group, groups);
    }
}

static void one_strip(strip_t *s)
{
    const cmsis_nn_dims *output = s->d->output_dims;
    const int32_t whole = output->w / s->group_width; /* groups that lie inside */
    const int32_t all = (output->w + s->group_width - 1) / s->group_width;
    const bool aligned = (((uintptr_t)s->out | (uint32_t)output->c) & 3) == 0;
    fill_planes(s);
    for (int32_t first = 0; first < s->channels; first += 4) {
        const int32_t left = s->channels - first;
        const int32_t count = left < 4 ? left : 4;
        const bool direct = aligned && count == 4 && s->valid == s->rows;
        const int32_t end = direct ? whole : all;
        for (int32_t group = 0; group < end; group += GROUPS) {
            const int32_t groups = end - group < GROUPS ? end - group : GROUPS;
            four_channels(s, first, count, group, groups, direct);
        }
        if (end < all) {
            four_channels(s, first, count, end, 1, false);
        }
    }
}

static void one_tile(strip_t *s)
{
    const int32_t height = s->d->output_dims->h;
    load_weights(s);
    clear_planes(s);
    for (int32_t y = 0; y < height; y += s->rows) {
        /* the last strip lies over the one before it, if there is one */
        const int32_t last = height - s->rows;
        s->y = y > last && last >= 0 ? last : y;
        s->valid = height - s->y < s->rows ? height - s->y : s->rows;
        one_strip(s);
    }
}

bool cmlir_depthwise_3x3_s8(const cmlir_depthwise *depthwise, const int32_t *sums, int8_t *memory)
{
    const cmlir_depthwise *d = depthwise;
    const cmsis_nn_dims *input = d->input_dims;
    const cmsis_nn_dims *output = d->output_dims;
    const int32_t plane_bytes = cmlir_depthwise_plane_bytes(d->params->stride.h, output->w);
    strip_t s;
    if (cmlir_depthwise_3x3_bytes(d->params, d->filter_dims, output) == 0 ||
        plane_bytes > UINT16_MAX / 8) {
        return false;
    }
    s.d = d;
    s.sums = sums;
    s.planes = memory;
    s.plane_bytes = plane_bytes;
    s.stride = d->params->stride.h;
    s.rows = s.stride == 1 ? 4 : 2;
    s.group_width = s.stride;
    for (int32_t lane = 0; lane < 4; lane++) {
        s.direct_offset[lane] = (uint32_t)lane_offset(&s, lane);
        s.acc_offset[lane] = 4 * (uint32_t)lane;
    }
    s.rescale.acc = s.acc;
    s.rescale.output_offset = d->params->output_offset;
    vstrbq_s8(s.rescale.act_min, vdupq_n_s8((int8_t)d->params->activation.min));
    vstrbq_s8(s.rescale.act_max, vdupq_n_s8((int8_t)d->params->activation.max));
    for (int32_t n = 0; n < output->n; n++) {
        s.data = d->input + (ptrdiff_t)n * input->h * input->w * input->c;
        s.out = d->output + (ptrdiff_t)n * output->h * output->w * output->c;
        for (s.channel = 0; s.channel < output->c; s.channel += TILE) {
            s.channels = output->c - s.channel < TILE ? output->c - s.channel : TILE;
            one_tile(&s);
        }
    }
    return true;
}

#endif
