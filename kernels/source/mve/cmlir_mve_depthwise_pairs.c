/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve_depthwise.h"

#if defined(CMLIR_MVE)

enum { COLUMN = CMLIR_MVE_COLUMN_BYTES, TAPS = 9 };

/* Tap i of a channel is at PLACES[i] of its weights; everywhere else there are zeros. */
static const uint8_t PLACES[TAPS] = {0, COLUMN, 2 * COLUMN,     1,    COLUMN + 1, 2 * COLUMN + 1,
                                     2, COLUMN + 2, 2 * COLUMN + 2};

/* The weights of eight channels, from those of the first, and the sums of four */
#define PAIR(i) ((i) * (int32_t)sizeof(cmlir_mve_depthwise_pair))
static const uint16_t WEIGHTS[8] = {PAIR(0), PAIR(0) + 16, PAIR(1), PAIR(1) + 16,
                                    PAIR(2), PAIR(2) + 16, PAIR(3), PAIR(3) + 16};
static const uint32_t SUMS[4] = {PAIR(0), PAIR(0) + 4, PAIR(1), PAIR(1) + 4};

static void sixteen(const int8_t *weights,
                    int32_t pitch,
                    const int32_t *sums,
                    cmlir_mve_depthwise_pair *pairs)
{
    const uint16x8_t offsets = vldrhq_u16(WEIGHTS);
    const uint32x4_t sum_offsets = vldrwq_u32(SUMS);
    for (int32_t tap = 0; tap < TAPS; tap++, weights += pitch) {
        vstrbq_scatter_offset_s16(pairs[0].weights[0] + PLACES[tap], offsets, vldrbq_s16(weights));
        vstrbq_scatter_offset_s16(pairs[4].weights[0] + PLACES[tap], offsets,
                                  vldrbq_s16(weights + 8));
    }
    for (int32_t i = 0; i < 4; i++) {
        vstrwq_scatter_offset_s32(pairs[2 * i].sums, sum_offsets, vldrwq_s32(sums + 4 * i));
    }
}

void cmlir_mve_depthwise_pairs(const int8_t *weights,
                               int32_t pitch,
                               const int32_t *sums,
                               int32_t channels,
                               cmlir_mve_depthwise_pair *pairs)
{
    if (channels == 16) {
        sixteen(weights, pitch, sums, pairs);
        return;
    }
    const uint16x8_t offsets = vldrhq_u16(WEIGHTS);
    for (int32_t first = 0; first < channels; first += 8) {
        const mve_pred16_t active = vctp16q((uint32_t)(channels - first));
        const int8_t *weight = weights + first;
        for (int32_t tap = 0; tap < TAPS; tap++, weight += pitch) {
            vstrbq_scatter_offset_p_s16(pairs[first / 2].weights[0] + PLACES[tap], offsets,
                                        vldrbq_z_s16(weight, active), active);
        }
    }
    for (int32_t c = 0; c < channels; c++) {
        pairs[c / 2].sums[c % 2] = sums[c];
    }
}

#endif
