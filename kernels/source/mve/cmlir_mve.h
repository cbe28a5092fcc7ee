/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The parts that the vector kernels for MVE (Helium) share.
 *
 * The inner loops are inline assembly: compilers that matter here produce wrong or slow code for
 * predicated intrinsics, and no tail-predicated loops at all. Three rules keep them portable:
 *   - a function whose loop needs all general registers is `naked`, takes one pointer to a struct
 *     and names its registers itself; all others leave the choice to the compiler;
 *   - remainders are handled by predication (DLSTP/LETP, VCTP), which neither reads nor writes
 *     beyond the last element;
 *   - VLDRB and VSTRB serve int8 data of any alignment, VLDRW and VSTRW only int32 data.
 */
#ifndef CMLIR_MVE_H
#define CMLIR_MVE_H

#include "../cmlir_core.h"

#if defined(CMLIR_MVE)

#include <arm_mve.h>

/* Registers of the vector unit that functions may change freely */
#define CMLIR_MVE_CLOBBERS "q0", "q1", "q2", "q3", "lr", "cc", "memory"

/* A function that is all assembly; `used` keeps its signature as it is. */
#define CMLIR_MVE_NAKED __attribute__((naked, noinline, used, aligned(4)))

/* -------------------------------------------------------------------------------- rescaling ---
 *
 * q = REQ(x, multiplier, right) for a shift to the right, -31..0. The lanes of sign_shift hold
 * cmlir_mve_sign_shift(right). For n = -right > 0
 *
 *     RDP(DHM(x, multiplier), n) = VRSHL(DHM(x, multiplier) - (x < 0), -n),
 *
 * because the product has the sign of x or is 0, and a 0 that becomes -1 is rounded back to 0.
 */
#define CMLIR_MVE_RESCALE(q, x, sign_shift, multiplier, right)                                     \
    "vshl.s32 " q ", " x ", " sign_shift "\n"                                                      \
    "vqrdmlah.s32 " q ", " x ", " multiplier "\n"                                                  \
    "vrshl.s32 " q ", " right "\n"

/* The same for a right of at most -1 */
#define CMLIR_MVE_RESCALE_RIGHT(q, x, multiplier, right)                                           \
    "vshr.s32 " q ", " x ", #31\n"                                                                 \
    "vqrdmlah.s32 " q ", " x ", " multiplier "\n"                                                  \
    "vrshl.s32 " q ", " right "\n"

/* The shift that takes x to -(x < 0) if `shift` is to the right, and to 0 otherwise */
static inline int32_t cmlir_mve_sign_shift(int32_t shift)
{
    return shift < 0 ? -31 : 32;
}

/* ----------------------------------------------------------------------------- dot products --- */

/* The accumulators of a block of rows: a pair of columns takes the first half, the next pair the
 * second. Within a half: [rows / 4][2 columns][4 rows]. */
enum { CMLIR_MVE_BLOCK_ROWS = 32 };
enum { CMLIR_MVE_PAIR_WORDS = 2 * CMLIR_MVE_BLOCK_ROWS };

/* acc[g][c][i] = start[c] + sum_k lhs[4 g + i][k] * rhs_c[k] */
typedef struct {
    const int8_t *rhs0;
    const int8_t *rhs1;
    int32_t lhs_stride;
    int32_t *acc;
    int32_t *acc_end; /* acc + 8 * groups; at least one group */
    int32_t start[2];
    const int8_t *lhs;
    int32_t steps;     /* depth / 16 */
    int32_t remainder; /* depth % 16 */
} cmlir_mve_dot_4x2_args;

void cmlir_mve_dot_4x2(const cmlir_mve_dot_4x2_args *args);

/*
 * The columns of a block of at most CMLIR_MVE_BLOCK_ROWS rows, four at a time:
 *
 *     acc[p][g][c][i] = starts[2 p + c] + sum_k lhs[i groups + g][k] * rhs[2 p + c][k]
 *     out[i groups + g][2 p + c] = clamp(REQ(acc[p][g][c][i] + terms[g][i], ..) + output_offset)
 *
 * for the two pairs p of four columns, after which everything moves on to the next four. The shifts
 * are all 0 or all -31..-1. The four rows i of a group g are far apart so that each of them is followed by its
 * neighbour in the next group.
 */
typedef struct {
    const int8_t *lhs;
    int32_t lhs_stride;
    int32_t lhs_quarter; /* groups * lhs_stride */
    const int8_t *rhs;
    int32_t rhs_stride;
    const int32_t *starts; /* two for each pair of columns */
    int32_t start_step;    /* bytes to those of the next pair: 8, or 0 */
    int32_t steps;         /* depth = 16 * steps + tail + 64 * more; 0..4 */
    int32_t tail; /* 0..15; or its negative where 16 bytes may be read of each row, whatever they are:
                     only with steps 1..3 and without more */
    int32_t more;
    int32_t quads;              /* columns / 4, at least 1 */
    const int32_t *multipliers; /* four for each four columns; NULL: only acc is wanted */
    const int32_t *shifts;
    int32_t scale_step; /* bytes to those of the next four columns: 16, or 0 */
    int8_t *out;
    int32_t *acc; /* pairs are CMLIR_MVE_PAIR_WORDS apart; that of a pair ends where the address is
                     a multiple of 256 */
    int32_t output_offset;
    int32_t out_step;     /* bytes from a row of out to the next */
    union {
        const int32_t *terms; /* [groups][4]; or NULL */
        const int8_t *table;  /* [256] */
    };
    int32_t groups; /* rows / 4, at least 1 */
    int32_t kind; /* 0, 1 if there are bounds other than those of int8, 2 if there are terms, 3 if
                     out is table[code] for codes that an output_offset of 128 more makes 0..255; and
                     4 more if all shifts are 0 */
    uint32_t row_offset[4]; /* of the rows of a group from `out`; all rows 4-byte aligned */
    int8_t act_min[16];
    int8_t act_max[16];
} cmlir_mve_matmul_4x4_args;

