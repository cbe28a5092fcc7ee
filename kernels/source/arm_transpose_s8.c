/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arm_nnfunctions.h"
#include "cmlir_nn.h"

enum { MAX_RANK = 4 };

/* Bytes between neighbours along `axis` of a dense tensor */
static int32_t dense_stride(const int32_t *dims, int32_t rank, uint32_t axis)
{
    int32_t stride = 1;
    for (int32_t inner = (int32_t)axis + 1; inner < rank; inner++) {
        stride *= dims[inner];
    }
    return stride;
}

arm_cmsis_nn_status arm_transpose_s8(const int8_t *input_data,
                                     int8_t *const output_data,
                                     const cmsis_nn_dims *const input_dims,
                                     const cmsis_nn_dims *const output_dims,
                                     const cmsis_nn_transpose_params *const transpose_params)
{
    const int32_t in_dims[MAX_RANK] = {input_dims->n, input_dims->h, input_dims->w, input_dims->c};
    const int32_t out_dims[MAX_RANK] = {output_dims->n, output_dims->h, output_dims->w,
                                        output_dims->c};
    const int32_t rank = transpose_params->num_dims;
    if (rank < 1 || rank > MAX_RANK) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    int32_t strides[MAX_RANK];
    uint32_t seen = 0;
    for (int32_t axis = 0; axis < rank; axis++) {
        const uint32_t source = transpose_params->permutations[axis];
        const int valid = source < (uint32_t)rank && (seen >> source & 1) == 0;
        if (!valid || out_dims[axis] != in_dims[source]) {
            return ARM_CMSIS_NN_ARG_ERROR;
        }
        seen |= (uint32_t)1 << source;
        strides[axis] = dense_stride(in_dims, rank, source);
    }
    return cmlir_strided_copy(input_data, output_data, 1, rank, out_dims, strides);
}
