/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stddef.h>
#include <string.h>

#include "cmlir_nn.h"

enum { MAX_RANK = 8 };
enum { OPERANDS = 3 };

/* Memory may hold any type of that size: the accesses must not promise the compiler otherwise. */
typedef uint16_t __attribute__((may_alias)) any16_t;
typedef uint32_t __attribute__((may_alias)) any32_t;
typedef uint64_t __attribute__((may_alias)) any64_t;

/* One run along the last axis, with the strides of the three operands */
typedef struct {
    int32_t count;
    ptrdiff_t condition;
    ptrdiff_t lhs;
    ptrdiff_t rhs;
} run_t;

#define DEFINE_CHOOSE(type)                                                                        \
    static void choose_##type(const uint8_t *condition, const type *lhs, const type *rhs,          \
                              type *out, const run_t *run)                                         \
    {                                                                                              \
        for (int32_t i = 0; i < run->count; i++) {                                                 \
            out[i] = condition[i * run->condition] != 0 ? lhs[i * run->lhs] : rhs[i * run->rhs];   \
        }                                                                                          \
    }
DEFINE_CHOOSE(uint8_t)
DEFINE_CHOOSE(any16_t)
DEFINE_CHOOSE(any32_t)
DEFINE_CHOOSE(any64_t)

static void
choose(const char *const at[OPERANDS], char *out, int32_t element_size, const run_t *run)
{
    const uint8_t *condition = (const uint8_t *)at[0];
    const void *lhs = at[1];
    const void *rhs = at[2];
    void *target = out;
    if (element_size == 1) {
        choose_uint8_t(condition, lhs, rhs, target, run);
    } else if (element_size == 2) {
        choose_any16_t(condition, lhs, rhs, target, run);
    } else if (element_size == 4) {
        choose_any32_t(condition, lhs, rhs, target, run);
    } else {
        choose_any64_t(condition, lhs, rhs, target, run);
    }
}

static int are_arguments(int32_t element_size, int32_t rank, const int32_t *dims)
{
    if (element_size != 1 && element_size != 2 && element_size != 4 && element_size != 8) {
        return 0;
    }
    if (rank < 0 || rank > MAX_RANK) {
        return 0;
    }
    for (int32_t axis = 0; axis < rank; axis++) {
        if (dims[axis] < 0) {
            return 0;
        }
    }
    return 1;
}

static int32_t count_runs(int32_t rank, const int32_t *dims)
{
    int32_t count = 1;
    for (int32_t axis = 0; axis < rank - 1; axis++) {
        count *= dims[axis];
    }
    return count;
}

/* Where the three operands are at a run, and its place among the runs */
typedef struct {
    const char *at[OPERANDS];
    int32_t sizes[OPERANDS]; /* of elements, in bytes */
    int32_t index[MAX_RANK];
} place_t;

/* Goes on to the next run, the last index fastest. */
static void next_run(place_t *place, int32_t rank, const int32_t *dims, const int32_t *strides)
{
    for (int32_t axis = rank - 2; axis >= 0; axis--) {
        const int32_t steps = place->index[axis] + 1 < dims[axis] ? 1 : 1 - dims[axis];
        for (int32_t k = 0; k < OPERANDS; k++) {
            place->at[k] += (ptrdiff_t)steps * strides[k * rank + axis] * place->sizes[k];
        }
        place->index[axis] += steps;
        if (steps == 1) {
            return;
        }
    }
}

arm_cmsis_nn_status cmlir_where(const uint8_t *condition,
                                const void *lhs,
                                const void *rhs,
                                void *out,
                                int32_t element_size,
                                int32_t rank,
                                const int32_t *dims,
                                const int32_t *strides)
{
    if (!are_arguments(element_size, rank, dims)) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    run_t run = {1, 0, 0, 0};
    if (rank > 0) {
        const int32_t *last = strides + rank - 1;
        run = (run_t){dims[rank - 1], last[0], last[rank], last[2 * rank]};
    }
    place_t place = {
        {(const char *)condition, lhs, rhs}, {1, element_size, element_size}, {0}};
    char *target = out;
    for (int32_t left = count_runs(rank, dims); left > 0; left--) {
        choose(place.at, target, element_size, &run);
        target += (ptrdiff_t)run.count * element_size;
        next_run(&place, rank, dims, strides);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
