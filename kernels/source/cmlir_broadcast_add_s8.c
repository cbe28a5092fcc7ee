/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arm_nnfunctions.h"
#include "cmlir_broadcast.h"
#include "cmlir_nn.h"

typedef struct {
    int32_t offset;
    int32_t mult;
    int32_t shift;
} scale;

typedef struct {
    scale input[2];
    scale out;
    int32_t left_shift;
    int32_t act_min;
    int32_t act_max;
} add_parameters;

static void
add_run(const void *parameters, const int8_t *a, const int8_t *b, int8_t *out, int32_t size)
{
    const add_parameters *p = parameters;
    arm_elementwise_add_s8(a,
                           b,
                           p->input[0].offset,
                           p->input[0].mult,
                           p->input[0].shift,
                           p->input[1].offset,
                           p->input[1].mult,
                           p->input[1].shift,
                           p->left_shift,
                           out,
                           p->out.offset,
                           p->out.mult,
                           p->out.shift,
                           p->act_min,
                           p->act_max,
                           size);
}

arm_cmsis_nn_status cmlir_broadcast_add_s8(const int8_t *input_1,
                                           const int8_t *input_2,
                                           int32_t rank,
                                           const int32_t *dims,
                                           const int32_t *strides,
                                           int32_t input_1_offset,
                                           int32_t input_1_mult,
                                           int32_t input_1_shift,
                                           int32_t input_2_offset,
                                           int32_t input_2_mult,
                                           int32_t input_2_shift,
                                           int32_t left_shift,
                                           int8_t *out,
                                           int32_t out_offset,
                                           int32_t out_mult,
                                           int32_t out_shift,
                                           int32_t act_min,
                                           int32_t act_max)
{
    const add_parameters parameters = {
        {{input_1_offset, input_1_mult, input_1_shift},
         {input_2_offset, input_2_mult, input_2_shift}},
        {out_offset, out_mult, out_shift},
        left_shift,
        act_min,
        act_max,
    };
    const cmlir_broadcast_args args = {
        {input_1, input_2}, out, rank, dims, strides, add_run, &parameters,
    };
    return cmlir_broadcast_s8(&args);
}
