/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"
#include "../cmlir_masked_rows.h"
#include "cmlir_mve_softmax_write.h"

#if defined(CMLIR_MVE)

/* A term is at most 2^19, so the sum of so many fits 32 bits. */
enum { CHUNK = 4096 };

/* q1 = e of the next four elements: of all, or of those kept and 0 for the others */
#define LOAD_ALL                                                                                   \
    "vldrb.s32 q0, [%[in]], #4\n"                                                                  \
    "vldrw.u32 q1, [%[exp], q0, uxtw #2]\n"
#define LOAD_KEPT                                                                                  \
    "vldrb.s32 q0, [%[in]], #4\n"                                                                  \
    "vldrb.u32 q2, [%[mask]], #4\n"                                                                \
    "vpt.i32 ne, q2, zr\n"                                                                         \
    "vldrwt.u32 q1, [%[exp], q0, uxtw #2]\n"

/* Whether any element is kept; then *maximum is the largest of them. */
static int find_maximum(const cmlir_masked_row_t *row, const int8_t *in, int32_t *maximum)
{
    const uint8_t *mask = row->mask;
    uint32_t any = 0;
    *maximum = INT8_MIN;
    if (mask == NULL) {
        *maximum = cmlir_mve_maximum(in, row->visible);
        return row->visible > 0;
    }
    __asm__ volatile("wlstp.8 lr, %[size], 2f\n"
                     "1:\n"
                     "vldrb.u8 q0, [%[in]], #16\n"
                     "vldrb.u8 q1, [%[mask]], #16\n"
                     "vmaxv.u8 %[any], q1\n"
                     "vpt.i8 ne, q1, zr\n"
                     "vmaxvt.s8 %[maximum], q0\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     : [maximum] "+r"(*maximum), [any] "+r"(any), [in] "+l"(in), [mask] "+l"(mask)
                     : [size] "r"(row->visible)
                     : CMLIR_MVE_CLOBBERS);
    return any != 0;
}

#define SUM_LOOP(load)                                                                             \
    __asm__ volatile("wlstp.32 lr, %[size], 2f\n"                                                  \
                     "1:\n" load "vrshr.u32 q1, q1, #12\n"                                         \
                     "vaddva.u32 %[sum], q1\n"                                                     \
                     "letp lr, 1b\n"                                                               \
                     "2:\n"                                                                        \
                     : [sum] "+Te"(sum), [in] "+l"(in), [mask] "+l"(mask)                          \
                     : [size] "r"(size), [exp] "r"(exp)                                            \
                     : CMLIR_MVE_CLOBBERS)

/* Sum of cmlir_softmax_term over size <= CHUNK elements; exp is not negative, so VRSHR rounds as
 * RDP does. */
static uint32_t
sum_of_terms(uintptr_t exp, const int8_t *in, const uint8_t *mask, int32_t size)
{
    uint32_t sum = 0;
    if (mask == NULL) {
        SUM_LOOP(LOAD_ALL);
    } else {
        SUM_LOOP(LOAD_KEPT);
    }
    return sum;
}

/* The sum as 32 bits * 2^excess, cut off as cmlir_softmax_scale does */
static uint32_t
sum_of_row(uintptr_t exp, const cmlir_masked_row_t *row, const int8_t *in, int32_t *excess)
{
    uint64_t sum = 0;
    for (int32_t first = 0; first < row->visible; first += CHUNK) {
        const int32_t left = row->visible - first;
        const uint8_t *mask = row->mask == NULL ? NULL : row->mask + first;
        sum += sum_of_terms(exp, in + first, mask, left < CHUNK ? left : CHUNK);
    }
    const uint32_t high = (uint32_t)(sum >> 32);
    *excess = high == 0 ? 0 : 32 - __builtin_clz(high);
    return (uint32_t)(sum >> *excess);
}

