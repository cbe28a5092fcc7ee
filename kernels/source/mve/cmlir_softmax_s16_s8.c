/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"
#include "../cmlir_masked_rows.h"
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

/* All ones where element i.. is kept, 0 elsewhere */
static int32x4_t kept_lanes(const cmlir_masked_row_t *row, int32_t i)
{
    if (row->mask == NULL) {
        return vdupq_n_s32(-1);
    }
    const uint32x4_t bytes = vldrbq_u32(row->mask + i);
    return vnegq_s32(vreinterpretq_s32_u32(vminq_u32(bytes, vdupq_n_u32(1))));
}

/* Elements i.., and INT16_MIN for those left out */
static int32x4_t kept_scores(const int16_t *in, int32_t i, int32x4_t kept)
{
    return vorrq_s32(vandq_s32(vldrhq_s32(in + i), kept),
                     vbicq_s32(vdupq_n_s32(INT16_MIN), kept));
}

/* INT16_MIN if nothing is kept */
static int32_t maximum(const cmlir_masked_row_t *row, const int16_t *in)
{
    int32x4_t most = vdupq_n_s32(INT16_MIN);
    int32_t i = 0;
    for (; i + 4 <= row->visible; i += 4) {
        most = vmaxq_s32(most, kept_scores(in, i, kept_lanes(row, i)));
    }
    int32_t max = vmaxvq_s32(INT16_MIN, most);
    for (; i < row->visible; i++) {
        if (in[i] > max && cmlir_masked_row_keeps(row, i)) {
            max = in[i];
        }
    }
    return max;
}

/* cmlir_softmax_exp_s16 of elements i.., 0 for those left out */
static int32x4_t exponentials_of(const cmlir_masked_row_t *row,
                                 const int32_t *exponentials,
                                 int32_t max,
                                 const int16_t *in,
                                 int32_t i)
{
    const int32x4_t kept = kept_lanes(row, i);
    const int32x4_t below = vsubq_s32(vdupq_n_s32(max), kept_scores(in, i, kept));
    const uint32x4_t d = vreinterpretq_u32_s32(below);
    const uint32x4_t fine = vandq_u32(d, vdupq_n_u32(255));
    const int32x4_t high = vldrwq_gather_shifted_offset_s32(exponentials, vshrq_n_u32(d, 8));
    const int32x4_t low = vldrwq_gather_shifted_offset_s32(exponentials + 256, fine);
    return vandq_s32(vqrdmulhq_s32(high, low), kept);
}

static cmlir_softmax_scale_t scale_of(const cmlir_masked_row_t *row,
                                      const int32_t *exponentials,
                                      int32_t max,
                                      const int16_t *in)
{
    uint64_t sum = 0;
    int32_t i = 0;
    for (; i + 4 <= row->visible; i += 4) { /* VRSHR rounds as RDP does: nothing is negative */
        const int32x4_t e = exponentials_of(row, exponentials, max, in, i);
        sum = vaddlvaq_u32(sum, vreinterpretq_u32_s32(vrshrq_n_s32(e, 12)));
    }
    for (; i < row->visible; i++) {
        if (cmlir_masked_row_keeps(row, i)) {
            const int32_t e = cmlir_softmax_exp_s16(exponentials, max - in[i]);
            sum += (uint32_t)cmlir_softmax_term(e);
        }
    }
    return cmlir_softmax_scale(sum);
}

static void
write_row(const cmlir_masked_row_t *row, const int32_t *exponentials, const int16_t *in, int8_t *out)
{
    const int32_t max = maximum(row, in);
    const cmlir_softmax_scale_t scale = scale_of(row, exponentials, max, in);
    const int32x4_t most = vdupq_n_s32(UINT8_MAX);
    int32_t i = 0;
    for (; i + 4 <= row->visible; i += 4) { /* more than 31 places to the right give 0 */
        const int32x4_t e = exponentials_of(row, exponentials, max, in, i);
        const int32x4_t quotient = vqrdmulhq_n_s32(e, scale.reciprocal);
        const int32x4_t code = vrshlq_n_s32(quotient, 8 - 31 - scale.exponent);
        vstrbq_s32(out + i, vaddq_n_s32(vminq_s32(code, most), INT8_MIN));
    }
    for (; i < row->visible; i++) {
        if (cmlir_masked_row_keeps(row, i)) {
            const int32_t e = cmlir_softmax_exp_s16(exponentials, max - in[i]);
            const int32_t code = cmlir_softmax_probability(scale, e, 8);
            out[i] = (int8_t)(cmlir_clamp(code, 0, UINT8_MAX) + INT8_MIN);
        }
    }
}

arm_cmsis_nn_status cmlir_softmax_s16_s8(const int16_t *in,
                                         const uint8_t *mask,
                                         int32_t rank,
                                         const int32_t *dims,
                                         const int32_t *mask_strides,
                                         int32_t diagonal,
                                         const int32_t *exponentials,
                                         int8_t *out)
{
    cmlir_masked_rows_t rows = {rank, dims, mask_strides, diagonal, mask, {0}};
    const int32_t count = cmlir_masked_rows_count(&rows);
    if (count < 0) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const int32_t row_size = dims[rank - 1];
    for (int32_t r = 0; r < count; r++, in += row_size, out += row_size) {
        const cmlir_masked_row_t row = cmlir_masked_rows_current(&rows);
        memset(out, INT8_MIN, (size_t)row_size);
        write_row(&row, exponentials, in, out);
        cmlir_masked_rows_next(&rows);
    }
    return ARM_CMSIS_NN_SUCCESS;
}

#endif
