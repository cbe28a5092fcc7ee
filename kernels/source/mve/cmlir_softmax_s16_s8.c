/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_nn.h"
#include "../cmlir_masked_rows.h"
#include "cmlir_mve_softmax_write.h"

#if defined(CMLIR_MVE)

enum { ROWS = CMLIR_MVE_SOFTMAX_ROWS };

/* A term is at most 2^19, so the sum of so many fits 32 bits. */
enum { CHUNK = 4096 };

/* q1 = high and q2 = low table of the next four elements' difference to the maximum; high is 0 for
 * elements left out, and not read: what they differ by may be negative. */
#define DIFFERENCES                                                                                \
    "vldrh.s32 q0, [%[in]], #8\n"                                                                  \
    "vsub.i32 q0, %q[max], q0\n"                                                                   \
    "vand q3, q0, %q[fine]\n"                                                                      \
    "vshr.u32 q0, q0, #8\n"
#define LOAD_ALL                                                                                   \
    DIFFERENCES                                                                                    \
    "vldrw.u32 q1, [%[high], q0, uxtw #2]\n"                                                       \
    "vldrw.u32 q2, [%[low], q3, uxtw #2]\n"
#define LOAD_KEPT                                                                                  \
    DIFFERENCES                                                                                    \
    "vldrb.u32 q2, [%[mask]], #4\n"                                                                \
    "vpt.i32 ne, q2, zr\n"                                                                         \
    "vldrwt.u32 q1, [%[high], q0, uxtw #2]\n"                                                      \
    "vldrw.u32 q2, [%[low], q3, uxtw #2]\n"

/* Up to four rows whose scales are computed together */
typedef struct {
    cmlir_masked_row_t masked[ROWS];
    int32_t maximum[ROWS];
    cmlir_mve_softmax_rows scales; /* without `exp` */
} block_t;

/* INT16_MIN if nothing is kept */
static int32_t maximum(const cmlir_masked_row_t *row, const int16_t *in)
{
    const uint8_t *mask = row->mask;
    int32_t max = INT16_MIN;
    if (mask == NULL) {
        __asm__ volatile("wlstp.16 lr, %[size], 2f\n"
                         "1:\n"
                         "vldrh.u16 q0, [%[in]], #16\n"
                         "vmaxv.s16 %[max], q0\n"
                         "letp lr, 1b\n"
                         "2:\n"
                         : [max] "+r"(max), [in] "+l"(in)
                         : [size] "r"(row->visible)
                         : CMLIR_MVE_CLOBBERS);
        return max;
    }
    __asm__ volatile("wlstp.16 lr, %[size], 2f\n"
                     "1:\n"
                     "vldrh.u16 q0, [%[in]], #16\n"
                     "vldrb.u16 q1, [%[mask]], #8\n"
                     "vpt.i16 ne, q1, zr\n"
                     "vmaxvt.s16 %[max], q0\n"
                     "letp lr, 1b\n"
                     "2:\n"
                     : [max] "+r"(max), [in] "+l"(in), [mask] "+l"(mask)
                     : [size] "r"(row->visible)
                     : CMLIR_MVE_CLOBBERS);
    return max;
}

#define SUM_LOOP(load)                                                                             \
    __asm__ volatile("wlstp.32 lr, %[size], 2f\n"                                                  \
                     "1:\n" load "vqrdmulh.s32 q1, q1, q2\n"                                       \
                     "vrshr.u32 q1, q1, #12\n"                                                     \
                     "vaddva.u32 %[sum], q1\n"                                                     \
                     "letp lr, 1b\n"                                                               \
                     "2:\n"                                                                        \
                     : [sum] "+Te"(sum), [in] "+l"(in), [mask] "+l"(mask)                          \
                     : [size] "r"(size), [high] "r"(exponentials), [low] "r"(exponentials + 256),  \
                       [max] "w"(vdupq_n_s32(max)), [fine] "w"(vdupq_n_s32(255))                   \
                     : CMLIR_MVE_CLOBBERS)

/* Sum of cmlir_softmax_term over size <= CHUNK elements; e is not negative, so VRSHR rounds as RDP
 * does. */