void cmlir_mve_matmul_4x4(const cmlir_mve_matmul_4x4_args *args);

/* out[4 g + i] = factor * sum_k data[g * group_step + i * row_step + k] + constant, mod 2^32 */
void cmlir_mve_scaled_sums(const int8_t *data,
                           int32_t row_step,
                           int32_t group_step,
                           int32_t groups,
                           int32_t depth,
                           int32_t factor,
                           int32_t constant,
                           int32_t *out);

/* acc[c] += sum_k lhs[k] * rhs[c][k] */
typedef struct {
    const int8_t *lhs;
    const int8_t *rhs;
    int32_t rhs_stride;
    int32_t depth; /* at least 1 */
    int32_t *acc;
    int32_t *acc_end; /* acc + 4 * groups; at least one group */
} cmlir_mve_dot_1x4_args;

void cmlir_mve_dot_1x4(const cmlir_mve_dot_1x4_args *args);

/* acc[c] = start[c] + sum_k lhs[k] * rhs[c][k] for 128 * parts elements */
typedef struct {
    const int8_t *lhs;
    int32_t groups; /* of eight columns, at least 1 */
    const int8_t *rhs;
    int32_t parts; /* at least 1 */
    int32_t *acc;
    const int32_t *start; /* may be acc */
    int32_t rhs_stride;
} cmlir_mve_dot_1x8_args;

void cmlir_mve_dot_1x8(const cmlir_mve_dot_1x8_args *args);

/* out[i] = clamp(REQ(acc[i], multiplier, shift) + output_offset), any shifts; `out` is apart */
typedef struct {
    const int32_t *multiplier; /* [size] if per_channel, else [1] */
    const int32_t *shift;
    int32_t per_channel;
    int32_t output_offset;
    int32_t act_min;
    int32_t act_max;
} cmlir_mve_rescale;

void cmlir_mve_rescale_row(const int32_t *acc,
                           int8_t *out,
                           int32_t size,
                           const cmlir_mve_rescale *rescale);

/* ----------------------------------------------------------------------------------- softmax ---
 *
 * x - max(row) of int8 values has only 256 values, so e = cmlir_softmax_exp comes from a table; see
 * cmlir_arithmetic.h for the steps of the calculation.
 */

enum { CMLIR_MVE_SOFTMAX_ROWS = 4 }; /* whose scales are computed together */

/* For each row */
typedef struct {
    uintptr_t exp[CMLIR_MVE_SOFTMAX_ROWS]; /* address where e of x = 0 is, or would be */
    int32_t reciprocal[CMLIR_MVE_SOFTMAX_ROWS]; /* cmlir_softmax_scale_t */
    int32_t exponent[CMLIR_MVE_SOFTMAX_ROWS];
} cmlir_mve_softmax_rows;

/* e of d is at table[255 + d], d = -255..0 */
typedef struct {
    int32_t mult;
    int32_t shift;
    int32_t diff_min;
    int32_t table[256];
} cmlir_mve_softmax;

/* Fills the table, or with few elements the entries that they need. */
void cmlir_mve_softmax_start(
    cmlir_mve_softmax *softmax, const int8_t *input, int32_t num_rows, int32_t row_size);

/* Scales of the rows at `input`, at most CMLIR_MVE_SOFTMAX_ROWS; returns how many. */
int32_t cmlir_mve_softmax_scale(const int32_t table[256],
                                const int8_t *input,
                                int32_t num_rows,
                                int32_t row_size,
                                cmlir_mve_softmax_rows *rows);

/* cmlir_softmax_table_s8 on four rows of 1..4096 elements; `last` is where e of d = 0 is. */
void cmlir_mve_softmax_4_rows(const int8_t *in,
                              int8_t *out,
                              int32_t row_size,
                              const int32_t *last);

/* The scales of rows whose sums are sums[row] * 2^excess[row], not 0 */
void cmlir_mve_softmax_reciprocals(const uint32_t sums[CMLIR_MVE_SOFTMAX_ROWS],
                                   const int32_t excess[CMLIR_MVE_SOFTMAX_ROWS],
                                   cmlir_mve_softmax_rows *rows);

/* The largest of the values, of which there is at least one */
static inline int32_t cmlir_mve_maximum(const int8_t *data, int32_t size)
{
    int32_t maximum = INT8_MIN;
    __asm__ volatile("wlstp.8 lr, %[size], 2f\n"
                     "1:\n"
                     "vldrb.u8 q0, [%[data]], #16\n"
                     "vmaxv.s8 %[maximum], q0\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     : [maximum] "+r"(maximum), [data] "+r"(data)
                     : [size] "r"(size)
                     : CMLIR_MVE_CLOBBERS);
    return maximum;
}

#endif

#endif
