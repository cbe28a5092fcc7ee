/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve_depthwise.h"

#if defined(CMLIR_MVE)

enum { COLUMN = CMLIR_MVE_COLUMN_BYTES };

/* 16 channels, whose planes are at offsets[8] and others[8] */
static void scatter_16(const cmlir_mve_depthwise_pixels *pixels, uint16x8_t offsets)
{
    const uint16x8_t others = vaddq_n_u16(offsets, (uint16_t)(8 * pixels->plane_bytes));
    const int8_t *row = pixels->in;
    int8_t *first = pixels->to;
    for (int32_t left = pixels->rows; left > 0; left--) {
        const int8_t *in = row;
        int8_t *to = first;
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
                         : [count] "r"(pixels->count), [pixel_bytes] "r"(pixels->pixel_bytes),
                           [offsets] "w"(offsets), [others] "w"(others), [column] "i"(COLUMN)
                         : CMLIR_MVE_CLOBBERS);
        row += pixels->row_bytes;
        first++;
    }
}

/* At most 8 channels from `first` on */
static void scatter_8(const cmlir_mve_depthwise_pixels *pixels, int32_t first, uint16x8_t offsets)
{
    const mve_pred16_t active = vctp16q((uint32_t)(pixels->channels - first));
    for (int32_t row = 0; row < pixels->rows; row++) {
        const int8_t *in = pixels->in + row * pixels->row_bytes + first;
        int8_t *to = pixels->to + row + first * pixels->plane_bytes;
        for (int32_t i = 0; i < pixels->count; i++, in += pixels->pixel_bytes, to += COLUMN) {
            vstrbq_scatter_offset_p_s16(to, offsets, vldrbq_z_s16(in, active), active);
        }
    }
}

void cmlir_mve_depthwise_scatter(const cmlir_mve_depthwise_pixels *pixels)
{
    const uint16x8_t offsets = vmulq_n_u16(vidupq_n_u16(0, 1), (uint16_t)pixels->plane_bytes);
    if (pixels->channels == 16) {
        scatter_16(pixels, offsets);
        return;
    }
    for (int32_t first = 0; first < pixels->channels; first += 8) {
        scatter_8(pixels, first, offsets);
    }
}

#endif