static uint32_t sum_of_terms(const int32_t *exponentials,
                             int32_t max,
                             const int16_t *in,
                             const uint8_t *mask,
                             int32_t size)
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
static uint32_t sum_of_row(const cmlir_masked_row_t *row,
                           const int32_t *exponentials,
                           int32_t max,
                           const int16_t *in,
                           int32_t *excess)
{
    uint64_t sum = 0;
    for (int32_t first = 0; first < row->visible; first += CHUNK) {
        const int32_t left = row->visible - first;
        const uint8_t *mask = row->mask == NULL ? NULL : row->mask + first;
        sum += sum_of_terms(exponentials, max, in + first, mask, left < CHUNK ? left : CHUNK);
    }
    const uint32_t high = (uint32_t)(sum >> 32);
    *excess = high == 0 ? 0 : 32 - __builtin_clz(high);
    return (uint32_t)(sum >> *excess);
}

#define WRITE_LOOP(load)                                                                           \
    __asm__ volatile("wlstp.32 lr, %[size], 2f\n"                                                  \
                     "1:\n" load "vqrdmulh.s32 q1, q1, q2\n" CMLIR_MVE_PROBABILITIES("q1")         \
                     "vqmovnb.s32 q1, q1\n"                                                        \
                     "vqmovunb.s16 q1, q1\n"                                                       \
                     "veor q1, q1, %q[sign_bits]\n"                                                \
                     "vstrb.32 q1, [%[out]], #4\n"                                                 \
                     "letp lr, 1b\n"                                                               \
                     "2:\n"                                                                        \
                     : [in] "+l"(in), [mask] "+l"(mask), [out] "+l"(out)                           \
                     : [size] "r"(size), [high] "r"(exponentials), [low] "r"(exponentials + 256),  \
                       [reciprocal] "r"(block->scales.reciprocal[row]),                            \
                       [shift] "r"(8 - 31 - block->scales.exponent[row]),                          \
                       [max] "w"(vdupq_n_s32(block->maximum[row])), [fine] "w"(vdupq_n_s32(255)),  \
                       [sign_bits] "w"(vdupq_n_s8(-128))                                           \
                     : CMLIR_MVE_CLOBBERS)

/* As cmlir_mve_softmax_write does */
static void write_row(const block_t *block,
                      int32_t row,
                      const int32_t *exponentials,
                      const int16_t *in,
                      int8_t *out)
{
    const uint8_t *mask = block->masked[row].mask;
    const int32_t size = block->masked[row].visible;
    if (mask == NULL) {
        WRITE_LOOP(LOAD_ALL);
    } else {
        WRITE_LOOP(LOAD_KEPT);
    }
}

/* The scales of `count` rows from the current one on, and what masks leave of each */
static void scale_rows(block_t *block,
                       cmlir_masked_rows_t *rows,
                       int32_t count,
                       const int32_t *exponentials,
                       const int16_t *in)
{
    uint32_t sums[ROWS] = {1, 1, 1, 1};
    int32_t excess[ROWS] = {0, 0, 0, 0};
    for (int32_t row = 0; row < count; row++, in += rows->dims[rows->rank - 1]) {
        const cmlir_masked_row_t masked = cmlir_masked_rows_current(rows);
        const int32_t max = maximum(&masked, in);
        const uint32_t sum = sum_of_row(&masked, exponentials, max, in, &excess[row]);
        sums[row] = sum == 0 ? 1 : sum;
        block->masked[row] = masked;
        block->maximum[row] = max;
        cmlir_masked_rows_next(rows);
    }
    cmlir_mve_softmax_reciprocals(sums, excess, &block->scales);
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
    const int32_t num_rows = cmlir_masked_rows_count(&rows);
    block_t block;
    if (num_rows < 0) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    const int32_t row_size = dims[rank - 1];
    for (int32_t done = 0; done < num_rows; done += ROWS) {
        const int32_t count = num_rows - done < ROWS ? num_rows - done : ROWS;
        scale_rows(&block, &rows, count, exponentials, in);
        for (int32_t row = 0; row < count; row++, in += row_size, out += row_size) {
            const int32_t visible = block.masked[row].visible;
            write_row(&block, row, exponentials, in, out);
            if (visible < row_size) {
                memset(out + visible, INT8_MIN, (size_t)(row_size - visible));
            }
        }
    }
    return ARM_CMSIS_NN_SUCCESS;
}

#endif
