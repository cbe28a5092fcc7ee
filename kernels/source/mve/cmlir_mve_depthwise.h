/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The inner loops of depthwise convolution, four channels at a time.
 *
 * A channel's pixels stand column by column, 6 rows each, so that the three columns of a 3x3 window
 * span 15 bytes: one VMLADAV with weights at 0, 1, 2, 6, 7, 8, 12, 13, 14 and zeros between them
 * gives one sum.
 */
#ifndef CMLIR_MVE_DEPTHWISE_H
#define CMLIR_MVE_DEPTHWISE_H

#include "cmlir_mve_windows.h"

#if defined(CMLIR_MVE)

enum { CMLIR_MVE_COLUMN_BYTES = 6 };

/* The weights of a pair of channels, as above, which with the zero before them are the same one byte
 * further when they are read from the byte before */
typedef struct {
    int32_t sums[2]; /* start values */
    int32_t zero;
    int8_t weights[2][16];
} cmlir_mve_depthwise_pair;

/* Writes sums and weights of `channels` channels (1..16), whose taps are `pitch` bytes apart; zeros stay
 * as they are. */
void cmlir_mve_depthwise_pairs(const int8_t *weights,
                               int32_t pitch,
                               const int32_t *sums,
                               int32_t channels,
                               cmlir_mve_depthwise_pair *pairs);

/* `rows` rows of `count` pixels of `channels` channels (1..16), and where they go in the first plane */
typedef struct {
    const int8_t *in;
    int32_t row_bytes; /* from a row to the next, and from a pixel to the next */
    int32_t pixel_bytes;
    int32_t rows;
    int32_t count;
    int32_t channels;
    int8_t *to;
    int32_t plane_bytes; /* from a channel's plane to the next */
} cmlir_mve_depthwise_pixels;

void cmlir_mve_depthwise_scatter(const cmlir_mve_depthwise_pixels *pixels);

/* The four windows of a group, and how far apart groups are in the planes */
typedef enum {
    CMLIR_MVE_ONE_COLUMN, /* stride 1, one below the other; a column */
    CMLIR_MVE_TWO_BY_TWO, /* stride 2, two rows of two; four columns */
    CMLIR_MVE_ONE_ROW,    /* stride 1, side by side; as group_step says */
} cmlir_mve_depthwise_form;

enum { CMLIR_MVE_MOST_GROUPS = 8 };

/* Sums of `groups` groups of windows for all fours of channels from `pairs` to pairs_end, which are
 * then rescaled as cmlir_mve_rescale_groups does. The pairs of acc are dense. */
typedef struct {
    int32_t groups; /* 1..CMLIR_MVE_MOST_GROUPS */
    int32_t form;
    const int8_t *planes; /* the first window */
    int32_t gap;          /* from where groups end in a channel's plane to the next one's first window */
    int32_t plane_bytes;  /* from a channel's plane to the next */
    const cmlir_mve_depthwise_pair *pairs;
    const cmlir_mve_depthwise_pair *pairs_end;
    const int32_t *multipliers; /* of all channels; NULL: only the sums of one four are wanted */
    const int32_t *shifts;      /* all -31..-1, or with `exact` all 0 */
    int8_t *out;
    int32_t *acc;
    int32_t output_offset;
    int32_t out_step;      /* bytes from a group to the next */
    int32_t *acc_second;   /* of the second pair: acc + 8 * groups */
    int32_t exact_whole;   /* 1: exact; 2: whole */
    int32_t mask;          /* the windows of a group that are written, four bits each */
    int32_t group_step;
    uint32_t window_offset[4];
    int8_t act_min[16];
    int8_t act_max[16];
} cmlir_mve_depthwise_args;

void cmlir_mve_depthwise_quads(const cmlir_mve_depthwise_args *args);

#endif

#endif