/* What is written: the scales of up to four rows, and the parameters of a rescaled result */
typedef struct {
    cmlir_mve_softmax_rows scales;
    int32_t nothing; /* the code of probability 0 */
    int32_t multiplier;
    int32_t left;
    int32_t right;
    int32_t offset;
} output_state;

/* Codes with the parameters (1/256, -128) of elements of which only some are kept: see
 * cmlir_mve_softmax_write. */
static void write_kept(const output_state *state,
                       int32_t row,
                       const uint8_t *mask,
                       const int8_t *in,
                       int32_t size,
                       int8_t *out)
{
    __asm__ volatile("wlstp.32 lr, %[size], 2f\n"
                     "1:\n" LOAD_KEPT
                     CMLIR_MVE_PROBABILITIES("q1")
                     "vqmovnb.s32 q1, q1\n"
                     "vqmovunb.s16 q1, q1\n"
                     "veor q1, q1, %q[sign_bits]\n"
                     "vstrb.32 q1, [%[out]], #4\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     : [in] "+l"(in), [mask] "+l"(mask), [out] "+l"(out)
                     : [size] "r"(size), [exp] "r"(state->scales.exp[row]),
                       [reciprocal] "r"(state->scales.reciprocal[row]),
                       [shift] "r"(8 - 31 - state->scales.exponent[row]),
                       [sign_bits] "w"(vdupq_n_s8(-128))
                     : CMLIR_MVE_CLOBBERS);
}

#define RESCALED_LOOP(load)                                                                        \
    __asm__ volatile("wlstp.32 lr, %[size], 2f\n"                                                  \
                     "1:\n" load "vqrdmulh.s32 q1, q1, %[reciprocal]\n"                            \
                     "vrshl.s32 q1, q1, %q[shift]\n"                                               \
                     "vmin.s32 q1, q1, %q[largest]\n"                                              \
                     "vshl.s32 q1, q1, %q[left]\n"                                                 \
                     "vqrdmulh.s32 q1, q1, %[multiplier]\n"                                        \
                     "vrshl.s32 q1, q1, %q[right]\n"                                               \
                     "vadd.i32 q1, q1, %q[offset]\n"                                               \
                     "vqmovnb.s32 q1, q1\n"                                                        \
                     "vqmovnb.s16 q1, q1\n"                                                        \
                     "vstrb.32 q1, [%[out]], #4\n"                                                 \
                     "letp lr, 1b\n"                                                               \
                     "2:\n"                                                                        \
                     : [in] "+l"(in), [mask] "+l"(mask), [out] "+l"(out)                           \
                     : [size] "r"(size), [exp] "r"(state->scales.exp[row]),                        \
                       [reciprocal] "r"(state->scales.reciprocal[row]),                            \
                       [multiplier] "r"(state->multiplier),                                        \
                       [shift] "w"(vdupq_n_s32(16 - 31 - state->scales.exponent[row])),            \
                       [largest] "w"(vdupq_n_s32(UINT16_MAX)),                                     \
                       [left] "w"(vdupq_n_s32(state->left)),                                       \
                       [right] "w"(vdupq_n_s32(state->right)),                                     \
                       [offset] "w"(vdupq_n_s32(state->offset))                                    \
                     : "q0", "q1", "q2", "lr", "cc", "memory")

/* cmlir_softmax_rescaled: nothing before the offset is negative, so VRSHL rounds as RDP does. */
static void write_rescaled(const output_state *state,
                           int32_t row,
                           const uint8_t *mask,
                           const int8_t *in,
                           int32_t size,
                           int8_t *out)
{
    if (mask == NULL) {
        RESCALED_LOOP(LOAD_ALL);
    } else {
        RESCALED_LOOP(LOAD_KEPT);
    }
}

/* memset, without a call */
static void fill(int8_t *out, int32_t value, int32_t size)
{
    __asm__ volatile("wlstp.8 lr, %[size], 2f\n"
                     "1:\n"
                     "vstrb.8 %q[values], [%[out]], #16\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     : [out] "+l"(out)
                     : [size] "r"(size), [values] "w"(vdupq_n_s8((int8_t)value))
                     : "lr", "cc", "memory");
}

