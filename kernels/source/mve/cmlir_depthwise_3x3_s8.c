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
 * (cmlir_mve_depthwise_quads), eight groups of windows each.
 */
enum { TILE = CMLIR_DEPTHWISE_TILE, GROUPS = 8 };
enum { COLUMN = CMLIR_MVE_COLUMN_BYTES };

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
    int32_t filled_first; /* rows of the planes that may hold pixels of the image */
    int32_t filled_end;
    int32_t y;     /* the strip's first row */
    int32_t valid; /* rows of the strip inside the result */
    bool aligned;  /* fours of channels are words of the result */
    uint32_t direct_offset[4]; /* of a group's windows in the result, and in acc */
    uint32_t acc_offset[4];
    cmlir_mve_shifts shifts[TILE / 4]; /* what those of four channels are like */
    int32_t quads[TILE / 4]; /* so many fours from here on go to the result in one call */
    int8_t weights[CMLIR_MVE_TAPS * (1 + TILE)]; /* with a zero before the first */
    cmlir_mve_depthwise_args args;
    int32_t acc[16 * GROUPS];
} strip_t;

/* Tap i of a channel is at PLACES[i] of its weights; everywhere else there are zeros. */
static const uint8_t PLACES[9] = {0, COLUMN, 2 * COLUMN,     1,    COLUMN + 1, 2 * COLUMN + 1,
                                  2, COLUMN + 2, 2 * COLUMN + 2};

/* Those of a whole tile, which are the most */
static void load_16_weights(const int8_t *weight, int32_t pitch, uint16x8_t offsets, int8_t *to)
{
    for (int32_t tap = 0; tap < 9; tap++, weight += pitch) {
        int8_t *place = to + PLACES[tap];
        vstrbq_scatter_offset_s16(place, offsets, vldrbq_s16(weight));
        vstrbq_scatter_offset_s16(place + 8 * CMLIR_MVE_TAPS, offsets, vldrbq_s16(weight + 8));
    }
}

static void load_weights(strip_t *s)
{
    const int32_t pitch = s->d->output_dims->c;
    const uint16x8_t offsets = vshlq_n_u16(vidupq_n_u16(0, 1), 4);
    const int8_t *tile = s->d->filter + s->channel;
    if (s->channels == TILE) {
        load_16_weights(tile, pitch, offsets, s->weights + CMLIR_MVE_TAPS);
        return;
    }
    for (int32_t first = 0; first < s->channels; first += 8) {
        const mve_pred16_t active = vctp16q((uint32_t)(s->channels - first));
        const int8_t *weight = tile + first;
        for (int32_t tap = 0; tap < 9; tap++, weight += pitch) {
            int8_t *to = s->weights + CMLIR_MVE_TAPS * (first + 1) + PLACES[tap];
            vstrbq_scatter_offset_p_s16(to, offsets, vldrbq_z_s16(weight, active), active);
        }
    }
}
_Static_assert(CMLIR_MVE_TAPS == 1 << 4, "see offsets");

/* A part of an image: `rows` rows of `count` pixels, and the planes that it goes to */
typedef struct {
    const int8_t *in;
    int32_t row_bytes; /* from a row to the next, and from a pixel to the next */
    int32_t pixel_bytes;
    int32_t rows;
    int32_t count;
    int8_t *to;
} patch_t;

/* 16 channels, whose planes are at offsets[8] and others[8] */
static void scatter_16(const patch_t *patch, uint16x8_t offsets, uint16x8_t others)
{
    for (int32_t row = 0; row < patch->rows; row++) {
        const int8_t *in = patch->in + row * patch->row_bytes;
        int8_t *to = patch->to + row;
        __asm__ volatile("wls lr, %[count], 2f\n"
                         "1:\n"
                         "vldrb.u16 q1, [%[in], #8]\n"
                         "vldrb.u16 q0, [%[in]]\n"
                         "add %[in], %[in], %[pixel_bytes]\n"
                         "vstrb.16 q1, [%[to], %q[others]]\n"
                         "vstrb.16 q0, [%[to], %q[offsets]]\n"
                         "adds %[to], %[to], %[column]\n"
                         "le lr, 1b\n"
                         "2:\n"
                         : [in] "+l"(in), [to] "+l"(to)
                         : [count] "r"(patch->count), [pixel_bytes] "r"(patch->pixel_bytes),
                           [offsets] "w"(offsets), [others] "w"(others), [column] "i"(COLUMN)
                         : CMLIR_MVE_CLOBBERS);
    }
}

