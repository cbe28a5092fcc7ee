/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The inner loops of depthwise convolution: sums of the windows of two channels.
 *
 * A channel's pixels stand column by column, 6 rows each, so that the three columns of a 3x3 window
 * span 15 bytes: one VMLADAV with weights at 0, 1, 2, 6, 7, 8, 12, 13, 14 and zeros between them
 * gives one sum.
 */
#ifndef CMLIR_MVE_DEPTHWISE_H
#define CMLIR_MVE_DEPTHWISE_H

#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

enum { CMLIR_MVE_COLUMN_BYTES = 6 };

/* The weights of a channel: as above, and the same one byte further */
typedef struct {
    int8_t even[16];
    int8_t odd[16];
} cmlir_mve_depthwise_weights;

/* acc[group][channel][4 windows]; start has the four start values of either channel */
typedef struct {
    const int8_t *plane0;
    const int8_t *plane1;
    int32_t *acc;
    const int32_t *start;
    int32_t groups; /* at least 1 */
    const cmlir_mve_depthwise_weights *weights0;
    const cmlir_mve_depthwise_weights *weights1;
} cmlir_mve_depthwise_args;

/* A group is four windows one below the other, the next group one column on. */
void cmlir_mve_depthwise_stride_1(const cmlir_mve_depthwise_args *args);

/* A group is two windows two rows apart, then the same two columns on; the next four columns on. */
void cmlir_mve_depthwise_stride_2(const cmlir_mve_depthwise_args *args);

/*
 * Rescales the sums of four channels to four bytes for each window: multiplier and shift of a
 * channel are scalars, the lanes are windows. Channels 2 and 3 are CMLIR_MVE_PAIR_WORDS behind 0
 * and 1. Shifts -31..-1, or with `exact` all 0.
 */
typedef struct {
    int32_t multiplier[4];
    int32_t shift[4];
    uint32_t window_offset[4]; /* of a group's windows from `out`, all 4-byte aligned */
    int8_t act_min[16];
    int8_t act_max[16];
    const int32_t *acc;
    int8_t *out; /* may be acc: what is written has been read before */
    int32_t output_offset;
    int32_t out_step; /* bytes from a group to the next */
    int32_t exact;
    int32_t groups; /* at least 1 */
} cmlir_mve_depthwise_rescale_args;

void cmlir_mve_depthwise_rescale(const cmlir_mve_depthwise_rescale_args *args);

#endif

#endif
