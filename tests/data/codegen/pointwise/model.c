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

    /* 0: cortex_m.quantize: quantize (model.py:3) */
    CMLIR_OP_BOUNDARY(0);
    status = cmlir_quantize_f32_s8(INPUT(0, 0), OUTPUT(0, 0), 21, 0x1.0aaaaap+5f, 4, -128, 127);
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 1: cortex_m.mul: mul (model.py:4, gate) */
    CMLIR_OP_BOUNDARY(1);
    status = arm_elementwise_mul_s8(OUTPUT(0, 0), INPUT(1, 0), -4, 5, OUTPUT(1, 0), 2,
                                    1288490189, -6, -100, 100, 21);
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 2: cortex_m.add: add (model.py:5, gate) */
    CMLIR_OP_BOUNDARY(2);
    status = arm_elementwise_add_s8(OUTPUT(1, 0), OUTPUT(0, 0), -2, 1073741824, 0, -4,
                                    1610612736, -1, 20, OUTPUT(1, 0), -7, 1503238553, -18, -128,
                                    127, 21);
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 3: cortex_m.requantize: requantize (model.py:6, gate) */
    CMLIR_OP_BOUNDARY(3);
    status = cmlir_requantize_s8(OUTPUT(1, 0), OUTPUT(1, 0), 21, 7, 1717986918, -1, 9, -128,
                                 127);
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 4: cortex_m.table: neg (model.py:7, act) */
    CMLIR_OP_BOUNDARY(4);
    {
        static const int8_t table[256] = {
             127,  126,  125,  124,  123,  122,  121,  120,  119,  118,  117,  116,  115,  114,  113,  112,
             111,  110,  109,  108,  107,  106,  105,  104,  103,  102,  101,  100,   99,   98,   97,   96,
              95,   94,   93,   92,   91,   90,   89,   88,   87,   86,   85,   84,   83,   82,   81,   80,
              79,   78,   77,   76,   75,   74,   73,   72,   71,   70,   69,   68,   67,   66,   65,   64,
              63,   62,   61,   60,   59,   58,   57,   56,   55,   54,   53,   52,   51,   50,   49,   48,
              47,   46,   45,   44,   43,   42,   41,   40,   39,   38,   37,   36,   35,   34,   33,   32,
              31,   30,   29,   28,   27,   26,   25,   24,   23,   22,   21,   20,   19,   18,   17,   16,
              15,   14,   13,   12,   11,   10,    9,    8,    7,    6,    5,    4,    3,    2,    1,    0,
              -1,   -2,   -3,   -4,   -5,   -6,   -7,   -8,   -9,  -10,  -11,  -12,  -13,  -14,  -15,  -16,
             -17,  -18,  -19,  -20,  -21,  -22,  -23,  -24,  -25,  -26,  -27,  -28,  -29,  -30,  -31,  -32,
             -33,  -34,  -35,  -36,  -37,  -38,  -39,  -40,  -41,  -42,  -43,  -44,  -45,  -46,  -47,  -48,
             -49,  -50,  -51,  -52,  -53,  -54,  -55,  -56,  -57,  -58,  -59,  -60,  -61,  -62,  -63,  -64,
             -65,  -66,  -67,  -68,  -69,  -70,  -71,  -72,  -73,  -74,  -75,  -76,  -77,  -78,  -79,  -80,
             -81,  -82,  -83,  -84,  -85,  -86,  -87,  -88,  -89,  -90,  -91,  -92,  -93,  -94,  -95,  -96,
             -97,  -98,  -99, -100, -101, -102, -103, -104, -105, -106, -107, -108, -109, -110, -111, -112,
            -113, -114, -115, -116, -117, -118, -119, -120, -121, -122, -123, -124, -125, -126, -127, -128,
        };
        status = cmlir_table_s8(OUTPUT(1, 0), ARENA(0), 21, table);
    }
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 5: cortex_m.dequantize: dequantize (model.py:8) */
    CMLIR_OP_BOUNDARY(5);
    status = cmlir_dequantize_s8_f32(ARENA(0), OUTPUT(0, 0), 21, 0x1p-2f, 9);
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 6: cortex_m.f32_mul: mul_1 (model.py:9, head) */
    CMLIR_OP_BOUNDARY(6);
    status = cmlir_mul_f32(OUTPUT(0, 0), INPUT(0, 0), OUTPUT(0, 0), 21);
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 7: cortex_m.f32_add: add_1 (model.py:10, head) */
    CMLIR_OP_BOUNDARY(7);
    status = cmlir_add_f32(OUTPUT(0, 0), INPUT(0, 0), OUTPUT(0, 0), 21);
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    /* 8: cortex_m.f32_mul_scalar: mul_2 (model.py:11, head) */
    CMLIR_OP_BOUNDARY(8);
    status = cmlir_mul_scalar_f32(OUTPUT(0, 0), 0x1.99999ap-4f, OUTPUT(0, 0), 21);
    if (status != ARM_CMSIS_NN_SUCCESS) {
        return status;
    }

    CMLIR_OP_BOUNDARY(9);
    return status;
}
