/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arm_nnfunctions.h"
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

/* cmlir_softmax_probability - 32768, at most 32767; see arm_softmax_s8 for the rounding */
static void write_row(const cmlir_mve_softmax_rows *rows,
                      int32_t row,
                      const int8_t *input,
                      int32_t row_size,
                      int16_t *output)
{
    __asm__ volatile("vmov.i32 q2, #0xffff\n"
                     "wlstp.32 lr, %[size], 2f\n"
                     "1:\n"
                     "vldrb.s32 q0, [%[input]], #4\n"
                     "vldrw.u32 q1, [%[exp], q0, uxtw #2]\n"
                     "vqrdmulh.s32 q1, q1, %[reciprocal]\n"
                     "vrshl.s32 q1, %[shift]\n"
                     "vmin.s32 q1, q1, q2\n"
                     "vsub.i32 q1, q1, %[offset]\n"
                     "vstrh.32 q1, [%[output]], #8\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     : [input] "+l"(input), [output] "+l"(output)
                     : [size] "r"(row_size), [exp] "r"(rows->exp[row]),
                       [reciprocal] "r"(rows->reciprocal[row]),
                       [shift] "r"(16 - 31 - rows->exponent[row]), [offset] "r"(32768)
                     : CMLIR_MVE_CLOBBERS);
}

void arm_softmax_s8_s16(const int8_t *input,
                        const int32_t num_rows,
                        const int32_t row_size,
                        const int32_t mult,
                        const int32_t shift,
                        const int32_t diff_min,
                        int16_t *output)
{
    cmlir_mve_softmax softmax;
    cmlir_mve_softmax_rows rows;
    softmax.mult = mult;
    softmax.shift = shift;
    softmax.diff_min = diff_min;
    cmlir_mve_softmax_start(&softmax, input, num_rows, row_size);
    for (int32_t done = 0; done < num_rows; done += CMLIR_MVE_SOFTMAX_ROWS) {
        const int32_t count =
            cmlir_mve_softmax_scale(softmax.table, input, num_rows - done, row_size, &rows);
        for (int32_t row = 0; row < count; row++) {
            write_row(&rows, row, input, row_size, output);
            input += row_size;
            output += row_size;
        }
    }
}

#endif
