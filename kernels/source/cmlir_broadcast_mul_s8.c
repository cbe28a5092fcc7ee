/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arm_nnfunctions.h"
#include "cmlir_broadcast.h"
#include "cmlir_nn.h"

typedef struct {
    int32_t offset[2];
    int32_t out_offset;
    int32_t out_mult;
    int32_t out_shift;
    int32_t act_min;
    int32_t act_max;
} mul_parameters;

static void
mul_run(const void *parameters, const int8_t *a, const int8_t *b, int8_t *out, int32_t size)
{
    const mul_parameters *p = parameters;
    arm_elementwise_mul_s8(a,
                           b,
                           p->offset[0],
                           p->offset[1],
                           out,
                           p->out_offset,
                           p->out_mult,
                           p->out_shift,
                           p->act_min,
                           p->act_max,
                           size);
}

arm_cmsis_nn_status cmlir_broadcast_mul_s8(const int8_t *input_1,
                                           const int8_t *input_2,
                                           int32_t rank,
                                           const int32_t *dims,
                                           const int32_t *strides,
                                           int32_t input_1_offset,
                                           int32_t input_2_offset,
                                           int8_t *out,
                                           int32_t out_offset,
                                           int32_t out_mult,
                                           int32_t out_shift,
                                           int32_t act_min,
                                           int32_t act_max)
{
    const mul_parameters parameters = {
        {input_1_offset, input_2_offset}, out_offset, out_mult, out_shift, act_min, act_max,
    };
    const cmlir_broadcast_args args = {
        {input_1, input_2}, out, rank, dims, strides, mul_run, &parameters,
    };
    return cmlir_broadcast_s8(&args);
}