/* At most 8 channels */
static void scatter_8(const patch_t *patch, int32_t channels, uint16x8_t offsets)
{
    const mve_pred16_t active = vctp16q((uint32_t)channels);
    for (int32_t row = 0; row < patch->rows; row++) {
        const int8_t *in = patch->in + row * patch->row_bytes;
        int8_t *to = patch->to + row;
        for (int32_t i = 0; i < patch->count; i++, in += patch->pixel_bytes, to += COLUMN) {
            vstrbq_scatter_offset_p_s16(to, offsets, vldrbq_z_s16(in, active), active);
        }
    }
}

static void scatter(const strip_t *s, patch_t patch)
{
    const uint16x8_t offsets = vmulq_n_u16(vidupq_n_u16(0, 1), (uint16_t)s->plane_bytes);
    if (s->channels == TILE) {
        scatter_16(&patch, offsets, vaddq_n_u16(offsets, (uint16_t)(8 * s->plane_bytes)));
        return;
    }
    for (int32_t first = 0; first < s->channels; first += 8) {
        scatter_8(&patch, s->channels - first, offsets);
        patch.in += 8;
        patch.to += 8 * s->plane_bytes;
    }
}

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
 * outside the image, or those of another strip, in rows that are filled again.
 */
static void fill_planes(strip_t *s)
{
    const cmsis_nn_dims *input = s->d->input_dims;
    const int32_t rows = (s->rows - 1) * s->stride + 3;
    const int32_t columns = (s->d->output_dims->w - 1) * s->stride + 3;
    const int32_t pad = s->d->params->padding.w;
    const int32_t top = s->y * s->stride - s->d->params->padding.h;
    const int32_t first = top < 0 ? -top : 0;
    const int32_t end = top + rows > input->h ? input->h - top : rows;
    if (first > s->filled_first || end < s->filled_end) {
        clear_planes(s);
    }
    if (first >= end || pad >= columns) {
        return;
    }
    s->filled_first = first;
    s->filled_end = end;
    const patch_t patch = {
        .in = s->data + (ptrdiff_t)(top + first) * input->w * input->c + s->channel,
        .row_bytes = input->w * input->c,
        .pixel_bytes = input->c,
        .rows = end - first,
        .count = input->w < columns - pad ? input->w : columns - pad,
        .to = s->planes + COLUMN * pad + first,
    };
    scatter(s, patch);
}

