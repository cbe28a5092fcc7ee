/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_broadcast.h"

enum { MAX_RANK = 8, CHUNK = 64 };

/* Codes of an operand that go with `size` elements of a run: its own, or its one code repeated */
static const int8_t *codes(const int8_t *input, int32_t stride, int32_t start, const int8_t *filled)
{
    return stride == 0 ? filled : input + start;
}

static void run_chunks(const cmlir_broadcast_args *args, const int8_t *const input[2], int8_t *out)
{
    const int32_t last = args->rank - 1;
    const int32_t size = args->dims[last];
    const int32_t *const strides[2] = {args->strides, args->strides + args->rank};
    const int32_t step[2] = {strides[0][last], strides[1][last]};
    const int32_t chunk = step[0] == 0 || step[1] == 0 ? CHUNK : size;
    int8_t filled[2][CHUNK];
    for (int32_t k = 0; k < 2; k++) {
        if (step[k] == 0) {
            memset(filled[k], input[k][0], (size_t)(size < CHUNK ? size : CHUNK));
        }
    }
    for (int32_t start = 0; start < size; start += chunk) {
        const int32_t rest = size - start;
        args->run(args->parameters,
                  codes(input[0], step[0], start, filled[0]),
                  codes(input[1], step[1], start, filled[1]),
                  out + start,
                  rest < chunk ? rest : chunk);
    }
}

static void run_all(const cmlir_broadcast_args *args)
{
    const int32_t last = args->rank - 1;
    const int32_t *const strides[2] = {args->strides, args->strides + args->rank};
    const int8_t *input[2] = {args->input[0], args->input[1]};
    int8_t *out = args->out;
    int32_t index[MAX_RANK] = {0};
    int32_t axis;
    do {
        run_chunks(args, input, out);
        out += args->dims[last];
        for (axis = last - 1; axis >= 0; axis--) { /* count up, the last index fastest */
            input[0] += strides[0][axis];
            input[1] += strides[1][axis];
            index[axis]++;
            if (index[axis] < args->dims[axis]) {
                break;
            }
            input[0] -= (ptrdiff_t)strides[0][axis] * args->dims[axis];
            input[1] -= (ptrdiff_t)strides[1][axis] * args->dims[axis];
            index[axis] = 0;
        }
    } while (axis >= 0);
}

static bool is_run(int32_t stride)
{
    return stride == 0 || stride == 1;
}

arm_cmsis_nn_status cmlir_broadcast_s8(const cmlir_broadcast_args *args)
{
    const int32_t rank = args->rank;
    if (rank < 1 || rank > MAX_RANK || !is_run(args->strides[rank - 1])
        || !is_run(args->strides[2 * rank - 1])) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    bool empty = false;
    for (int32_t axis = 0; axis < rank; axis++) {
        if (args->dims[axis] < 0) {
            return ARM_CMSIS_NN_ARG_ERROR;
        }
        empty |= args->dims[axis] == 0;
    }
    if (!empty) {
        run_all(args);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
