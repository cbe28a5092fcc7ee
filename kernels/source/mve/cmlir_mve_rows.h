/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The rows of an image that a convolution looks at, with what stands beside them, in the memory of
 * a few rows: as many as one step needs.
 */
#ifndef CMLIR_MVE_ROWS_H
#define CMLIR_MVE_ROWS_H

#include "../cmlir_convolve.h"
#include "cmlir_mve_windows.h"

#if defined(CMLIR_MVE)

typedef struct {
    const int8_t *image; /* [h][w][c] */
    int32_t h;
    int32_t w;
    int32_t c;
    int32_t pad_h;
    int32_t pad_w;
    int8_t *memory;
    int32_t slots;     /* rows that it has room for */
    int32_t row_bytes; /* of one of them */
    int32_t columns;   /* pixels of a row */
    bool blocked;      /* [c / 16, rounded up][columns][16], else [columns][c] */
    int32_t next;      /* the first line that was never loaded */
    int8_t outside;
} cmlir_mve_rows;

/* Starts with nothing but `outside`; the first line is -pad_h. */
void cmlir_mve_start_rows(cmlir_mve_rows *rows);

/* Loads the lines first.. end - 1, of which at most `slots` are wanted, if they are not there yet. */
void cmlir_mve_load_rows(cmlir_mve_rows *rows, int32_t first, int32_t end);

/* A line that is loaded, from -pad_h on */
static inline int8_t *cmlir_mve_line(const cmlir_mve_rows *rows, int32_t line)
{
    return rows->memory + (line + rows->pad_h) % rows->slots * rows->row_bytes;
}

/*
 * Two output channels of windows side by side, with pixels of 16 channels in blocks:
 *
 *     acc[row][group][channel][i] = start[channel] + the sum of the window at 4 group + i
 *
 * Weights are [kernel_h][kernel_w][channels]. Everything after `offset` changes.
 */
typedef struct {
    int32_t *acc;
    int32_t start[2];
    int32_t groups; /* of a row, at least 1 */
    int32_t rows;   /* at least 1 */
    int32_t line_step;   /* 4 * vertical stride */
    int32_t stride;      /* horizontal, 1 or 2 */
    int32_t channels;
    int32_t block_bytes; /* of a line */
    int32_t kernel_w;
    int32_t offset; /* of the first window in its line */
    int32_t kernel_h;
    const int8_t *const *lines; /* of the first row; those of the next are line_step further */
    const int8_t *weights[2];
    int32_t columns_left; /* the rest is used inside */
    int32_t column_offset;
    int32_t block_offset;
} cmlir_mve_sweep_args;

void cmlir_mve_sweep(cmlir_mve_sweep_args *args);

/* What cmlir_convolve_rows_s8 does, in its two ways: by sweeping over rows, and by windows that are
 * laid out one after the other. */
void cmlir_mve_convolve_by_rows(const cmlir_convolution *convolution,
                                const int32_t *sums,
                                int8_t *memory);
void cmlir_mve_convolve_by_windows(const cmlir_convolution *convolution,
                                   const int32_t *sums,
                                   int8_t *memory);

#endif

#endif
