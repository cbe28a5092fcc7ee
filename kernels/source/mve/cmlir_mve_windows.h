/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * From the sums of windows to codes: what the convolutions that read an image window by window
 * have in common.
 */
#ifndef CMLIR_MVE_WINDOWS_H
#define CMLIR_MVE_WINDOWS_H

#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

/*
 * The sums of four channels, acc[pair][group][channel][4 windows], where the second pair of channels
 * is pair_words behind the first, are rescaled to four bytes for each window: multiplier and shift of
 * a channel are scalars, the lanes are windows.
 */
typedef struct {
    const int32_t *multipliers; /* four for each four channels; NULL: only sums are wanted */
    const int32_t *shifts;      /* all -31..-1, or with `exact` all 0 */
    int8_t *out; /* may be acc: what is written has been read before */
    int32_t *acc;
    int32_t output_offset;
    int32_t out_step; /* bytes from a group to the next */
    int32_t groups;   /* at least 1 */
    int32_t exact;
    int32_t mask;              /* the windows of a group that are written, four bits each */
    uint32_t window_offset[4]; /* of a group's windows from `out`, all 4-byte aligned */
    int8_t act_min[16];
    int8_t act_max[16];
    int32_t pair_words;
    int32_t whole; /* all windows of a group are written, and no bounds are asked for */
} cmlir_mve_windows;

/* Places of the members */
#define CMLIR_MVE_MULTIPLIERS 0
#define CMLIR_MVE_SHIFTS 4
#define CMLIR_MVE_OUT 8
#define CMLIR_MVE_ACC 12
#define CMLIR_MVE_OFFSET 16
#define CMLIR_MVE_OUT_STEP 20
#define CMLIR_MVE_GROUP_COUNT 24
#define CMLIR_MVE_EXACT 28
#define CMLIR_MVE_MASK 32
#define CMLIR_MVE_WINDOW_OFFSET 36
#define CMLIR_MVE_ACT_MIN 52
#define CMLIR_MVE_ACT_MAX 68
#define CMLIR_MVE_PAIR 84
#define CMLIR_MVE_WHOLE 88
_Static_assert(offsetof(cmlir_mve_windows, exact) == CMLIR_MVE_EXACT &&
                   offsetof(cmlir_mve_windows, pair_words) == CMLIR_MVE_PAIR &&
                   offsetof(cmlir_mve_windows, whole) == CMLIR_MVE_WHOLE,
               "see the places");

/* Whether that is so: the value of `whole`, of mask and bounds */
static inline bool cmlir_mve_is_whole(const cmlir_mve_windows *windows)
{
    return windows->mask == UINT16_MAX && windows->act_min[0] == INT8_MIN &&
           windows->act_max[0] == INT8_MAX;
}

/* Rescales the sums at `windows`, and has multipliers, shifts and out go on to the next four
 * channels. */
void cmlir_mve_rescale_windows(cmlir_mve_windows *windows);

/*
 * Its loops, for assembly: not a function that C can call. Flag N says that all shifts are 0, flag C
 * that the windows are whole (see there).
 *
 *   r0..r3 multipliers   r4..r7 shifts, or anything if all are 0   r8 r12 acc of the pairs   r9 out
 *   r10 output offset   r11 step of out   q5 window offsets
 *   q6 q7 activation bounds, p0 the windows that are written: where they are not whole
 *   [sp, #32] groups   [sp, #36] where to go on, with the bit for Thumb
 *
 * Changes all of these registers but p0, and q0..q4.
 */
void cmlir_mve_rescale_groups(void);
#define CMLIR_MVE_FRAME_GROUPS "32"
#define CMLIR_MVE_FRAME_RETURN "36"

typedef enum { CMLIR_MVE_RIGHT, CMLIR_MVE_EXACT_SHIFTS, CMLIR_MVE_OTHER } cmlir_mve_shifts;

/* What four shifts are like */
static inline cmlir_mve_shifts cmlir_mve_kind_of_shifts(const int32_t *shift)
{
    const int32x4_t shifts = vldrwq_s32(shift);
    const int32_t most = vmaxvq_s32(INT32_MIN, shifts);
    if (most < 0) {
        return CMLIR_MVE_RIGHT;
    }
    return most == 0 && vminvq_s32(INT32_MAX, shifts) == 0 ? CMLIR_MVE_EXACT_SHIFTS
                                                          : CMLIR_MVE_OTHER;
}

/* What cmlir_mve_rescale_windows does, for any shifts; the bytes of window i go to acc[i]. */
void cmlir_mve_rescale_any(const cmlir_mve_windows *windows,
                           const int32_t *multiplier,
                           const int32_t *shift);

#endif

#endif
