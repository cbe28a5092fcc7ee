/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_broadcast.h"
#include "cmlir_bytes.h"

enum { MAX_RANK = 8, CHUNK = 256 };

/* An operand in the order of the result */
typedef struct {
    const int8_t *row; /* of the last axis, the one at hand */
    const int32_t *strides;
    bool dense;    /* lies as the result does: read where it lies */
    bool constant; /* each chunk holds the same, which is in `codes` from the start on */
    int8_t codes[CHUNK];
} operand;

static bool is_dense(const int32_t *dims, const int32_t *strides, int32_t rank)
{
    int32_t stride = 1;
    for (int32_t axis = rank - 1; axis >= 0; axis--) {
        if (dims[axis] != 1 && strides[axis] != stride) {
            return false;
        }
        stride *= dims[axis];
    }
    return true;
}

static bool is_one_row(const int32_t *dims, const int32_t *strides, int32_t rank)
{
    for (int32_t axis = 0; axis < rank - 1; axis++) {
        if (dims[axis] != 1 && strides[axis] != 0) {
            return false;
        }
    }
    return true;
}

/* Codes `start` to `start + size` of the row at hand become those behind the first `held`. */
static void gather(operand *from, int32_t step, int32_t start, int32_t size, int32_t held)
{
    if (step == 0) {
        cmlir_fill_bytes(from->codes + held, from->row[0], size);
    } else {
        cmlir_copy_bytes(from->codes + held, from->row + start, size);
    }
}

static void
prepare(operand *from, const cmlir_broadcast_args *args, int32_t which, int32_t chunk)
{
    const int32_t rank = args->rank;
    const int32_t length = args->dims[rank - 1];
    from->row = args->input[which];
    from->strides = args->strides + which * rank;
    from->dense = is_dense(args->dims, from->strides, rank);
    from->constant = !from->dense && is_one_row(args->dims, from->strides, rank) && length <= chunk;
    for (int32_t held = 0; from->constant && held < chunk; held += length) {
        gather(from, from->strides[rank - 1], 0, length, held);
    }
}

/* The next row, counting up `index`, the last axis but one fastest; false behind the last row */
static bool advance(operand from[2], const cmlir_broadcast_args *args, int32_t *index)
{
    for (int32_t axis = args->rank - 2; axis >= 0; axis--) {
        index[axis]++;
        const int32_t back = index[axis] < args->dims[axis] ? 0 : args->dims[axis];
        from[0].row += (ptrdiff_t)from[0].strides[axis] * (1 - back);
        from[1].row += (ptrdiff_t)from[1].strides[axis] * (1 - back);
        if (back == 0) {
            return true;
        }
        index[axis] = 0;
    }
    return false;
}

static void run_chunk(const cmlir_broadcast_args *args,
                      const operand from[2],
                      int32_t done,
                      int32_t size)
{
    args->run(args->parameters,
              from[0].dense ? args->input[0] + done : from[0].codes,
              from[1].dense ? args->input[1] + done : from[1].codes,
              args->out + done,
              size);
}

/* All elements; `chunk` is a multiple of the last axis, or a part of it. */
static void run_gathered(const cmlir_broadcast_args *args, operand from[2], int32_t chunk)
{
    const int32_t last = args->rank - 1;
    const int32_t length = args->dims[last];
    int32_t index[MAX_RANK] = {0};
    int32_t done = 0;
    int32_t held = 0;
    do {
        for (int32_t start = 0, size = 0; start < length; start += size) {
            size = length - start < chunk - held ? length - start : chunk - held;
            for (int32_t k = 0; k < 2; k++) {
                if (!from[k].dense && !from[k].constant) {
                    gather(&from[k], from[k].strides[last], start, size, held);
                }
            }
            held += size;
            if (held == chunk) {
                run_chunk(args, from, done, held);
                done += held;
                held = 0;
            }
        }
    } while (advance(from, args, index));
    if (held != 0) {
        run_chunk(args, from, done, held);
    }
}

static void run_all(const cmlir_broadcast_args *args, int32_t elements)
{
    const int32_t length = args->dims[args->rank - 1];
    const int32_t chunk = length <= CHUNK ? CHUNK - CHUNK % length : CHUNK;
    operand from[2];
    prepare(&from[0], args, 0, chunk);
    prepare(&from[1], args, 1, chunk);
    if (!(from[0].dense || from[0].constant) || !(from[1].dense || from[1].constant)) {
        run_gathered(args, from, chunk);
        return;
    }
    for (int32_t done = 0; done < elements; done += chunk) {
        run_chunk(args, from, done, elements - done < chunk ? elements - done : chunk);
    }
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
    int32_t elements = 1;
    for (int32_t axis = 0; axis < rank; axis++) {
        if (args->dims[axis] < 0) {
            return ARM_CMSIS_NN_ARG_ERROR;
        }
        elements *= args->dims[axis];
    }
    if (elements != 0) {
        run_all(args, elements);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
