/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

/* Up to so many elements, their exponentials are less work than those of a whole table. */
enum { FEW_ELEMENTS = 128 };
enum { CHUNK = 16 };

/* In the order in which exponentials() loads them */
typedef struct {
    const int32_t *d;
    int32_t *zero; /* where e of d = 0 goes to */
    int32_t mult;
    int32_t diff_min;
    int32_t shift;
    int32_t count;
} exponentials_args;

/* 1/3, exp(-1/8) and the factors of cmlir_exp_on_negative_values */
static const int32_t constants[9] = {715827883, 1895147668, 1672461947, 1302514674, 790015084,
                                     290630308, 39332535,   720401,     242};

/* If bit 31 - left of the multiple (q1) is set: e (q2) *= factor */
#define BARREL(left, factor)                                                                       \
    "vshl.i32 q3, q1, #" left "\n"                                                                 \
    "vpt.s32 lt, q3, zr\n"                                                                         \
    "vqrdmulht.s32 q2, q2, " factor "\n"

/*
 * zero[d[i]] = cmlir_softmax_exp(d[i]) for `count` entries, with the names of
 * cmlir_exp_on_negative_values for the steps. `d` may be what is written to, if zero[d[i]] is d[i].
 *
 * What is shifted in the polynomial is not negative, so VRSHR rounds as RDP does. The multiple is
 * negative for v = 0 only.
 *
 *   r0 d   r1 zero   r2 mult   r3 diff_min   r4..r12 constants   q6 1/8   q7 shift
 */
CMLIR_MVE_NAKED static void exponentials(const exponentials_args *args __attribute__((unused)),
                                         const int32_t constant[9] __attribute__((unused)))
{
    __asm__ volatile("push {r4-r11, lr}\n"
                     "vpush {d8-d15}\n"
                     "ldm r1, {r4-r12}\n"
                     "ldrd r2, lr, [r0, #16]\n"
                     "vdup.32 q7, r2\n"
                     "vmov.i32 q6, #0x10000000\n"
                     "ldm r0, {r0-r3}\n"
                     "wlstp.32 lr, lr, 2f\n"
                     "1:\n"
                     "vldrw.u32 q0, [r0], #16\n"
                     "vshl.s32 q1, q0, q7\n"
                     "vqrdmulh.s32 q1, q1, r2\n" /* v */
                     "vmov q2, q1\n"
                     "vorr.i32 q2, #0xff000000\n" /* rest */
                     "vsub.i32 q1, q2, q1\n"      /* multiple */
                     "vshl.i32 q2, q2, #5\n"
                     "vadd.i32 q2, q2, q6\n"     /* x */
                     "vqrdmulh.s32 q3, q2, q2\n" /* x2 */
                     "vqrdmulh.s32 q4, q3, q2\n" /* x3 */
                     "vqrdmulh.s32 q5, q3, q3\n" /* x4 */
                     "vrshr.s32 q5, q5, #2\n"
                     "vadd.i32 q4, q4, q5\n"
                     "vqrdmulh.s32 q4, q4, r4\n"
                     "vadd.i32 q3, q3, q4\n" /* high_terms */
                     "vrshr.s32 q3, q3, #1\n"
                     "vadd.i32 q2, q2, q3\n" /* polynomial */
                     "vqrdmulh.s32 q2, q2, r5\n"
                     "vadd.i32 q2, q2, r5\n" /* e */
                     BARREL("7", "r6") BARREL("6", "r7") BARREL("5", "r8") BARREL("4", "r9")
                     BARREL("3", "r10") BARREL("2", "r11") BARREL("1", "r12")
                     "vpt.s32 lt, q1, zr\n"
                     "vmvnt.i32 q2, #0x80000000\n"
                     "vpt.s32 lt, q0, r3\n"
                     "vmovt.i32 q2, #0\n"
                     "vstrw.32 q2, [r1, q0, uxtw #2]\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     "vpop {d8-d15}\n"
                     "pop {r4-r11, pc}\n");
}

static void add_entries(cmlir_mve_softmax *softmax, const int32_t *d, int32_t count)
{
    const exponentials_args args = {
        .d = d,
        .zero = softmax->table + 255,
        .mult = softmax->mult,
        .diff_min = softmax->diff_min,
        .shift = softmax->shift,
        .count = count,
    };
    exponentials(&args, constants);
}

static void all_entries(cmlir_mve_softmax *softmax)
{
    int32x4_t d = vaddq_n_s32(vreinterpretq_s32_u32(vidupq_n_u32(0, 1)), -255);
    for (int32_t i = 0; i < 256; i += 4) {
        vstrwq_s32(softmax->table + i, d);
        d = vaddq_n_s32(d, 4);
    }
    add_entries(softmax, softmax->table, 256);
}

static void entries_for_row(cmlir_mve_softmax *softmax, const int8_t *input, int32_t row_size)
{
    int32_t d[CHUNK];
    const int32_t maximum = cmlir_mve_maximum(input, row_size);
    for (int32_t first = 0; first < row_size; first += CHUNK) {
        const int32_t left = row_size - first;
        const int32_t count = left < CHUNK ? left : CHUNK;
        for (int32_t i = 0; i < count; i++) {
            d[i] = input[first + i] - maximum;
        }
        add_entries(softmax, d, count);
    }
}

void cmlir_mve_softmax_start(
    cmlir_mve_softmax *softmax, const int8_t *input, int32_t num_rows, int32_t row_size)
{
    if (num_rows * row_size > FEW_ELEMENTS) {
        all_entries(softmax);
        return;
    }
    for (int32_t row = 0; row < num_rows; row++, input += row_size) {
        entries_for_row(softmax, input, row_size);
    }
}

#endif