/* Bytes from the first window of a group to window `lane` */
static int32_t lane_offset(const strip_t *s, int32_t lane)
{
    const int32_t pitch = s->d->output_dims->c;
    const int32_t row = lane % s->rows;
    const int32_t column = lane / s->rows;
    return (row * s->d->output_dims->w + column) * pitch;
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

/* The windows of groups group.., of which the first is like all others, that lie inside the result,
 * four bits each */
static int32_t windows_inside(const strip_t *s, int32_t group)
{
    const int32_t columns = s->d->output_dims->w - group * s->group_width;
    const int32_t column = (1 << 4 * s->valid) - 1;
    const bool both = s->group_width == 2 && columns > 1;
    return both ? column | column << 4 * s->rows : column;
}

/* What the calls for channels first.. (of the tile) and groups group.. have in common */
static void start_quads(strip_t *s, int32_t first, int32_t group, int32_t groups)
{
    cmlir_mve_depthwise_args *args = &s->args;
    args->planes =
        s->planes + first * s->plane_bytes + group * s->group_width * s->stride * COLUMN;
    args->weights = s->weights + CMLIR_MVE_TAPS * (first + 1);
    args->windows.groups = groups;
    args->windows.pair_words = 8 * groups;
    args->windows.exact = s->shifts[first / 4] == CMLIR_MVE_EXACT_SHIFTS;
}

/* Whole fours of channels that are words of the result, with shifts of one kind */
static void quads_directly(strip_t *s, int32_t first, int32_t quads, int32_t group, int32_t groups)
{
    cmlir_mve_windows *windows = &s->args.windows;
    const cmsis_nn_dims *output = s->d->output_dims;
    const int32_t pixel = s->y * output->w + group * s->group_width;
    const int32_t channel = s->channel + first;
    start_quads(s, first, group, groups);
    s->args.sums = s->sums + channel;
    s->args.quads = quads;
    windows->multipliers = s->d->quant->multiplier + channel;
    windows->shifts = s->d->quant->shift + channel;
    windows->out = s->out + (ptrdiff_t)pixel * output->c + channel;
    windows->out_step = s->group_width * output->c;
    windows->mask = windows_inside(s, group);
    windows->whole = cmlir_mve_is_whole(windows);
    vstrwq_u32(windows->window_offset, vldrwq_u32(s->direct_offset));
    cmlir_mve_depthwise_quads(&s->args);
}

/* Channels first.. of the tile, `count` of them (1..4), by way of acc */
static void
four_channels(strip_t *s, int32_t first, int32_t count, int32_t group, int32_t groups)
{
    cmlir_mve_windows *windows = &s->args.windows;
    const cmsis_nn_per_channel_quant_params *quant = s->d->quant;
    const bool any = s->shifts[first / 4] == CMLIR_MVE_OTHER;
    int32_t sums[4];
    int32_t multiplier[4];
    int32_t shift[4];
    for (int32_t c = 0; c < 4; c++) {
        const int32_t channel = s->channel + first + (c < count ? c : count - 1);
        sums[c] = s->sums[channel];
        multiplier[c] = quant->multiplier[channel];
        shift[c] = quant->shift[channel];
    }
    start_quads(s, first, group, groups);
    s->args.sums = sums;
    s->args.quads = 1;
    windows->multipliers = any ? NULL : multiplier;
    windows->shifts = shift;
    windows->out = (int8_t *)s->acc;
    windows->out_step = 4 * sizeof(int32_t);
    windows->mask = UINT16_MAX;
    windows->whole = cmlir_mve_is_whole(windows);
    vstrwq_u32(windows->window_offset, vldrwq_u32(s->acc_offset));
    cmlir_mve_depthwise_quads(&s->args);
    if (any) {
        cmlir_mve_rescale_any(windows, multiplier, shift);
    }
    copy_windows(s, first, count, group, groups);
}

/* Channels first.., all groups; returns how many channels */
static int32_t some_channels(strip_t *s, int32_t first)
{
    const int32_t width = s->d->output_dims->w;
    const int32_t whole = width / s->group_width; /* groups that lie inside */
    const int32_t all = (width + s->group_width - 1) / s->group_width;
    const int32_t quads = s->quads[first / 4];
    const int32_t left = s->channels - first;
    const int32_t end = quads > 0 ? whole : all;
    for (int32_t group = 0; group < end; group += GROUPS) {
        const int32_t groups = end - group < GROUPS ? end - group : GROUPS;
        if (quads > 0) {
            quads_directly(s, first, quads, group, groups);
        } else {
            four_channels(s, first, left < 4 ? left : 4, group, groups);
        }
    }
    if (end < all) {
        quads_directly(s, first, quads, end, 1);
    }
    return quads > 0 ? 4 * quads : 4;
}

static void one_strip(strip_t *s)
{
    fill_planes(s);
    for (int32_t first = 0; first < s->channels;) {
        first += some_channels(s, first);
    }
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

static void one_tile(strip_t *s)
{
    const int32_t height = s->d->output_dims->h;
    load_weights(s);
    find_shifts(s);
    for (int32_t y = 0; y < height; y += s->rows) {
        /* the last strip lies over the one before it, if there is one */
        const int32_t last = height - s->rows;
        s->y = y > last && last >= 0 ? last : y;
        s->valid = height - s->y < s->rows ? height - s->y : s->rows;
        one_strip(s);
    }
}

/* The parts of the arguments that are always the same */
static void start_args(strip_t *s)
{
    const cmlir_depthwise *d = s->d;
    cmlir_mve_windows *windows = &s->args.windows;
    for (int32_t lane = 0; lane < 4; lane++) {
        s->direct_offset[lane] = (uint32_t)lane_offset(s, lane);
        s->acc_offset[lane] = 4 * (uint32_t)lane;
    }
    s->args.plane_bytes = s->plane_bytes;
    s->args.stride = s->stride;
    windows->acc = s->acc;
    windows->output_offset = d->params->output_offset;
    vstrbq_s8(windows->act_min, vdupq_n_s8((int8_t)d->params->activation.min));
    vstrbq_s8(windows->act_max, vdupq_n_s8((int8_t)d->params->activation.max));
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
    s.rows = s.stride == 1 ? 4 : 2;
    s.group_width = s.stride;
    start_args(&s);
    cmlir_fill_bytes(s.weights, 0, (int32_t)sizeof s.weights);
    clear_planes(&s);
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