static void write_row(const output_state *state,
                      int32_t row,
                      int is_rescaled,
                      const cmlir_masked_row_t *masked,
                      const int8_t *in,
                      int8_t *out)
{
    if (is_rescaled) {
        write_rescaled(state, row, masked->mask, in, masked->visible, out);
    } else if (masked->mask == NULL) {
        cmlir_mve_softmax_write(&state->scales, row, in, masked->visible, out);
    } else {
        write_kept(state, row, masked->mask, in, masked->visible, out);
    }
}

/* The scales of `count` rows from the current one on, and what masks leave of each */
static void scale_rows(const int32_t *exponentials,
                       cmlir_masked_rows_t *rows,
                       int32_t count,
                       const int8_t *in,
                       cmlir_mve_softmax_rows *scales,
                       cmlir_masked_row_t *masked)
{
    uint32_t sums[CMLIR_MVE_SOFTMAX_ROWS] = {1, 1, 1, 1};
    int32_t excess[CMLIR_MVE_SOFTMAX_ROWS] = {0, 0, 0, 0};
    for (int32_t row = 0; row < count; row++, in += rows->dims[rows->rank - 1]) {
        int32_t maximum;
        masked[row] = cmlir_masked_rows_current(rows);
        if (find_maximum(&masked[row], in, &maximum)) {
            scales->exp[row] = (uintptr_t)(exponentials + 255) - (uintptr_t)(4 * maximum);
            sums[row] = sum_of_row(scales->exp[row], &masked[row], in, &excess[row]);
        } else {
            masked[row].visible = 0;
        }
        cmlir_masked_rows_next(rows);
    }
    cmlir_mve_softmax_reciprocals(sums, excess, scales);
}

static void start_output(output_state *state,
                         const cmsis_nn_per_tensor_quant_params *scale,
                         int32_t offset)
{
    state->nothing = INT8_MIN;
    if (scale != NULL) {
        state->multiplier = scale->multiplier;
        state->left = scale->shift > 0 ? scale->shift : 0;
        state->right = scale->shift - state->left;
        state->offset = offset;
        state->nothing = cmlir_softmax_rescaled(0, scale->multiplier, scale->shift, offset);
    }
}

arm_cmsis_nn_status
cmlir_masked_softmax_s8(const int8_t *in,
                        const uint8_t *mask,
                        int32_t rank,
                        const int32_t *dims,
                        const int32_t *mask_strides,
                        int32_t diagonal,
                        const int32_t *exponentials,
                        const cmsis_nn_per_tensor_quant_params *output_scale,
                        int32_t output_offset,
                        int8_t *out)
{
    cmlir_masked_rows_t rows = {rank, dims, mask_strides, diagonal, mask, {0}};
    cmlir_masked_row_t masked[CMLIR_MVE_SOFTMAX_ROWS];
    output_state state;
    const int32_t num_rows = cmlir_masked_rows_count(&rows);
    if (num_rows < 0) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    start_output(&state, output_scale, output_offset);
    const int32_t row_size = dims[rank - 1];
    for (int32_t done = 0; done < num_rows; done += CMLIR_MVE_SOFTMAX_ROWS) {
        const int32_t left = num_rows - done;
        const int32_t count = left < CMLIR_MVE_SOFTMAX_ROWS ? left : CMLIR_MVE_SOFTMAX_ROWS;
        scale_rows(exponentials, &rows, count, in, &state.scales, masked);
        for (int32_t row = 0; row < count; row++, in += row_size, out += row_size) {
            const int32_t visible = masked[row].visible;
            write_row(&state, row, output_scale != NULL, &masked[row], in, out);
            fill(out + visible, state.nothing, row_size - visible);
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}

#endif
