/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The loop over four rows of four columns that rescales accumulators, for the two functions that
 * differ only in how an accumulator is rescaled.
 */
#ifndef CMLIR_MVE_COLUMNS_H
#define CMLIR_MVE_COLUMNS_H

#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

/*
 * The lanes are rows, so multiplier and shift of a column are scalars.
 *
 *   r0..r3 multipliers   r4..r7 shifts   r8 acc   r9 out   r10 output offset   r11 step of out
 *   r12 terms   lr groups   q5 row offsets   q6 q7 activation bounds
 */

#define COLUMN(address, ADD, RESCALE, q, multiplier, shift)                                        \
    "vldrw.u32 q0, " address "\n" ADD RESCALE(q, "q0", multiplier, shift)

/* The columns 0..3 are interleaved by narrowing them in the pairs (0, 2) and (1, 3). ADD adds the
 * terms in q4, which column 3 then overwrites. */
#define FOUR_ROWS(ADD, RESCALE)                                                                    \
    COLUMN("[r8, #16]", ADD, RESCALE, "q2", "r1", "r5")                                                     \
    COLUMN("[r8, " PAIR "]", ADD, RESCALE, "q3", "r2", "r6")                                                \
    COLUMN("[r8], #32", ADD, RESCALE, "q1", "r0", "r4")                                                     \
    COLUMN("[r8, " PAIR " - 16]", ADD, RESCALE, "q4", "r3", "r7")                                           \
    "vqmovnb.s32 q1, q1\n"                                                                         \
    "vqmovnb.s32 q2, q2\n"                                                                         \
    "vqmovnt.s32 q1, q3\n"                                                                         \
    "vqmovnt.s32 q2, q4\n"                                                                         \
    "vqadd.s16 q1, q1, r10\n"                                                                      \
    "vqadd.s16 q2, q2, r10\n"                                                                      \
    "vqmovnb.s16 q1, q1\n"                                                                         \
    "vqmovnt.s16 q1, q2\n"                                                                         \
    "vmax.s8 q1, q1, q6\n"                                                                         \
    "vmin.s8 q1, q1, q7\n"                                                                         \
    "vstrw.32 q1, [r9, q5]\n"                                                                      \
    "add r9, r9, r11\n"

#define PAIR "#256" /* bytes from a pair of columns to the next */
_Static_assert(CMLIR_MVE_PAIR_WORDS * sizeof(int32_t) == 256, "see PAIR");

/* The body of a naked function whose argument is a cmlir_mve_rescale_4_columns_args. */
#define CMLIR_MVE_FOUR_COLUMNS(RESCALE)                                                            \
    "push {r4-r11, lr}\n"                                                                          \
    "vpush {d8-d15}\n"                                                                             \
    "add r12, r0, #32\n"                                                                           \
    "vldrw.u32 q5, [r12], #16\n"                                                                   \
    "vldrw.u32 q6, [r12], #16\n"                                                                   \
    "vldrw.u32 q7, [r12], #16\n"                                                                   \
    "ldm r0, {r0-r7}\n"                                                                            \
    "ldm r12, {r8-r12, lr}\n"                                                                      \
    "dls lr, lr\n"                                                                                 \
    "cmp r12, #0\n"                                                                                \
    "bne.w 2f\n"                                                                                   \
    "1:\n" FOUR_ROWS("", RESCALE)                                                                  \
    "le lr, 1b\n"                                                                                  \
    "b 3f\n"                                                                                       \
    "2:\n"                                                                                         \
    "vldrw.u32 q4, [r12], #16\n" FOUR_ROWS("vadd.i32 q0, q0, q4\n", RESCALE)                       \
    "le lr, 2b\n"                                                                                  \
    "3:\n"                                                                                         \
    "vpop {d8-d15}\n"                                                                              \
    "pop {r4-r11, pc}\n"

#endif

#endif
