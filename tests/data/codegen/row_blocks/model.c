/* Written by cmlir. One kernel call after the other, in the order of the PyTorch program. */
#include "model.h"

#include <stddef.h>

#include "arm_nnfunctions.h"
#include "cmlir_nn.h"
#include "weights.h"

/* Stands before each call and behind the last one: a place for instrumentation. */
#ifndef CMLIR_OP_BOUNDARY
#define CMLIR_OP_BOUNDARY(index)
#endif

/* Pointers by byte offsets. */
#define ARENA(offset) ((void *)((uint8_t *)arena + (offset)))
#define INPUT(index, offset) ((const void *)((const uint8_t *)inputs[index] + (offset)))
#define OUTPUT(index, offset) ((void *)((uint8_t *)outputs[index] + (offset)))
#define CONSTANT(name, offset) ((const void *)((const uint8_t *)name + (offset)))

int32_t model_run(const void *const inputs[], void *const outputs[], void *arena, void *state)
{
    arm_cmsis_nn_status status = ARM_CMSIS_NN_SUCCESS;

    (void)inputs;
    (void)outputs;
    (void)arena;
    (void)state;

    /* 0: cortex_m.attention: attention (model.py:2, blk) */
    CMLIR_OP_BOUNDARY(0);
    {
        static const cmlir_attention_params params = {{{1, 2, 8, 7, 3}, {0, 3, 6}, {0, 3, 12, 1}, {0, 0, 7}, {3, -5, 7, {-128, 127}}, {1518500250, -5}}, {{1, 2, 8, 3, 7}, {0, 0, 7}, {0, 3, 1, 12}, {0, 3, 6}, {128, 2, -1, {-100, 100}}, {1073741824, -7}}, 3};
        const cmsis_nn_context context = {ARENA(0), 82};
        status = cmlir_attention_s8(&context, &params, INPUT(0, 0), INPUT(1, 0), INPUT(1, 6),
                                    model_exponentials, OUTPUT(0, 0));
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 1: cortex_m.blocked_linear: linear (model.py:5, blk) */
    CMLIR_OP_BOUNDARY(1);
    {
        static const int32_t multipliers[6] = {
            1504554690, 1528962297, 1667789530, 1766809311, 1588587877, 1720258314,
        };
        static const int32_t shifts[6] = {
            -8, -8, -9, -8, -8, -9,
        };
        static const cmlir_linear_params params = {0, multipliers, shifts, 1, -3, {-128, 127}};
        const cmsis_nn_context context = {ARENA(0), 24};
        status = cmlir_blocked_linear_s8(&context, INPUT(0, 0), model_same_w, model_same_s, 8, 6, 6,
                                         4, &params, OUTPUT(1, 0));
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 2: cortex_m.feed_forward: layers (model.py:10, blk) */
    CMLIR_OP_BOUNDARY(2);
    {
        static const int32_t hidden_multipliers[1] = {
            1518500250,
        };
        static const int32_t hidden_shifts[1] = {
            -8,
        };
        static const int32_t multipliers[6] = {
            1504554690, 1528962297, 1667789530, 1766809311, 1588587877, 1720258314,
        };
        static const int32_t shifts[6] = {
            -8, -8, -9, -8, -8, -9,
        };
        static const cmlir_feed_forward_params params = {8, 6, 9, 6, 3, {0, hidden_multipliers, hidden_shifts, 0, -20, {-128, 127}}, {2, multipliers, shifts, 1, 6, {-128, 127}}};
        const cmsis_nn_context context = {ARENA(0), 27};
        status = cmlir_feed_forward_s8(&context, &params, INPUT(0, 0), model_up_w, model_up_s, NULL,
                                       model_down_w, model_down_s, OUTPUT(2, 0));
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 3: cortex_m.feed_forward: with_table (model.py:11, blk) */
    CMLIR_OP_BOUNDARY(3);
    {
        static const int32_t hidden_multipliers[1] = {
            1518500250,
        };
        static const int32_t hidden_shifts[1] = {
            -8,
        };
        static const int32_t multipliers[6] = {
            1504554690, 1528962297, 1667789530, 1766809311, 1588587877, 1720258314,
        };
        static const int32_t shifts[6] = {
            -8, -8, -9, -8, -8, -9,
        };
        static const int8_t table[256] = {
             -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,
             -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,
             -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,
             -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,
             -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,
             -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,
             -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -20,  -19,  -18,  -17,
             -16,  -15,  -14,  -13,  -12,  -11,  -10,   -9,   -8,   -7,   -6,   -5,   -4,   -3,   -2,   -1,
               0,    1,    2,    3,    4,    5,    6,    7,    8,    9,   10,   11,   12,   13,   14,   15,
              16,   17,   18,   19,   20,   21,   22,   23,   24,   25,   26,   27,   28,   29,   30,   31,
              32,   33,   34,   35,   36,   37,   38,   39,   40,   41,   42,   43,   44,   45,   46,   47,
              48,   49,   50,   51,   52,   53,   54,   55,   56,   57,   58,   59,   60,   61,   62,   63,
              64,   65,   66,   67,   68,   69,   70,   71,   72,   73,   74,   75,   76,   77,   78,   79,
              80,   81,   82,   83,   84,   85,   86,   87,   88,   89,   90,   91,   92,   93,   94,   95,
              96,   97,   98,   99,  100,  101,  102,  103,  104,  105,  106,  107,  108,  109,  110,  111,
             112,  113,  114,  115,  116,  117,  118,  119,  120,  121,  122,  123,  124,  125,  126,  127,
        };
        static const cmlir_feed_forward_params params = {8, 6, 9, 6, 3, {0, hidden_multipliers, hidden_shifts, 0, -20, {-128, 127}}, {2, multipliers, shifts, 1, 6, {-128, 127}}};
        const cmsis_nn_context context = {ARENA(0), 27};
        status = cmlir_feed_forward_s8(&context, &params, OUTPUT(1, 0), model_up_w, model_up_s,
                                       table, model_down_w, model_down_s, OUTPUT(3, 0));
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 4: cortex_m.linear_table: looked_up (model.py:12, blk) */
    CMLIR_OP_BOUNDARY(4);
    {
        static const int32_t multipliers[1] = {
            1518500250,
        };
        static const int32_t shifts[1] = {
            -8,
        };
        static const int8_t table[256] = {
             -16,  -16,  -16,  -16,  -16,  -16,  -16,  -16,  -15,  -15,  -15,  -15,  -15,  -15,  -15,  -15,
             -14,  -14,  -14,  -14,  -14,  -14,  -14,  -14,  -13,  -13,  -13,  -13,  -13,  -13,  -13,  -13,
             -12,  -12,  -12,  -12,  -12,  -12,  -12,  -12,  -11,  -11,  -11,  -11,  -11,  -11,  -11,  -11,
             -10,  -10,  -10,  -10,  -10,  -10,  -10,  -10,   -9,   -9,   -9,   -9,   -9,   -9,   -9,   -9,
              -8,   -8,   -8,   -8,   -8,   -8,   -8,   -8,   -7,   -7,   -7,   -7,   -7,   -7,   -7,   -7,
              -6,   -6,   -6,   -6,   -6,   -6,   -6,   -6,   -5,   -5,   -5,   -5,   -5,   -5,   -5,   -5,
              -4,   -4,   -4,   -4,   -4,   -4,   -4,   -4,   -3,   -3,   -3,   -3,   -3,   -3,   -3,   -3,
              -2,   -2,   -2,   -2,   -2,   -2,   -2,   -2,   -1,   -1,   -1,   -1,   -1,   -1,   -1,   -1,
               0,    1,    2,    3,    4,    5,    6,    7,    8,    9,   10,   11,   12,   13,   14,   15,
              16,   17,   18,   19,   20,   21,   22,   23,   24,   25,   26,   27,   28,   29,   30,   31,
              32,   33,   34,   35,   36,   37,   38,   39,   40,   41,   42,   43,   44,   45,   46,   47,
              48,   49,   50,   51,   52,   53,   54,   55,   56,   57,   58,   59,   60,   61,   62,   63,
              64,   65,   66,   67,   68,   69,   70,   71,   72,   73,   74,   75,   76,   77,   78,   79,
              80,   81,   82,   83,   84,   85,   86,   87,   88,   89,   90,   91,   92,   93,   94,   95,
              96,   97,   98,   99,  100,  101,  102,  103,  104,  105,  106,  107,  108,  109,  110,  111,
             112,  113,  114,  115,  116,  117,  118,  119,  120,  121,  122,  123,  124,  125,  126,  127,
        };
        static const cmlir_linear_params params = {0, multipliers, shifts, 0, -3, {-128, 127}};
        status = cmlir_linear_table_s8(INPUT(0, 0), model_same_w, model_same_s, 8, 6, 6, &params,
                                       table, OUTPUT(4, 0));
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 5: cortex_m.attention: keys (model.py:12, blk) */
    CMLIR_OP_BOUNDARY(5);
    {
        static const cmlir_attention_params params = {{{1, 2, 8, 7, 3}, {0, 3, 6}, {0, 3, 12, 1}, {0, 0, 7}, {3, -5, 7, {-128, 127}}, {1518500250, -5}}, {{1, 2, 8, 3, 7}, {0, 0, 7}, {0, 3, 1, 12}, {0, 3, 6}, {128, 2, -1, {-100, 100}}, {1073741824, -7}}, 3};
        const cmlir_attention_mask mask = {INPUT(2, 1), {0, 0, 0, 1}, 2147483647};
        const cmsis_nn_context context = {ARENA(0), 82};
        status = cmlir_masked_attention_s8(&context, &params, INPUT(0, 0), INPUT(1, 0), INPUT(1, 6),
                                           &mask, model_exponentials, OUTPUT(5, 0));
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 6: cortex_m.attention: causal (model.py:13, blk) */
    CMLIR_OP_BOUNDARY(6);
    {
        static const cmlir_attention_params params = {{{1, 2, 8, 7, 3}, {0, 3, 6}, {0, 3, 12, 1}, {0, 0, 7}, {3, -5, 7, {-128, 127}}, {1518500250, -5}}, {{1, 2, 8, 3, 7}, {0, 0, 7}, {0, 3, 1, 12}, {0, 3, 6}, {128, 2, -1, {-100, 100}}, {1073741824, -7}}, 3};
        const cmlir_attention_mask mask = {NULL, {0}, -1};
        const cmsis_nn_context context = {ARENA(0), 82};
        status = cmlir_masked_attention_s8(&context, &params, INPUT(0, 0), INPUT(1, 0), INPUT(1, 6),
                                           &mask, model_exponentials, OUTPUT(6, 0));
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 7: cortex_m.attention: wide (model.py:14, blk) */
    CMLIR_OP_BOUNDARY(7);
    {
        static const cmlir_attention_params params = {{{1, 2, 8, 7, 3}, {0, 3, 6}, {0, 3, 12, 1}, {0, 0, 7}, {3, -5, 700, {-32768, 32767}}, {1518500250, 1}}, {{1, 2, 8, 3, 7}, {0, 0, 7}, {0, 3, 1, 12}, {0, 3, 6}, {128, 2, -1, {-100, 100}}, {1073741824, -7}}, 3};
        const cmlir_attention_mask mask = {NULL, {0}, 2147483647};
        const cmsis_nn_context context = {ARENA(0), 126};
        status = cmlir_wide_attention_s8(&context, &params, INPUT(0, 0), INPUT(1, 0), INPUT(1, 6),
                                         &mask, model_wide_exponentials, OUTPUT(7, 0));
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    CMLIR_OP_BOUNDARY(8);
    return status;
}
