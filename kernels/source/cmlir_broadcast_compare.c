/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_integers.h"
#include "cmlir_loops.h"
#include "cmlir_nn.h"

/* a == b, a < b; neither where one is NaN */
typedef struct {
    int equal;
    int less;
    int greater;
} order;

static order of_two(const void *a, const void *b, cmlir_element element, ptrdiff_t i, ptrdiff_t j)
{
    if (element == CMLIR_F32) {
        const float x = ((const float *)a)[i];
        const float y = ((const float *)b)[j];
        return (order){x == y, x < y, x > y};
    }
    const int32_t size = element == CMLIR_S64 ? 8 : (element == CMLIR_S32 ? 4 : 1);
    const int64_t x = cmlir_read_integer(a, size, i);
    const int64_t y = cmlir_read_integer(b, size, j);
    return (order){x == y, x < y, x > y};
}

static int holds(order found, cmlir_comparison comparison)
{
    switch (comparison) {
    case CMLIR_EQ:
        return found.equal;
    case CMLIR_NE:
        return !found.equal;
    case CMLIR_LT:
        return found.less;
    case CMLIR_LE:
        return found.less || found.equal;
    case CMLIR_GT:
        return found.greater;
    default:
        return found.greater || found.equal;
    }
}

arm_cmsis_nn_status cmlir_broadcast_compare(const void *input_1,
                                            const void *input_2,
                                            cmlir_element element,
                                            cmlir_comparison comparison,
                                            int32_t rank,
                                            const int32_t *dims,
                                            const int32_t *strides,
                                            uint8_t *out)
{
    cmlir_loops loops = {rank, dims, strides, {0}, {0, 0}};
    const int32_t row = cmlir_loops_row(&loops);
    if (row <= 0) {
        return row < 0 ? ARM_CMSIS_NN_ARG_ERROR : ARM_CMSIS_NN_SUCCESS;
    }
    do {
        ptrdiff_t i_1 = loops.at[0];
        ptrdiff_t i_2 = loops.at[1];
        for (int32_t i = 0; i < row; i++) {
            *out++ = (uint8_t)holds(of_two(input_1, input_2, element, i_1, i_2), comparison);
            i_1 += strides[rank - 1];
            i_2 += strides[2 * rank - 1];
        }
    } while (cmlir_loops_next(&loops));
    return ARM_CMSIS_NN_SUCCESS;
}
