/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The rows of a tensor together with what masks leave of them, for cmlir_masked_softmax_s8 and
 * cmlir_softmax_s16_s8.
 */
#ifndef CMLIR_MASKED_ROWS_H
#define CMLIR_MASKED_ROWS_H

#include <stddef.h>
#include <stdint.h>

enum { CMLIR_MASKED_MAX_RANK = 8 };

/* Element j of a row is kept if j < visible and mask is NULL or mask[j] is not 0. */
typedef struct {
    int32_t visible;
    const uint8_t *mask;
} cmlir_masked_row_t;

/* A position among the rows of a tensor with arguments as those of cmlir_masked_softmax_s8 */
typedef struct {
    int32_t rank;
    const int32_t *dims;
    const int32_t *mask_strides;
    int32_t diagonal;
    const uint8_t *mask; /* of the current row's first element */
    int32_t index[CMLIR_MASKED_MAX_RANK];
} cmlir_masked_rows_t;

static inline int cmlir_masked_row_keeps(const cmlir_masked_row_t *row, int32_t i)
{
    return row->mask == NULL || row->mask[i] != 0;
}

static inline cmlir_masked_row_t cmlir_masked_rows_current(const cmlir_masked_rows_t *rows)
{
    const int32_t row_size = rows->dims[rows->rank - 1];
    const int32_t number = rows->rank > 1 ? rows->index[rows->rank - 2] : 0;
    const int64_t end = (int64_t)number + rows->diagonal + 1;
    cmlir_masked_row_t row = {.visible = end < row_size ? (int32_t)end : row_size,
                              .mask = rows->mask};
    if (end < 0) {
        row.visible = 0;
    }
    if (rows->mask != NULL && rows->mask_strides[rows->rank - 1] == 0) {
        row.visible = *rows->mask == 0 ? 0 : row.visible;
        row.mask = NULL;
    }
    return row;
}

/* Goes on to the next row, the last index fastest. */
static inline void cmlir_masked_rows_next(cmlir_masked_rows_t *rows)
{
    for (int32_t axis = rows->rank - 2; axis >= 0; axis--) {
        const int32_t dim = rows->dims[axis];
        const ptrdiff_t stride = rows->mask == NULL ? 0 : rows->mask_strides[axis];
        rows->index[axis]++;
        rows->mask = rows->mask == NULL ? NULL : rows->mask + stride;
        if (rows->index[axis] < dim) {
            return;
        }
        rows->mask = rows->mask == NULL ? NULL : rows->mask - stride * dim;
        rows->index[axis] = 0;
    }
}

/* The number of rows, 0 if they have no elements; negative if an argument is outside its range. */
static inline int32_t cmlir_masked_rows_count(const cmlir_masked_rows_t *rows)
{
    int32_t count = 1;
    if (rows->rank < 1 || rows->rank > CMLIR_MASKED_MAX_RANK) {
        return -1;
    }
    for (int32_t axis = 0; axis < rows->rank; axis++) {
        if (rows->dims[axis] < 0) {
            return -1;
        }
        count *= axis < rows->rank - 1 ? rows->dims[axis] : 1;
    }
    const int32_t inner = rows->mask == NULL ? 0 : rows->mask_strides[rows->rank - 1];
    if (inner != 0 && inner != 1) {
        return -1;
    }
    return rows->dims[rows->rank - 1] == 0 ? 0 : count;
}

#endif
