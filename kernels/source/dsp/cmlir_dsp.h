/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The parts that the kernels for processors with the DSP extension share (Cortex-M4, M7, M33):
 * two signed halfwords from each word of bytes, and two multiply-accumulates in one instruction.
 *
 * A block is eight rows of lhs against all columns of rhs, one column at a time, so that each word
 * of rhs is extended to halfwords once for eight rows. The rows of lhs are extended beforehand, at
 * most CMLIR_DSP_STEPS words of each at a time, and lie interleaved: for each step of four bytes
 * rows 0..7, of each bytes 0 and 2, then bytes 1 and 3.
 */
#ifndef CMLIR_DSP_H
#define CMLIR_DSP_H

#include "../cmlir_core.h"

#if defined(CMLIR_DSP)

enum { CMLIR_DSP_ROWS = 8 };
enum { CMLIR_DSP_STEPS = 16 };
enum { CMLIR_DSP_STEP_WORDS = 2 * CMLIR_DSP_ROWS };
enum { CMLIR_DSP_COLUMNS = 32 }; /* whose accumulators are kept at a time */

/* A function that is all assembly; `used` keeps its signature as it is. */
#define CMLIR_DSP_NAKED __attribute__((naked, noinline, used, aligned(4)))

/* Four bytes of any alignment */
static inline uint32_t cmlir_dsp_load(const int8_t *data)
{
    uint32_t word;
    memcpy(&word, data, sizeof word);
    return word;
}

/* Bytes 0 and 2 as halfwords */
static inline uint32_t cmlir_dsp_even(uint32_t bytes)
{
    uint32_t halfwords;
    __asm__("sxtb16 %0, %1" : "=r"(halfwords) : "r"(bytes));
    return halfwords;
}

/* Bytes 1 and 3 */
static inline uint32_t cmlir_dsp_odd(uint32_t bytes)
{
    uint32_t halfwords;
    __asm__("sxtb16 %0, %1, ror #8" : "=r"(halfwords) : "r"(bytes));
    return halfwords;
}

/* sum + a0 * b0 + a1 * b1, mod 2^32 */
static inline uint32_t cmlir_dsp_multiply(uint32_t a, uint32_t b, uint32_t sum)
{
    uint32_t result;
    __asm__("smlad %0, %1, %2, %3" : "=r"(result) : "r"(a), "r"(b), "r"(sum));
    return result;
}

/* -------------------------------------------------------------------------------- rescaling ---
 *
 * REQ(x, M, -n) + offset for |x| < 2^30, 0 <= M, 0 <= n <= 22 and |offset| <= 128, where nothing
 * exceeds 32 bits. The product of both cases is
 *
 *     t = DHM(x, M) = (2 x M + 2^31) >> 32,        |t| <= |x|.
 *
 * For n = 0 the result is t + offset. For n > 0 it is, with H = 2^(n - 1) + offset * 2^n,
 *
 *     RDP(t, n) + offset = (t - (t < 0) + H) >> n.
 *
 * x may take the place of t in the comparison: t has its sign or is 0, and then
 * (-1 + H) >> n = H >> n. So the multiplication itself adds offset, or H - (x < 0).
 */
typedef struct {
    int32_t multiplier;
    int32_t start; /* offset, or H */
    int32_t shift; /* n */
} cmlir_dsp_scale;

/* start + t */
static inline int32_t cmlir_dsp_product(int32_t x, int32_t multiplier, int32_t start)
{
    int32_t sum;
    __asm__("smmlar %0, %1, %2, %3"
            : "=r"(sum)
            : "r"(cmlir_shift_left(x, 1)), "r"(multiplier), "r"(start));
    return sum;
}

static inline int32_t cmlir_dsp_rescale(const cmlir_dsp_scale *scale, int32_t x)
{
    if (scale->shift == 0) {
        return cmlir_dsp_product(x, scale->multiplier, scale->start);
    }
    const int32_t start = scale->start + (x >> 31);
    return cmlir_dsp_product(x, scale->multiplier, start) >> scale->shift;
}

static inline int32_t cmlir_dsp_saturate(int32_t x)
{
    int32_t code;
    __asm__("ssat %0, #8, %1" : "=r"(code) : "r"(x));
    return code;
}

/* -------------------------------------------------------------------------- parts of matmul --- */

/* The start value of a column */
static inline int32_t cmlir_dsp_start(const cmlir_matmul_nt_s8_args *args, int32_t col)
{
    return args->sums == NULL ? 0 : args->sums[col];
}

