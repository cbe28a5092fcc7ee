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

/* Bytes of a channel's weights: as above, and one zero, which with them is the same one byte further
 * when they are read from the byte before. */
enum { CMLIR_MVE_TAPS = 16 };

/*
 * Sums of `groups` groups of four windows for each of `quads` fours of channels, which are then
 * rescaled. With stride 1 a group is four windows one below the other, the next group one column
 * on; with stride 2 two windows two rows apart, then the same two columns on; the next four columns
 * on. The pointers go on from four channels to the next. The pairs of acc are dense: pair_words is
 * 8 * groups.
 */
typedef struct {
    const int8_t *planes;
    int32_t plane_bytes; /* from a channel's plane to the next */
    const int8_t *weights; /* CMLIR_MVE_TAPS of each channel, after a zero */
    const int32_t *sums;
    int32_t stride; /* 1 or 2 */
    int32_t quads;  /* at least 1 */
    cmlir_mve_windows windows;
} cmlir_mve_depthwise_args;

void cmlir_mve_depthwise_quads(cmlir_mve_depthwise_args *args);

#endif

#endif
