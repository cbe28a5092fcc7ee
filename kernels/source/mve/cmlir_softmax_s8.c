/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

typedef struct {
    int32_t multiplier;
    int32_t shift;
    int32_t offset;
} output_scale;

/* REQ of the unsigned 16-bit code; nothing is negative, so VRSHL rounds as RDP does. */
static void write_row(const cmlir_mve_softmax_rows *rows,
                      int32_t row,
                      const output_scale *scale,
                      const int8_t *in,
                      int32_t row_size,
                      int8_t *out)
{
    const int32_t left = scale->shift > 0 ? scale->shift : 0;
    __asm__ volatile("wlstp.32 lr, %[size], 2f\n"
                     "1:\n"
                     "vldrb.s32 q0, [%[in]], #4\n"
                     "vldrw.u32 q1, [%[exp], q0, uxtw #2]\n"
                     "vqrdmulh.s32 q1, q1, %[reciprocal]\n"
                     "vrshl.s32 q1, %[shift]\n"
                     "vmin.s32 q1, q1, %q[largest]\n"
                     "vshl.s32 q1, q1, %q[left]\n"
                     "vqrdmulh.s32 q1, q1, %[multiplier]\n"
                     "vrshl.s32 q1, %[right]\n"
                     "vadd.i32 q1, q1, %q[offset]\n"
                     "vmax.s32 q1, q1, %q[act_min]\n"
                     "vmin.s32 q1, q1, %q[act_max]\n"
                     "vstrb.32 q1, [%[out]], #4\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     : [in] "+l"(in), [out] "+l"(out)
                     : [size] "r"(row_size), [exp] "r"(rows->exp[row]),
                       [reciprocal] "r"(rows->reciprocal[row]),
                       [shift] "r"(16 - 31 - rows->exponent[row]),
                       [largest] "w"(vdupq_n_s32(UINT16_MAX)), [left] "w"(vdupq_n_s32(left)),
                       [multiplier] "r"(scale->multiplier), [right] "r"(scale->shift - left),
                       [offset] "w"(vdupq_n_s32(scale->offset)),
                       [act_min] "w"(vdupq_n_s32(INT8_MIN)), [act_max] "w"(vdupq_n_s32(INT8_MAX))
                     : "q0", "q1", "lr", "cc", "memory");
}

arm_cmsis_nn_status cmlir_softmax_s8(const int8_t *in,
                                     int32_t num_rows,
                                     int32_t row_size,
                                     int32_t mult,
                                     int32_t shift,
                                     int32_t diff_min,
                                     int32_t output_multiplier,
                                     int32_t output_shift,
                                     int32_t output_offset,
                                     int8_t *out)
{
    const output_scale scale = {output_multiplier, output_shift, output_offset};
    cmlir_mve_softmax softmax;
    cmlir_mve_softmax_rows rows;
    softmax.mult = mult;
    softmax.shift = shift;
    softmax.diff_min = diff_min;
    cmlir_mve_softmax_start(&softmax, in, num_rows, row_size);
    for (int32_t done = 0; done < num_rows; done += CMLIR_MVE_SOFTMAX_ROWS) {
        const int32_t count =
            cmlir_mve_softmax_scale(softmax.table, in, num_rows - done, row_size, &rows);
        for (int32_t row = 0; row < count; row++) {
            write_row(&rows, row, &scale, in, row_size, out);
            in += row_size;
            out += row_size;
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}

#endif