/* Whether products and row terms keep the accumulators within 2^29 of their start values */
bool cmlir_dsp_is_bounded(const cmlir_matmul_nt_s8_args *args,
                          int32_t rows,
                          const int32_t *terms);

/* What one column needs for its outputs */
typedef struct {
    cmlir_dsp_scale scale;
    bool is_scaled; /* else `scale` does not hold, and the general arithmetic is needed */
    int32_t multiplier;
    int32_t shift;
} cmlir_dsp_column;

enum { CMLIR_DSP_MOST_START = 1 << 29 };
enum { CMLIR_DSP_MOST_SHIFT = 22 };
enum { CMLIR_DSP_MOST_OFFSET = 128 };

/* Only then is the fast arithmetic exact. */
static inline bool
cmlir_dsp_is_scaled(int32_t start, int32_t multiplier, int32_t shift, int32_t offset)
{
    return start > -CMLIR_DSP_MOST_START && start < CMLIR_DSP_MOST_START && multiplier >= 0
           && shift <= 0 && shift >= -CMLIR_DSP_MOST_SHIFT && offset >= -CMLIR_DSP_MOST_OFFSET
           && offset <= CMLIR_DSP_MOST_OFFSET;
}

/* The column `col` of rows for which is_bounded is what cmlir_dsp_is_bounded says */
static inline cmlir_dsp_column
cmlir_dsp_column_of(const cmlir_matmul_nt_s8_args *args, int32_t col, bool is_bounded)
{
    const int32_t channel = args->per_channel != 0 ? col : 0;
    const int32_t multiplier = args->multiplier[channel];
    const int32_t shift = args->shift[channel];
    const int32_t offset = args->output_offset;
    cmlir_dsp_column column = {{0, 0, 0}, false, multiplier, shift};
    if (is_bounded
        && cmlir_dsp_is_scaled(cmlir_dsp_start(args, col), multiplier, shift, offset)) {
        const int32_t half = shift == 0 ? 0 : 1 << (-shift - 1);
        column.is_scaled = true;
        column.scale = (cmlir_dsp_scale){multiplier, offset * (1 << -shift) + half, -shift};
    }
    return column;
}

/* clamp(REQ(sum) + offset) */
int8_t cmlir_dsp_output_s8(const cmlir_matmul_nt_s8_args *args,
                           const cmlir_dsp_column *column,
                           int32_t sum);

/* Extends rows of lhs as a block has them: `steps` words of each, and before them, if tail != 0, the
 * last `tail` bytes of the four that end at lhs + tail_end. Missing rows repeat the last one. */
typedef struct {
    const int8_t *lhs;
    int32_t stride;
    int32_t rows; /* 1..8 */
    int32_t steps;
    int32_t tail; /* 0..3 */
    int32_t tail_end;
} cmlir_dsp_extend_args;

void cmlir_dsp_extend_s8(const cmlir_dsp_extend_args *args, uint32_t *out);

/*
 * acc[c][r] += sum_k lhs[r][k] * rhs[c][k] for all columns c of acc..acc_end. The layout is known
 * to the assembly.
 */
typedef struct {
    const uint32_t *lhs; /* extended; the step of the remainder comes first */
    const int8_t *rhs;
    int32_t rhs_stride;
    int32_t *acc; /* [columns][8] */
    int32_t *acc_end;
    int32_t steps;  /* of four bytes of rhs, at least 1 */
    int32_t behind; /* the remainder's four bytes are at rhs + behind; 0: there is none */
} cmlir_dsp_dot_args;

void cmlir_dsp_dot_s8(const cmlir_dsp_dot_args *args);

/* sums[c] += sum_k lhs[k] * rhs[c][k] for four columns c and `steps` times four k */
void cmlir_dsp_dot_1x4_s8(
    const int8_t *lhs, const int8_t *rhs, int32_t rhs_stride, int32_t steps, uint32_t sums[4]);

/* Rows `row`.. of the product, `rows` of them: up to 8 rows of a depth of at least 4, by blocks;
 * and any, by single rows. `terms` are what rhs_offset contributes to each row. */
void cmlir_dsp_block_s8(const cmlir_matmul_nt_s8_args *args,
                        int32_t row,
                        int32_t rows,
                        const int32_t *terms);
void cmlir_dsp_row_s8(const cmlir_matmul_nt_s8_args *args, int32_t row, int32_t term);

#endif

#endif
