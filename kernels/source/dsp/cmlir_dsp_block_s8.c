/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_dsp.h"

#if defined(CMLIR_DSP)

/* The columns first.. that are worked on */
typedef struct {
    const cmlir_matmul_nt_s8_args *args;
    int32_t row;
    int32_t rows;
    int32_t first;
    int32_t cols;
    bool is_bounded;
    int32_t *acc; /* [cols][8] */
} tile_t;

static void start(const tile_t *tile, const int32_t *terms)
{
    int32_t *acc = tile->acc;
    for (int32_t c = 0; c < tile->cols; c++, acc += CMLIR_DSP_ROWS) {
        const int32_t sum = cmlir_dsp_start(tile->args, tile->first + c);
        for (int32_t r = 0; r < CMLIR_DSP_ROWS; r++) {
            acc[r] = cmlir_add_wrapping(sum, terms[r]);
        }
    }
}

/* Eight outputs, not clamped but saturated */
static inline void
saturate_8(cmlir_dsp_scale scale, const int32_t *acc, int8_t *out, ptrdiff_t stride)
{
#pragma GCC unroll 8
    for (int32_t r = 0; r < CMLIR_DSP_ROWS; r++, out += stride) {
        *out = (int8_t)cmlir_dsp_saturate(cmlir_dsp_rescale(&scale, acc[r]));
    }
}

/* The two cases apart, so that neither is decided for each output */
static void
finish_8(const cmlir_dsp_scale *scale, const int32_t *acc, int8_t *out, ptrdiff_t stride)
{
    if (scale->shift == 0) {
        saturate_8((cmlir_dsp_scale){scale->multiplier, scale->start, 0}, acc, out, stride);
    } else {
        saturate_8(*scale, acc, out, stride);
    }
}

static void finish_scaled(const tile_t *tile,
                          const cmlir_dsp_scale *scale,
                          const int32_t *acc,
                          int8_t *out)
{
    const cmlir_dsp_scale s = *scale;
    const ptrdiff_t stride = tile->args->out_stride;
    const int32_t low = tile->args->act_min;
    const int32_t high = tile->args->act_max;
    for (int32_t r = 0; r < tile->rows; r++, out += stride) {
        *out = (int8_t)cmlir_clamp(cmlir_dsp_rescale(&s, acc[r]), low, high);
    }
}

static void finish_general(const tile_t *tile,
                           const cmlir_dsp_column *column,
                           const int32_t *acc,
                           int8_t *out)
{
    for (int32_t r = 0; r < tile->rows; r++, out += tile->args->out_stride) {
        *out = cmlir_dsp_output_s8(tile->args, column, acc[r]);
    }
}

static void finish(const tile_t *tile)
{
    const cmlir_matmul_nt_s8_args *args = tile->args;
    const bool saturates = args->act_min == INT8_MIN && args->act_max == INT8_MAX;
    const int32_t *acc = tile->acc;
    int8_t *out = args->out + (ptrdiff_t)tile->row * args->out_stride + tile->first;
    for (int32_t c = 0; c < tile->cols; c++, acc += CMLIR_DSP_ROWS, out++) {
        const int32_t col = tile->first + c;
        const cmlir_dsp_column column = cmlir_dsp_column_of(args, col, tile->is_bounded);
        if (!column.is_scaled) {
            finish_general(tile, &column, acc, out);
        } else if (saturates && tile->rows == CMLIR_DSP_ROWS) {
            finish_8(&column.scale, acc, out, args->out_stride);
        } else {
            finish_scaled(tile, &column.scale, acc, out);
        }
    }
}

/* The products of the tile, CMLIR_DSP_STEPS of lhs at a time */
static void multiply(const tile_t *tile, uint32_t *lhs, bool is_extended)
{
    const cmlir_matmul_nt_s8_args *args = tile->args;
    const int32_t all = args->depth / 4;
    for (int32_t step = 0; step < all; step += CMLIR_DSP_STEPS) {
        const int32_t left = all - step;
        const bool is_last = left <= CMLIR_DSP_STEPS;
        const int32_t done = 4 * step;
        const cmlir_dsp_extend_args rows = {
            .lhs = args->lhs + (ptrdiff_t)tile->row * args->lhs_stride + done,
            .stride = args->lhs_stride,
            .rows = tile->rows,
            .steps = is_last ? left : CMLIR_DSP_STEPS,
            .tail = is_last ? args->depth % 4 : 0,
            .tail_end = args->depth - done,
        };
        const cmlir_dsp_dot_args dot = {
            .lhs = lhs,
            .rhs = args->rhs + (ptrdiff_t)tile->first * args->rhs_stride + done,
            .rhs_stride = args->rhs_stride,
            .acc = tile->acc,
            .acc_end = tile->acc + tile->cols * CMLIR_DSP_ROWS,
            .steps = rows.steps,
            .behind = rows.tail == 0 ? 0 : rows.tail_end - 4,
        };
        if (!is_extended) {
            cmlir_dsp_extend_s8(&rows, lhs);
        }
        cmlir_dsp_dot_s8(&dot);
    }
}

void cmlir_dsp_block_s8(const cmlir_matmul_nt_s8_args *args,
                        int32_t row,
                        int32_t rows,
                        const int32_t *terms)
{
    uint32_t lhs[(CMLIR_DSP_STEPS + 1) * CMLIR_DSP_STEP_WORDS];
    int32_t acc[CMLIR_DSP_COLUMNS * CMLIR_DSP_ROWS];
    tile_t tile = {args, row, rows, 0, 0, cmlir_dsp_is_bounded(args, rows, terms), acc};
    for (; tile.first < args->cols; tile.first += tile.cols) {
        const int32_t left = args->cols - tile.first;
        tile.cols = left < CMLIR_DSP_COLUMNS ? left : CMLIR_DSP_COLUMNS;
        start(&tile, terms);
        multiply(&tile, lhs, tile.first != 0 && args->depth / 4 <= CMLIR_DSP_STEPS);
        finish(&tile);
    }
}

#endif
