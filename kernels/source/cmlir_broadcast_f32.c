/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_broadcast_f32.h"
#include "cmlir_float.h"

enum { MAX_RANK = 8 };

/* The innermost loop, and the step to where it starts next */
typedef struct {
    int32_t index[MAX_RANK];
    const float *a;
    const float *b;
} position;

/* On to the next row: the indices behind the last axis count up. False at the end. */
static int advance(position *at, const cmlir_broadcast_f32_args *args)
{
    const int32_t *stride_a = args->strides;
    const int32_t *stride_b = args->strides + args->rank;
    for (int32_t axis = args->rank - 2; axis >= 0; axis--) {
        at->a += stride_a[axis];
        at->b += stride_b[axis];
        at->index[axis]++;
        if (at->index[axis] < args->dims[axis]) {
            return 1;
        }
        at->a -= stride_a[axis] * args->dims[axis];
        at->b -= stride_b[axis] * args->dims[axis];
        at->index[axis] = 0;
    }
    return 0;
}

arm_cmsis_nn_status cmlir_broadcast_f32(const cmlir_broadcast_f32_args *args,
                                        cmlir_binary_f32 *function)
{
    if (args->rank < 1 || args->rank > MAX_RANK) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    int empty = 0;
    for (int32_t axis = 0; axis < args->rank; axis++) {
        if (args->dims[axis] < 0) {
            return ARM_CMSIS_NN_ARG_ERROR;
        }
        empty |= args->dims[axis] == 0;
    }
    if (empty) {
        return ARM_CMSIS_NN_SUCCESS;
    }
    const int32_t last = args->rank - 1;
    const int32_t stride_a = args->strides[last];
    const int32_t stride_b = args->strides[args->rank + last];
    position at = {{0}, args->input[0], args->input[1]};
    float *out = args->out;
    do {
        const float *a = at.a;
        const float *b = at.b;
        for (int32_t i = 0; i < args->dims[last]; i++) {
            *out++ = function(*a, *b);
            a += stride_a;
            b += stride_b;
            CMLIR_ONE_AT_A_TIME();
        }
    } while (advance(&at, args));
    return ARM_CMSIS_NN_SUCCESS;
}
