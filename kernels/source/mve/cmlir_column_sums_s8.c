/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

static void
sixteen_column_sums(const int8_t *data, int32_t stride, int32_t rows, int32_t *sums)
{
    int32x4_t sum0 = vdupq_n_s32(0);
    int32x4_t sum1 = sum0;
    int32x4_t sum2 = sum0;
    int32x4_t sum3 = sum0;
    for (int32_t row = 0; row < rows; row++) {
        sum0 = vaddq_s32(sum0, vldrbq_s32(data));
        sum1 = vaddq_s32(sum1, vldrbq_s32(data + 4));
        sum2 = vaddq_s32(sum2, vldrbq_s32(data + 8));
        sum3 = vaddq_s32(sum3, vldrbq_s32(data + 12));
        data += stride;
    }
    vstrwq_s32(sums, sum0);
    vstrwq_s32(sums + 4, sum1);
    vstrwq_s32(sums + 8, sum2);
    vstrwq_s32(sums + 12, sum3);
}

/* At most four columns */
static void
few_column_sums(const int8_t *data, int32_t stride, int32_t rows, int32_t cols, int32_t *sums)
{
    const mve_pred16_t columns = vctp32q((uint32_t)cols);
    int32x4_t sum = vdupq_n_s32(0);
    for (int32_t row = 0; row < rows; row++) {
        sum = vaddq_s32(sum, vldrbq_z_s32(data, columns));
        data += stride;
    }
    vstrwq_p_s32(sums, sum, columns);
}

void cmlir_column_sums_s8(
    const int8_t *data, int32_t stride, int32_t rows, int32_t cols, int32_t *sums)
{
    int32_t c = 0;
    for (; c + 16 <= cols; c += 16) {
        sixteen_column_sums(data + c, stride, rows, sums + c);
    }
    for (; c < cols; c += 4) {
        few_column_sums(data + c, stride, rows, cols - c, sums + c);
    }
}

#endif
