/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "../cmlir_recurrent.h"
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

static int32_t dot(const int8_t *codes, const int8_t *weights, int32_t depth, int32_t sum)
{
    __asm__ volatile("wlstp.8 lr, %[depth], 2f\n"
                     "1:\n"
                     "vldrb.u8 q0, [%[codes]], #16\n"
                     "vldrb.u8 q1, [%[weights]], #16\n"
                     "vmladava.s8 %[sum], q0, q1\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     : [sum] "+Te"(sum), [codes] "+r"(codes), [weights] "+r"(weights)
                     : [depth] "r"(depth)
                     : CMLIR_MVE_CLOBBERS);
    return sum;
}

/* Sums of four rows at a time by cmlir_mve_dot_1x4, the last one to three rows one by one */
static void all_sums(const cmlir_gate_half_args *args, int32_t *sums)
{
    const int32_t fours = args->depth > 0 ? args->rows & ~3 : 0;
    memcpy(sums, args->sums, (size_t)args->rows * sizeof *sums);
    if (fours > 0) {
        const cmlir_mve_dot_1x4_args block = {
            .lhs = args->codes,
            .rhs = args->weights,
            .rhs_stride = args->depth,
            .depth = args->depth,
            .acc = sums,
            .acc_end = sums + fours,
        };
        cmlir_mve_dot_1x4(&block);
    }
    for (int32_t j = fours; j < args->rows; j++) {
        const int8_t *row = args->weights + (ptrdiff_t)j * args->depth;
        sums[j] = dot(args->codes, row, args->depth, sums[j]);
    }
}

void cmlir_gate_half(const cmlir_gate_half_args *args, int32_t *halves)
{
    all_sums(args, halves);
    for (int32_t j = 0; j < args->rows; j += 4) {
        const mve_pred16_t there = vctp32q((uint32_t)(args->rows - j));
        const int32x4_t sum = vldrwq_z_s32(halves + j, there);
        const int32x4_t left = vqshlq_s32(sum, vldrwq_z_s32(args->shift + j, there));
        const int32x4_t half = vqrdmulhq_s32(left, vldrwq_z_s32(args->multiplier + j, there));
        vstrwq_p_s32(halves + j, half, there);
    }
}

#endif
