/*
 * SPDX-License-Identifier: Apache-2.0
 */
#include "arm_nnfunctions.h"
#include "cmlir_mve.h"

#if defined(CMLIR_MVE)

/* REQ((code + offset) * 2^left_shift, multiplier, shift) of an input, as
 * REQ(code * factor + addend, multiplier, right) with right < 0 */
typedef struct {
    int32_t addend;
    int32_t multiplier;
    int32_t right;
} input_scale;

/* In the order in which add_vectors loads them */
typedef struct {
    int32_t factor[2]; /* of the inputs */
    int32_t offset;
    int32_t act_min;
    int32_t act_max;
    const int8_t *input[2];
    int8_t *output;
    input_scale scale[2];
    int32_t multiplier;
    int32_t right; /* < 0 */
    int32_t size;
} add_args;

/*
 *   r0 r1 inputs   r2 output   r3 r4 r5, r6 r7 r8 their scales   r9 r10 scale of the sum
 *   q3 q4 factors of the inputs   q5 offset   q6 q7 activation bounds
 */
#define ADD_LOOP(FIRST)                                                                            \
    "push {r4-r11, lr}\n"                                                                          \
    "vpush {d8-d15}\n"                                                                             \
    "ldm r0!, {r1-r5}\n"                                                                           \
    "vdup.32 q3, r1\n"                                                                             \
    "vdup.32 q4, r2\n"                                                                             \
    "vdup.32 q5, r3\n"                                                                             \
    "vdup.32 q6, r4\n"                                                                             \
    "vdup.32 q7, r5\n"                                                                             \
    "ldm r0, {r0-r11}\n"                                                                           \
    "wlstp.32 lr, r11, 2f\n"                                                                       \
    "1:\n"                                                                                         \
    "vldrb.s32 q0, [r1], #4\n"                                                                     \
    "vmlas.s32 q0, q4, r6\n"                                                                       \
    CMLIR_MVE_RESCALE_RIGHT("q1", "q0", "r7", "r8")                                                \
    "vldrb.s32 q0, [r0], #4\n"                                                                     \
    "vmlas.s32 q0, q3, r3\n" FIRST                                                                 \
    CMLIR_MVE_RESCALE_RIGHT("q0", "q1", "r9", "r10")                                               \
    "vadd.i32 q0, q0, q5\n"                                                                        \
    "vmax.s32 q0, q0, q6\n"                                                                        \
    "vmin.s32 q0, q0, q7\n"                                                                        \
    "vstrb.32 q0, [r2], #4\n"                                                                      \
    "letp lr, 1b\n"                                                                                \
    "2:\n"                                                                                         \
    "vpop {d8-d15}\n"                                                                              \
    "pop {r4-r11, pc}\n"

CMLIR_MVE_NAKED static void add_vectors(const add_args *args __attribute__((unused)))
{
    __asm__ volatile(ADD_LOOP(CMLIR_MVE_RESCALE_RIGHT("q2", "q0", "r4", "r5")
                              "vadd.i32 q1, q1, q2\n"));
}

/* The first input is not rescaled: its factor holds all. */
CMLIR_MVE_NAKED static void add_vectors_to_half(const add_args *args __attribute__((unused)))
{
    __asm__ volatile(ADD_LOOP("vadd.i32 q1, q1, q0\n"));
}

/* REQ(x * 2^left_shift, 2^30, 0) is x * 2^(left_shift - 1), where nothing is rounded. The input of
 * the larger scale always has this factor of 1/2. */
static bool is_half(int32_t offset, int32_t multiplier, int32_t shift, int32_t left_shift)
{
    const bool in_range = left_shift >= 1 && left_shift <= 21 && offset >= -128 && offset <= 128;
    return shift == 0 && multiplier == 1 << 30 && in_range;
}

/* Returns false if there is no such form. Half of an input is half of the doubled input with a shift
 * to the right. */
static bool set_input(add_args *args,
                      int32_t which,
                      int32_t offset,
                      int32_t multiplier,
                      int32_t shift,
                      int32_t left_shift)
{
    const bool half = is_half(offset, multiplier, shift, left_shift);
    const int32_t left = half ? left_shift + 1 : left_shift;
    args->factor[which] = cmlir_shift_left(1, left);
    args->scale[which].addend = cmlir_shift_left(offset, left);
    args->scale[which].multiplier = multiplier;
    args->scale[which].right = half ? -1 : shift;
    return half || shift < 0;
}

static void swap_inputs(add_args *args)
{
    const int8_t *input = args->input[0];
    const input_scale scale = args->scale[0];
    const int32_t factor = args->factor[0];
    args->input[0] = args->input[1];
    args->scale[0] = args->scale[1];
    args->factor[0] = args->factor[1];
    args->input[1] = input;
    args->scale[1] = scale;
    args->factor[1] = factor;
}

/* The same for any shifts, which no reasonable scales lead to */
static int32_t any_input(
    int8_t code, int32_t offset, int32_t left_shift, int32_t multiplier, int32_t shift)
{
    return cmlir_requantize(cmlir_shift_left(code + offset, left_shift), multiplier, shift);
}

arm_cmsis_nn_status arm_elementwise_add_s8(const int8_t *input_1_vect,
                                           const int8_t *input_2_vect,
                                           const int32_t input_1_offset,
                                           const int32_t input_1_mult,
                                           const int32_t input_1_shift,
                                           const int32_t input_2_offset,
                                           const int32_t input_2_mult,
                                           const int32_t input_2_shift,
                                           const int32_t left_shift,
                                           int8_t *output,
                                           const int32_t out_offset,
                                           const int32_t out_mult,
                                           const int32_t out_shift,
                                           const int32_t out_activation_min,
                                           const int32_t out_activation_max,
                                           const int32_t block_size)
{
    add_args args = {
        .offset = out_offset,
        .act_min = out_activation_min,
        .act_max = out_activation_max,
        .input = {input_1_vect, input_2_vect},
        .output = output,
        .multiplier = out_mult,
        .right = out_shift,
        .size = block_size,
    };
    if (set_input(&args, 0, input_1_offset, input_1_mult, input_1_shift, left_shift)
        && set_input(&args, 1, input_2_offset, input_2_mult, input_2_shift, left_shift)
        && out_shift < 0) {
        const bool half = is_half(input_1_offset, input_1_mult, input_1_shift, left_shift);
        if (!half && is_half(input_2_offset, input_2_mult, input_2_shift, left_shift)) {
            swap_inputs(&args);
        } else if (!half) {
            add_vectors(&args);
            return ARM_CMSIS_NN_SUCCESS;
        }
        args.factor[0] = cmlir_shift_left(1, left_shift - 1);
        args.scale[0].addend /= 4;
        add_vectors_to_half(&args);
        return ARM_CMSIS_NN_SUCCESS;
    }
    for (int32_t i = 0; i < block_size; i++) {
        const int32_t a =
            any_input(input_1_vect[i], input_1_offset, left_shift, input_1_mult, input_1_shift);
        const int32_t b =
            any_input(input_2_vect[i], input_2_offset, left_shift, input_2_mult, input_2_shift);
        const int32_t sum = cmlir_requantize(cmlir_add_wrapping(a, b), out_mult, out_shift);
        const int32_t code = cmlir_add_wrapping(sum, out_offset);
        output[i] = (int8_t)cmlir_clamp(code, out_activation_min, out_activation_max);
    }
    return ARM_CMSIS_NN_SUCCESS;
}

#endif
