/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The nested loops of kernels on two operands that may repeat, all but the innermost one.
 */
#ifndef CMLIR_LOOPS_H
#define CMLIR_LOOPS_H

#include <stddef.h>
#include <stdint.h>

enum { CMLIR_MAX_LOOPS = 8 };

/* Where a row of the innermost loop begins, in elements of each operand */
typedef struct {
    int32_t rank;
    const int32_t *dims;    /* [rank] */
    const int32_t *strides; /* [2][rank] */
    int32_t index[CMLIR_MAX_LOOPS];
    ptrdiff_t at[2];
} cmlir_loops;

/* How many elements a row has; 0 also if there is no row, -1 for loops that cannot be run. */
static inline int32_t cmlir_loops_row(const cmlir_loops *loops)
{
    if (loops->rank < 1 || loops->rank > CMLIR_MAX_LOOPS) {
        return -1;
    }
    int32_t row = loops->dims[loops->rank - 1];
    for (int32_t axis = 0; axis < loops->rank; axis++) {
        if (loops->dims[axis] < 0) {
            return -1;
        }
        row = loops->dims[axis] == 0 ? 0 : row;
    }
    return row;
}

/* On to the next row: indices behind the last axis count up. 0 after the last row. */
static inline int cmlir_loops_next(cmlir_loops *loops)
{
    for (int32_t axis = loops->rank - 2; axis >= 0; axis--) {
        const ptrdiff_t step_1 = loops->strides[axis];
        const ptrdiff_t step_2 = loops->strides[loops->rank + axis];
        loops->at[0] += step_1;
        loops->at[1] += step_2;
        loops->index[axis]++;
        if (loops->index[axis] < loops->dims[axis]) {
            return 1;
        }
        loops->at[0] -= step_1 * loops->dims[axis];
        loops->at[1] -= step_2 * loops->dims[axis];
        loops->index[axis] = 0;
    }
    return 0;
}

#endif
