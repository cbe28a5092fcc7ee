/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The last step of softmax with fixed output parameters, inlined where it is used.
 */
#ifndef CMLIR_MVE_SOFTMAX_WRITE_H
#define CMLIR_MVE_SOFTMAX_WRITE_H

#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

#define CMLIR_MVE_PROBABILITIES_OF(q, reciprocal, shift)                                           \
    "vqrdmulh.s32 " q ", " q ", " reciprocal "\n"                                                  \
    "vrshl.s32 " q ", " shift "\n"
#define CMLIR_MVE_PROBABILITIES(q) CMLIR_MVE_PROBABILITIES_OF(q, "%[reciprocal]", "%[shift]")

/*
 * output = cmlir_softmax_probability - 128, at most 127. Quotients are not negative, so VRSHL rounds
 * as RDP does; for more than 31 places it gives 0.
 *
 * Sixteen elements x are widened to the vectors x0 x4 x8 x12, x2 .., x1 .., x3 .., which come
 * together again in narrowing. Uses q0 to q4.
 */
#define CMLIR_MVE_WRITE_16(input, output, exp, reciprocal, shift, sign_bits)                       \
    "vldrb.u8 q0, [" input "], #16\n"                                                              \
    "vmovlb.s8 q1, q0\n"                                                                           \
    "vmovlt.s8 q0, q0\n"                                                                           \
    "vmovlb.s16 q2, q1\n"                                                                          \
    "vmovlt.s16 q1, q1\n"                                                                          \
    "vldrw.u32 q3, [" exp ", q2, uxtw #2]\n"                                                       \
    "vldrw.u32 q2, [" exp ", q1, uxtw #2]\n"                                                       \
    "vmovlb.s16 q1, q0\n"                                                                          \
    "vmovlt.s16 q0, q0\n"                                                                          \
    "vldrw.u32 q4, [" exp ", q1, uxtw #2]\n"                                                       \
    "vldrw.u32 q1, [" exp ", q0, uxtw #2]\n"                                                       \
    CMLIR_MVE_PROBABILITIES_OF("q3", reciprocal, shift)                                            \
    CMLIR_MVE_PROBABILITIES_OF("q2", reciprocal, shift)                                            \
    CMLIR_MVE_PROBABILITIES_OF("q4", reciprocal, shift)                                            \
    CMLIR_MVE_PROBABILITIES_OF("q1", reciprocal, shift)                                            \
    "vmovnt.i32 q3, q2\n"                                                                          \
    "vmovnt.i32 q4, q1\n"                                                                          \
    "vqmovunb.s16 q3, q3\n"                                                                        \
    "vqmovunt.s16 q3, q4\n"                                                                        \
    "veor q3, q3, " sign_bits "\n"                                                                 \
    "vstrb.8 q3, [" output "], #16\n"

/* The same for four elements, or as many as the predicate of the loop says */
#define CMLIR_MVE_WRITE_4(input, output, exp, reciprocal, shift, sign_bits)                        \
    "vldrb.s32 q0, [" input "], #4\n"                                                              \
    "vldrw.u32 q1, [" exp ", q0, uxtw #2]\n" CMLIR_MVE_PROBABILITIES_OF("q1", reciprocal, shift)   \
    "vqmovnb.s32 q1, q1\n"                                                                         \
    "vqmovunb.s16 q1, q1\n"                                                                        \
    "veor q1, q1, " sign_bits "\n"                                                                 \
    "vstrb.32 q1, [" output "], #4\n"

static inline void cmlir_mve_softmax_write(const cmlir_mve_softmax_rows *rows,
                                           int32_t row,
                                           const int8_t *input,
                                           int32_t row_size,
                                           int8_t *output)
{
    __asm__ volatile("wls lr, %[blocks], 2f\n"
                     "1:\n" CMLIR_MVE_WRITE_16("%[input]", "%[output]", "%[exp]", "%[reciprocal]",
                                               "%[shift]", "%q[sign_bits]") "le lr, 1b\n"
                     "2:\n"
                     "wlstp.32 lr, %[rest], 4f\n"
                     "3:\n" CMLIR_MVE_WRITE_4("%[input]", "%[output]", "%[exp]", "%[reciprocal]",
                                              "%[shift]", "%q[sign_bits]") "letp lr, 3b\n"
                     "4:\n"
                     : [input] "+l"(input), [output] "+l"(output)
                     : [blocks] "r"(row_size / 16), [rest] "r"(row_size % 16),
                       [exp] "r"(rows->exp[row]), [reciprocal] "r"(rows->reciprocal[row]),
                       [shift] "r"(8 - 31 - rows->exponent[row]), [sign_bits] "w"(vdupq_n_s8(-128))
                     : CMLIR_MVE_CLOBBERS, "q4");
}

#endif

#endif
