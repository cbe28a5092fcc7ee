/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stddef.h>
#include <string.h>

#include "cmlir_nn.h"

enum { MAX_RANK = 8 };

/* Memory may hold any type of that size: the accesses must not promise the compiler otherwise. */
typedef uint16_t __attribute__((may_alias)) any16_t;
typedef uint32_t __attribute__((may_alias)) any32_t;
typedef uint64_t __attribute__((may_alias)) any64_t;

#define DEFINE_GATHER(type)                                                                        \
    static void gather_##type(type *out, const type *in, int32_t count, ptrdiff_t stride)          \
    {                                                                                              \
        for (int32_t i = 0; i < count; i++) {                                                      \
            out[i] = in[i * stride];                                                               \
        }                                                                                          \
    }
DEFINE_GATHER(uint8_t)
DEFINE_GATHER(any16_t)
DEFINE_GATHER(any32_t)
DEFINE_GATHER(any64_t)

static void
copy_run(void *out, const void *in, int32_t element_size, int32_t count, int32_t stride)
{
    if (stride == 1) {
        memcpy(out, in, (size_t)count * (size_t)element_size);
    } else if (element_size == 1) {
        gather_uint8_t(out, in, count, stride);
    } else if (element_size == 2) {
        gather_any16_t(out, in, count, stride);
    } else if (element_size == 4) {
        gather_any32_t(out, in, count, stride);
    } else {
        gather_any64_t(out, in, count, stride);
    }
}

typedef struct {
    int32_t rank;
    int32_t dims[MAX_RANK];
    int32_t strides[MAX_RANK];
} view_t;

/* Appends an inner axis, or joins it to the last one if both together are evenly spaced: fewer and
 * longer runs. */
static void append_axis(view_t *view, int32_t dim, int32_t stride)
{
    const int32_t last = view->rank - 1;
    if (dim == 1) {
        return;
    }
    if (view->rank > 0 && view->strides[last] == (int64_t)dim * stride) {
        view->dims[last] *= dim;
        view->strides[last] = stride;
        return;
    }
    view->dims[view->rank] = dim;
    view->strides[view->rank] = stride;
    view->rank++;
}

static void copy_view(const view_t *view, const char *in, char *out, int32_t element_size)
{
    const int32_t outer = view->rank - 1; /* the last axis is the run */
    const ptrdiff_t run_bytes = (ptrdiff_t)view->dims[outer] * element_size;
    int32_t index[MAX_RANK] = {0};
    int32_t axis;
    do {
        copy_run(out, in, element_size, view->dims[outer], view->strides[outer]);
        out += run_bytes;
        for (axis = outer - 1; axis >= 0; axis--) { /* count up, the last index fastest */
            const ptrdiff_t step = (ptrdiff_t)view->strides[axis] * element_size;
            in += step;
            index[axis]++;
            if (index[axis] < view->dims[axis]) {
                break;
            }
            in -= step * view->dims[axis];
            index[axis] = 0;
        }
    } while (axis >= 0);
}

static int is_element_size(int32_t size)
{
    return size == 1 || size == 2 || size == 4 || size == 8;
}

arm_cmsis_nn_status cmlir_strided_copy(const void *in,
                                       void *out,
                                       int32_t element_size,
                                       int32_t rank,
                                       const int32_t *dims,
                                       const int32_t *strides)
{
    view_t view = {0};
    if (!is_element_size(element_size) || rank < 0 || rank > MAX_RANK) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    int empty = 0;
    for (int32_t axis = 0; axis < rank; axis++) {
        if (dims[axis] < 0) {
            return ARM_CMSIS_NN_ARG_ERROR;
        }
        empty |= dims[axis] == 0;
        append_axis(&view, dims[axis], strides[axis]);
    }
    if (empty) {
        return ARM_CMSIS_NN_SUCCESS;
    }
    if (view.rank == 0) { /* a single element */
        memcpy(out, in, (size_t)element_size);
        return ARM_CMSIS_NN_SUCCESS;
    }
    copy_view(&view, in, out, element_size);
    return ARM_CMSIS_NN_SUCCESS;
}
