/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cmlir_int4.h"
#include "cmlir_linear.h"

/* Columns first .., `count` of them, with packed weights from args->rhs on, unpacked in `memory` */
static void columns(const cmlir_matmul_nt_s8_args *args,
                    int32_t first,
                    int32_t count,
                    int8_t *memory)
{
    cmlir_matmul_nt_s8_args part = *args;
    const int32_t skipped = args->per_channel != 0 ? first : 0;
    part.rhs = memory;
    part.sums += first;
    part.out += first;
    part.cols = count;
    part.multiplier += skipped;
    part.shift += skipped;
    cmlir_unpack_s4(args->rhs + (ptrdiff_t)first * args->depth / 2, count * args->depth, memory);
    cmlir_matmul_nt_s8(&part);
}

arm_cmsis_nn_status cmlir_linear_s4(const cmsis_nn_context *ctx,
                                    const int8_t *in,
                                    const int8_t *weights,
                                    const int32_t *sums,
                                    int32_t rows,
                                    int32_t cols,
                                    int32_t depth,
                                    const cmlir_linear_params *params,
                                    int8_t *out)
{
    cmlir_matmul_nt_s8_args args =
        cmlir_linear_matmul(in, weights, sums, rows, cols, depth, params, out, NULL);
    const int32_t at_once = cmlir_int4_channels(cols, depth, CMLIR_INT4_LINEAR_BYTES);
    args.rhs_offset = 0;
    if (ctx->buf == NULL && cols * depth > 0) {
        return ARM_CMSIS_NN_ARG_ERROR;
    }
    if (cmlir_few_rows_s4(&args)) {
        return ARM_CMSIS_NN_SUCCESS;
    }
    for (int32_t first = 0; first < cols; first += at_once) {
        const int32_t left = cols - first;
        columns(&args, first, left < at_once ? left : at_once, ctx->buf);
    }
    return ARM_CMSIS_NN_SUCCESS;
}
